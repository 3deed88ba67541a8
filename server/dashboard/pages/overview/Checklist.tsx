import type { ComponentChildren } from "preact"
import { call } from "../../api.ts"
import { Button } from "../../parts/Button.tsx"
import { CurlDetails } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Choice, Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { ButtonLink } from "../../parts/Page.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { overview as words } from "../../words/common.ts"

interface Props {
  readonly done: { readonly rule: boolean; readonly member: boolean }
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
      {done && <small>{words.done}</small>}
    </h2>
    {ready && !done && (
      <>
        {children}
        <CurlDetails text={curl} />
      </>
    )}
  </li>
)

const FirstMember = ({ done }: { readonly done: () => void }) => {
  const { busy, failure, field, onSubmit } = useForm({
    initial: { userId: "" },
    send: async ({ userId }) => {
      await call("members.onboard", { body: { userId } })
      toast(words.isMember(userId))
      done()
    }
  })
  return (
    <form class="inline" onSubmit={onSubmit} noValidate>
      <Field label={words.customerId} {...field("userId")} placeholder={words.customerExample} />
      <Button off={busy}>{words.add}</Button>
      <FormFailure of={failure} />
    </form>
  )
}

interface AwardFormProps {
  readonly rules: ReadonlyArray<string>
  readonly members: ReadonlyArray<string>
  readonly done: () => void
}

const AwardForm = ({ done, members, rules }: AwardFormProps) => {
  const { busy, failure, field, onSubmit } = useForm({
    initial: { ruleName: rules[0] ?? "", userId: members[0] ?? "" },
    send: async (body, idempotencyKey) => {
      const { awarded } = await call("rules.award", { body, idempotencyKey })
      toast(awarded ? words.firstPaid : words.firstCounted)
      done()
    }
  })
  const named = (names: ReadonlyArray<string>) => names.map((name) => [name, name] as const)
  return (
    <form class="inline" onSubmit={onSubmit} noValidate>
      <Choice label={words.rule} {...field("ruleName")} options={named(rules)} />
      <Choice label={words.member} {...field("userId")} options={named(members)} />
      <Button off={busy}>{words.award}</Button>
      <FormFailure of={failure} />
    </form>
  )
}

/** Awards one of the first rules to one of the first members. */
const FirstAward = ({ done }: { readonly done: () => void }) => {
  const load = useLoad(async (signal) => {
    const [rules, members] = await Promise.all([
      call("rules.list", { query: { status: "active", limit: "20" }, signal }),
      call("members.list", { query: { limit: "20" }, signal })
    ])
    const names = rules.data.flatMap(({ name, rules: parts }) => [name, ...parts.map((part) => part.name)])
    return { rules: names, members: members.data.map(({ userId }) => userId) }
  }, [])
  return (
    <Loaded of={load} skeleton={<Skeleton rows={1} />}>
      {({ members, rules }) => <AwardForm rules={rules} members={members} done={done} />}
    </Loaded>
  )
}

const rule = {
  name: "first order",
  coinValue: "10",
  maxNumberOfParticipant: "500",
  condition: "places an order"
}

/** Leads a new partner to its first award. */
export const Checklist = ({ done, reload }: Props) => (
  <>
    <p class="lead">{words.steps}</p>
    <ol class="checklist">
      <Step title={words.createRule} done={done.rule} ready curl={curlOf("rules.create", rule)}>
        <p class="quiet">{words.createRuleHint}</p>
        <ButtonLink to="/rules/new">{words.createFirstRule}</ButtonLink>
      </Step>
      <Step
        title={words.addMember}
        done={done.member}
        ready={done.rule}
        curl={curlOf("members.onboard", { userId: "customer-7" })}
      >
        <p class="quiet">{words.addMemberHint}</p>
        <FirstMember done={reload} />
      </Step>
      <Step
        title={words.awardRule}
        done={false}
        ready={done.rule && done.member}
        curl={curlOf("rules.award", { userId: "customer-7", ruleName: "first order" })}
      >
        <p class="quiet">{words.awardRuleHint}</p>
        <FirstAward done={reload} />
      </Step>
    </ol>
  </>
)
