import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { awardHref } from "../../parts/award.ts"
import { Given } from "../../parts/Given.tsx"
import { exact } from "../../parts/numbers.ts"
import { words } from "../../words/award.ts"
import type { MadeAward } from "./values.ts"

const saidOf = ({ answer, listed }: MadeAward): ComponentChildren => {
  const rule = <Given>{answer.ruleName}</Given>
  const member = <Given>{answer.userId}</Given>
  switch (listed?.state) {
    case undefined:
      return answer.awarded ? words.paidRule(rule, member) : words.recordedRule(rule, member)
    case "paid":
      return listed.amount === null
        ? words.paidTo(Number(listed.coins), member)
        : words.paidToFor(Number(listed.coins), member, exact(listed.amount))
    case "pending":
      return words.promised(Number(listed.coins), member)
    case "counted":
      return words.countedRule(rule, member)
    case "suppressed":
      return words.withoutEffect(rule, member)
    case "partly_reversed":
      return words.partReversed(rule, member)
    case "reversed":
      return words.reversed(rule, member)
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
        {saidOf(of)} <a href={awardHref(id)}>{words.see}</a>
      </p>
    </div>
  )
}
