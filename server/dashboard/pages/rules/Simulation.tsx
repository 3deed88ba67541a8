import { useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Body, Simulation as Simulated } from "../../contract.ts"
import { Bars } from "../../parts/Bars.tsx"
import { Button } from "../../parts/Button.tsx"
import { FormFailure } from "../../parts/form.tsx"
import { counted, exact } from "../../parts/numbers.ts"
import { ButtonLink } from "../../parts/Page.tsx"
import { barsOf, lookback, refusalsOf, timeBefore } from "./simulated.ts"

type SimulatedRule = Body<"rules.simulate">["rule"]

/** A simulation, with the rule and the time that it is about. */
interface Run {
  /** The rule as JSON. */
  readonly of: string
  readonly timeZone: string
  readonly time: { readonly from: string; readonly to: string }
  readonly answer: Simulated
}

interface Props {
  readonly rule: SimulatedRule
  readonly timeZone: string
  /** Whether every condition is filled in. */
  readonly isComplete: boolean
}

const Steps = ({ of: { activities, awards, met } }: { readonly of: Simulated }) => (
  <dl class="steps">
    {(
      [
        ["activities recorded", activities],
        ["conditions true", met],
        ["paid", awards]
      ] as const
    ).map(([words, count]) => (
      <div key={words}>
        <dt>{words}</dt>
        <dd>{exact(count)}</dd>
      </div>
    ))}
  </dl>
)

const Refusals = ({ of }: { readonly of: Simulated }) => {
  const found = refusalsOf(of)
  return found.length === 0 ? null : (
    <>
      <h3>Not paid, by limit</h3>
      <dl class="steps">
        {found.map(([words, count]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{exact(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const Result = ({ of: { answer, time, timeZone } }: { readonly of: Run }) =>
  answer.activities === 0 ? (
    <>
      <p role="status">None of its activities was recorded in the last {lookback} days.</p>
      <ButtonLink to="/activities/try" kind="plain">
        Try an activity
      </ButtonLink>
    </>
  ) : (
    <>
      <p class="sum" role="status">
        <b>{exact(answer.coins)}</b> {Number(answer.coins) === 1 ? "coin" : "coins"} to{" "}
        <b>{counted(answer.members, "member")}</b>
      </p>
      <Bars
        caption="Coins that the rule would have paid by day"
        title={`By day, ${timeZone}`}
        unit="coins"
        bars={barsOf(answer, time, timeZone)}
      />
      <Steps of={answer} />
      <Refusals of={answer} />
      <p class="hint">
        Only this rule, with counters that start at zero and with today's attributes of members. Nothing is
        written.
      </p>
    </>
  )

/** What the rule of the form would have paid for the activities of the last days. */
export const Simulation = ({ isComplete, rule, timeZone }: Props) => {
  const [run, setRun] = useState<Run>()
  const [state, setState] = useState<{ readonly busy: boolean; readonly failure?: unknown }>({ busy: false })
  const now = JSON.stringify(rule)
  const isCurrent = run?.of === now
  const start = async (): Promise<void> => {
    setState({ busy: true })
    try {
      const time = timeBefore(new Date())
      const answer = await call("rules.simulate", { body: { rule, ...time } })
      setRun({ of: now, timeZone, time, answer })
      setState({ busy: false })
    } catch (failure) {
      setState({ busy: false, failure })
    }
  }
  return (
    <section class="simulation" aria-label="Simulation">
      <h2>On the last {lookback} days</h2>
      {run !== undefined && (
        <div class={isCurrent ? undefined : "stale"}>
          {!isCurrent && <p role="status">Changed since: these figures are of the form as it was.</p>}
          <Result of={run} />
        </div>
      )}
      <FormFailure of={state.failure} />
      <Button kind="plain" off={state.busy || !isComplete} onClick={() => void start()}>
        {state.busy ? "Trying…" : run === undefined ? `Try on the last ${lookback} days` : "Try again"}
      </Button>
    </section>
  )
}
