import { call } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import type { Body } from "../../contract.ts"
import { curlOf } from "../../parts/curl.ts"
import { Page } from "../../parts/Page.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { RuleForm } from "./RuleForm.tsx"
import { creationOf, newRule } from "./values.ts"

export const NewRulePage = () => (
  <Page title="New rule">
    <RuleForm
      initial={newRule}
      exists={false}
      submit="Create the rule"
      bodyOf={creationOf}
      curlOf={(values) => curlOf("rules.create", creationOf(values))}
      send={async (values, idempotencyKey) => {
        // The API judges what is missing, and names it.
        const body = creationOf(values) as Body<"rules.create">
        const { name } = await call("rules.create", { body, idempotencyKey })
        toast(`Rule ${name} created`)
        navigate("/rules")
      }}
    />
  </Page>
)
