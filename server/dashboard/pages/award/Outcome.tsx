import { useLayoutEffect, useRef } from "preact/hooks"
import { awardHref } from "../../parts/award.ts"
import { counted, exact } from "../../parts/numbers.ts"
import type { MadeAward } from "./values.ts"

const saidOf = ({ answer, listed }: MadeAward): string => {
  const { awarded, ruleName, userId } = answer
  switch (listed?.state) {
    case undefined:
      return `${awarded ? "Paid" : "Recorded"} “${ruleName}” for ${userId}`
    case "paid":
      return `Paid ${counted(Number(listed.coins), "coin")} to ${userId}${listed.amount === null ? "" : ` for ${exact(listed.amount)}`}`
    case "pending":
      return `Promised ${counted(Number(listed.coins), "coin")} to ${userId}. They wait until they mature`
    case "counted":
      return `Counted “${ruleName}” for ${userId}. It paid nothing yet`
    case "suppressed":
      return `Recorded “${ruleName}” for ${userId} without effect: a limit is used up`
    case "partly_reversed":
      return `A part of “${ruleName}” for ${userId} was reversed meanwhile`
    case "reversed":
      return `“${ruleName}” for ${userId} was reversed meanwhile`
  }
}

/** What an award did, with a link to it in the list. It takes the focus from the button, so that a second press does nothing. */
export const Outcome = ({ of }: { readonly of: MadeAward }) => {
  const { id } = of.answer
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => element.current?.focus(), [])
  return (
    <div class="notice good" role="status" ref={element} tabIndex={-1}>
      <p class="words">
        {saidOf(of)}. <a href={awardHref(id)}>See the award</a>
      </p>
    </div>
  )
}
