import type { ComponentChildren } from "preact"
import { call } from "../../api.ts"
import { href } from "../../app/router.ts"
import { Code } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { FirstAward } from "./FirstAward.tsx"
import { FirstMember } from "./FirstMember.tsx"

interface Props {
  readonly done: { readonly rule: boolean; readonly member: boolean; readonly award: boolean }
  readonly reload: () => void
}

interface StepProps {
  readonly title: string
  readonly done: boolean
  readonly ready: boolean
  readonly curl: string
  readonly children: ComponentChildren
}

/** One step. Only the next one shows what to do. */
const Step = ({ children, curl, done, ready, title }: StepProps) => (
  <li class={done ? "done" : ready ? "next" : ""} aria-current={ready && !done ? "step" : undefined}>
    <h2>
      {title}
      {done && <small>done</small>}
    </h2>
    {ready && !done && (
      <>
        {children}
        <details>
          <summary>The same with curl</summary>
          <Code label="curl" text={curl} />
        </details>
      </>
    )}
  </li>
)

const rule = {
  name: "first order",
  coinValue: "10",
  maxNumberOfParticipant: "500",
  condition: "places an order"
}

/** Leads a new partner to its first award. */
export const Checklist = ({ done, reload }: Props) => (
  <>
    <p class="lead">Three steps to the first award. After that, your numbers appear here.</p>
    <ol class="checklist">
      <Step title="Create a rule" done={done.rule} ready curl={curlOf("rules.create", rule)}>
        <p class="quiet">
          A rule defines what earns coins, how many coins it pays, and how many members can earn them.
        </p>
        <a class="button" href={href("/rules/new")}>
          Create the first rule
        </a>
      </Step>
      <Step
        title="Onboard a member"
        done={done.member}
        ready={done.rule}
        curl={curlOf("members.onboard", { userId: "customer-7" })}
      >
        <p class="quiet">A member is one of your customers, under your own id. It gets a wallet.</p>
        <FirstMember send={(userId) => call("members.onboard", { body: { userId } })} done={reload} />
      </Step>
      <Step
        title="Award the rule"
        done={done.award}
        ready={done.rule && done.member}
        curl={curlOf("rules.award", { userId: "customer-7", ruleName: "first order" })}
      >
        <p class="quiet">Your systems do this when a member has met the condition. Try it once by hand.</p>
        <FirstAward done={reload} />
      </Step>
    </ol>
  </>
)
