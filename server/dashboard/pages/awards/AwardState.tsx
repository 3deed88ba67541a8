import type { Award } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import { Time } from "../../parts/Time.tsx"

/** The states of awards in words. */
export const stateWords = {
  paid: "paid",
  pending: "pending",
  counted: "counted",
  suppressed: "not paid (limit)",
  partly_reversed: "partly reversed",
  reversed: "reversed"
} as const satisfies Readonly<Record<Award["state"], string>>

const tones = {
  paid: "good",
  pending: "plain",
  counted: "plain",
  suppressed: "near",
  partly_reversed: "plain",
  reversed: "plain"
} as const

export const AwardState = ({ award: { maturesAt, reversedAt, state } }: { readonly award: Award }) => (
  <Pill tone={tones[state]}>
    {stateWords[state]}
    {state === "pending" && maturesAt !== null && (
      <>
        , matures <Time at={maturesAt} />
      </>
    )}
    {reversedAt !== null && (
      <>
        {" "}
        <Time at={reversedAt} />
      </>
    )}
  </Pill>
)

/** The coins that an award paid, and what is left of them after partial reversals; the same for its amount. */
export const AwardCoins = ({ award }: { readonly award: Award }) => {
  const { amount, amountLeft, coins, coinsLeft, state } = award
  const isPartial = state !== "reversed" && (coinsLeft !== coins || amountLeft !== amount)
  return (
    <>
      {Number(coins) === 0 ? "–" : exact(coins)}
      {isPartial && <small class="below">{exact(coinsLeft)} left</small>}
      {amount !== null && (
        <small class="below">
          for {isPartial && amountLeft !== null && amountLeft !== amount && `${exact(amountLeft)} of `}
          {exact(amount)}
        </small>
      )}
    </>
  )
}
