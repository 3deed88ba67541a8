import { href } from "../../app/router.ts"
import { Button } from "../../parts/Button.tsx"
import { Code } from "../../parts/Code.tsx"
import { FormFailure } from "../../parts/FormFailure.tsx"
import { useForm } from "../../parts/form.ts"
import { check } from "./check.ts"
import { LimitFields } from "./LimitFields.tsx"
import { ProgrammeFields } from "./ProgrammeFields.tsx"
import { RuleFields } from "./RuleFields.tsx"
import { SubRuleFields } from "./SubRuleFields.tsx"
import { ruleSentence } from "./sentence.ts"
import type { RuleValues } from "./values.ts"

interface Props {
  readonly initial: RuleValues
  readonly exists: boolean
  readonly submit: string
  /** The body that the values make. */
  readonly bodyOf: (values: RuleValues) => object
  readonly curlOf: (values: RuleValues) => string
  readonly send: (values: RuleValues, attempt: string) => Promise<void>
}

/** Creates or changes a rule. Beside it stands what it will do, in words, and what will be sent. */
export const RuleForm = ({ bodyOf, curlOf, exists, initial, send, submit }: Props) => {
  const { busy, change, failure, faults, onSubmit, values } = useForm({ initial, check, send })
  const common = { values, change, faults }
  return (
    <div class="beside">
      <form onSubmit={onSubmit} noValidate>
        <RuleFields {...common} exists={exists} />
        {values.type === "combined" && <SubRuleFields {...common} exists={exists} />}
        <LimitFields {...common} />
        <ProgrammeFields {...common} />
        <FormFailure of={failure} />
        <div class="actions">
          <Button off={busy}>{busy ? "Saving…" : submit}</Button>
          <a class="button plain" href={href("/rules")}>
            Cancel
          </a>
        </div>
      </form>
      <aside aria-label="What will be sent">
        <p class="say">
          {ruleSentence(values) ?? "This says what the rule will do, once its numbers are filled in."}
        </p>
        <Code label="JSON" text={JSON.stringify(bodyOf(values), null, 2)} />
        <Code label="curl" text={curlOf(values)} />
      </aside>
    </div>
  )
}
