import type { Award } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { Pill } from "../../parts/Pill.tsx"
import { Time } from "../../parts/Time.tsx"
import { words } from "../../words/awards.ts"

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
    {words.states[state]}
    {state === "pending" && maturesAt !== null && words.matures(<Time at={maturesAt} />)}
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
      {isPartial && <small class="below">{words.left(exact(coinsLeft))}</small>}
      {amount !== null && (
        <small class="below">
          {isPartial && amountLeft !== null && amountLeft !== amount
            ? words.forPart(exact(amountLeft), exact(amount))
            : words.forAmount(exact(amount))}
        </small>
      )}
    </>
  )
}
