import { call } from "../../api.ts"
import { Button } from "../../parts/Button.tsx"
import { Choice } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Loaded, Skeleton, useLoad } from "../../parts/load.tsx"
import { toast } from "../../parts/Toasts.tsx"

interface FormProps {
  readonly rules: ReadonlyArray<string>
  readonly members: ReadonlyArray<string>
  readonly done: () => void
}

const AwardForm = ({ done, members, rules }: FormProps) => {
  const { busy, failure, field, onSubmit } = useForm({
    initial: { ruleName: rules[0] ?? "", userId: members[0] ?? "" },
    send: async (body, idempotencyKey) => {
      const { awarded } = await call("rules.award", { body, idempotencyKey })
      toast(awarded ? "The first award is paid" : "The award is counted")
      done()
    }
  })
  const named = (names: ReadonlyArray<string>) => names.map((name) => [name, name] as const)
  return (
    <form class="inline" onSubmit={onSubmit} noValidate>
      <Choice label="Rule" {...field("ruleName")} options={named(rules)} />
      <Choice label="Member" {...field("userId")} options={named(members)} />
      <Button off={busy}>Award</Button>
      <FormFailure of={failure} />
    </form>
  )
}

/** Awards one of the first rules to one of the first members. */
export const FirstAward = ({ done }: { readonly done: () => void }) => {
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
