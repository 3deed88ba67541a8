import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../api.ts"
import type { Body, Simulation as Simulated } from "../../contract.ts"
import { Bars } from "../../parts/Bars.tsx"
import { Button } from "../../parts/Button.tsx"
import { FormFailure } from "../../parts/form.tsx"
import { exact } from "../../parts/numbers.ts"
import { ButtonLink } from "../../parts/Page.tsx"
import { counts } from "../../words/common.ts"
import { words } from "../../words/rules.ts"
import { barsOf, changeOn, lookback, refusalsOf, type Step, timeBefore } from "./simulated.ts"

type SimulatedRule = Body<"rules.simulate">["rule"]

/** A rule to simulate, and the time zone of its days. */
interface Subject {
  readonly rule: SimulatedRule
  readonly timeZone: string
}

/** A simulation of the rule in the form. If it is compared with the stored rule, also a simulation of the stored rule. */
interface Run {
  /** The rule as JSON. */
  readonly of: string
  readonly timeZone: string
  readonly time: { readonly from: string; readonly to: string }
  readonly answer: Simulated
  readonly asItIs: { readonly answer: Simulated; readonly timeZone: string } | undefined
}

interface Props extends Subject {
  /** The rule as it is stored, if it exists and activities decide about it. */
  readonly asItIs: Subject | undefined
  /** Whether every condition is filled in. */
  readonly isComplete: boolean
}

const Steps = ({ of }: { readonly of: ReadonlyArray<Step> }) => (
  <dl class="steps">
    {of.map(([step, count, asItIs]) => (
      <div key={step}>
        <dt>{step}</dt>
        <dd>
          {exact(count)}
          {asItIs !== undefined && <span class="other">{words.asItIsCount(exact(asItIs))}</span>}
        </dd>
      </div>
    ))}
  </dl>
)

const Refusals = ({ of }: { readonly of: ReadonlyArray<Step> }) =>
  of.length === 0 ? null : (
    <>
      <h3>{words.notPaid}</h3>
      <Steps of={of} />
    </>
  )

/** The names and sums of the bars. The stored rule can have another time zone than the rule in the form, and so other days. */
const seriesOf = ({ answer, asItIs, timeZone }: Run) =>
  asItIs && {
    value: { name: words.asInForm, sum: counts.coins(Number(answer.coins)) },
    other: {
      name: asItIs.timeZone === timeZone ? words.asItIs : words.asItIsInZone(asItIs.timeZone),
      sum: counts.coins(Number(asItIs.answer.coins))
    }
  }

const Result = ({ of }: { readonly of: Run }) => {
  const { answer, time, timeZone } = of
  const asItIs = of.asItIs?.answer
  return answer.activities === 0 && (asItIs?.activities ?? 0) === 0 ? (
    <>
      <p role="status">{words.noActivities(lookback)}</p>
      <ButtonLink to="/activities/try" kind="plain">
        {words.tryActivity}
      </ButtonLink>
    </>
  ) : (
    <>
      <p class="sum" role="status">
        {words.paidTo(
          <b>{exact(answer.coins)}</b>,
          Number(answer.coins),
          <b>{counts.members(answer.members)}</b>
        )}
      </p>
      {asItIs && <p class="change">{changeOn(answer, asItIs)}</p>}
      <Bars
        caption={words.coinsByDay}
        title={words.byDay(timeZone)}
        unit={words.unit}
        bars={barsOf(answer, time, timeZone, asItIs)}
        series={seriesOf(of)}
      />
      <Steps
        of={[
          [words.recorded, answer.activities, asItIs?.activities],
          [words.met, answer.met, asItIs?.met],
          [words.paid, answer.awards, asItIs?.awards]
        ]}
      />
      <Refusals of={refusalsOf(answer, asItIs)} />
      <p class="hint">{words.onlyThisRule}</p>
    </>
  )
}

/** What the rule of the form would have paid for the activities of the last days. */
export const Simulation = ({ asItIs, isComplete, rule, timeZone }: Props) => {
  const [run, setRun] = useState<Run>()
  const [compares, setCompares] = useState(false)
  const [state, setState] = useState<{ readonly busy: boolean; readonly failure?: unknown }>({ busy: false })
  const leaving = useRef(new AbortController())
  // The service ends a simulation whose page was left.
  useEffect(() => () => leaving.current.abort(), [])
  const compared = compares ? asItIs : undefined
  const now = JSON.stringify([rule, compared])
  const isCurrent = run?.of === now
  const start = async (): Promise<void> => {
    setState({ busy: true })
    try {
      const time = timeBefore(new Date())
      const { signal } = leaving.current
      const simulate = (each: SimulatedRule) =>
        call("rules.simulate", { body: { rule: each, ...time }, signal })
      const answer = await simulate(rule)
      // A partner has one simulation at a time.
      const other = compared && { answer: await simulate(compared.rule), timeZone: compared.timeZone }
      setRun({ of: now, timeZone, time, answer, asItIs: other })
      setState({ busy: false })
    } catch (failure) {
      setState({ busy: false, failure })
    }
  }
  return (
    <section class="simulation" aria-label={words.simulation}>
      <h2>{words.onLastDays(lookback)}</h2>
      {asItIs && (
        <label class="check">
          <input type="checkbox" checked={compares} onChange={() => setCompares(!compares)} />
          <span>{words.compare}</span>
        </label>
      )}
      {run !== undefined && (
        <div class={isCurrent ? undefined : "stale"}>
          {!isCurrent && <p role="status">{words.changedSince}</p>}
          <Result of={run} />
        </div>
      )}
      <FormFailure of={state.failure} />
      <Button kind="plain" off={state.busy || !isComplete} onClick={() => void start()}>
        {state.busy ? words.trying : run === undefined ? words.tryOnLastDays(lookback) : words.tryAgain}
      </Button>
    </section>
  )
}
