import { useState } from "preact/hooks"
import { ApiFailure, call } from "../../api.ts"
import { mayOpen } from "../../app/permissions.ts"
import { href } from "../../app/router.ts"
import type { Explanation, Rule } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Failure } from "../../parts/Failure.tsx"
import { FormFailure } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { type Load, Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { LimitMeter, Meter } from "../../parts/Meter.tsx"
import { nameOf } from "../../parts/member.ts"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/award.ts"
import { awardSentence } from "./awardSentence.ts"

/** An explanation, with the member, the rule and the amount that it is about. */
export interface ExplainedAward {
  readonly userId: string
  readonly ruleName: string
  readonly amount: string
  readonly explanation: Explanation
}

interface Props {
  readonly of: Load<ExplainedAward | undefined>
  readonly userId: string
  /** The rule of the award; undefined if the partner has none with this name. */
  readonly rule: Rule | undefined
  /** Called with the member whom the person meant. */
  readonly choose: (userId: string) => void
  /** True after an award: the explanation is about the next one. */
  readonly again: boolean
}

const isUnknownMember = (failure: unknown): boolean =>
  failure instanceof ApiFailure && /^userId .* was not found/s.test(failure.message)

interface OnboardingProps {
  readonly userId: string
  readonly retry: () => void
  readonly choose: (userId: string) => void
}

/** Offers members whom the search finds, and to add an id that is not a member yet. */
const Onboarding = ({ choose, retry, userId }: OnboardingProps) => {
  const found = useLoad(
    (signal) => call("members.list", { query: { search: userId, limit: "5" }, signal }),
    [userId]
  )
  const members = found.data?.data ?? []
  const [state, setState] = useState<{ busy: boolean; failure?: unknown }>({ busy: false })
  const onboard = async (): Promise<void> => {
    setState({ busy: true })
    try {
      await call("members.onboard", { body: { userId } })
      toast(words.isMember(userId))
      retry()
    } catch (failure) {
      setState({ busy: false, failure })
    }
  }
  return (
    <div class="notice" role="status">
      <h2 class="words">{words.notMember(<Given>{userId}</Given>)}</h2>
      {members.length > 0 && (
        <>
          <p>{words.similar}</p>
          <ul class="found">
            {members.map((member) => (
              <li key={member.id}>
                <button type="button" class="link" onClick={() => choose(member.userId)}>
                  <Given>{member.userId}</Given>
                </button>{" "}
                <Given>{nameOf(member)}</Given>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{words.addHint}</p>
      <FormFailure of={state.failure} />
      <Button
        {...(members.length > 0 && { kind: "plain" })}
        off={state.busy || found.loading}
        onClick={() => void onboard()}
      >
        {words.add}
      </Button>
    </div>
  )
}

/** What the award would do, with the meters that explain why. */
export const Explained = ({ again, choose, of, rule, userId }: Props) => {
  if (of.failure !== undefined) {
    return isUnknownMember(of.failure) ? (
      <Onboarding key={userId} userId={userId} retry={of.reload} choose={choose} />
    ) : (
      <Failure of={of.failure} what={words.notSaid} retry={of.reload} />
    )
  }
  return (
    <Loaded of={of} skeleton={<Skeleton rows={4} />}>
      {(asked) => {
        if (asked === undefined) return <Skeleton rows={4} />
        const { explanation, ruleName } = asked
        const amount = asked.amount === "" ? undefined : asked.amount
        const { text, title } = awardSentence(
          explanation,
          { userId: asked.userId, ruleName, rule, amount },
          (name) => <Given>{name}</Given>
        )
        const { done, of: needed } = explanation.progress
        const isFull = explanation.refusal?.appErrorCode === "participant_limit_reached"
        const tone = { pays: "", counts: " calm", suppressed: " near", refused: " bad" }[explanation.outcome]
        return (
          <>
            {again && <p class="count">{words.another}</p>}
            <div class={`say${tone}`} role="status">
              <h2>{title}</h2>
              <p class="words">
                {text}
                {isFull && rule !== undefined && mayOpen(`/rules/${rule.id}/edit`) && (
                  <>
                    {" "}
                    <a href={href(`/rules/${rule.id}/edit`)}>{words.editPlaces}</a>
                  </>
                )}
              </p>
            </div>
            <div class="meters">
              {rule !== undefined && rule.type !== "single" && (
                <Meter calm label={words.cycle} used={done} max={needed} unit={words.units[rule.type]} />
              )}
              {explanation.limits.map((limit) => (
                <LimitMeter key={`${limit.per} ${limit.period} ${limit.measure}`} of={limit} />
              ))}
            </div>
          </>
        )
      }}
    </Loaded>
  )
}
