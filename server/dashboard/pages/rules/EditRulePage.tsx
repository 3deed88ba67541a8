import { call } from "../../api.ts"
import { navigate } from "../../app/router.ts"
import type { PageProps } from "../../app/routes.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Loaded } from "../../parts/Loaded.tsx"
import { useLoad } from "../../parts/load.ts"
import { Page } from "../../parts/Page.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { RuleForm } from "./RuleForm.tsx"
import { changesOf, valuesOf } from "./values.ts"

export const EditRulePage = ({ params: { id = "" } }: PageProps) => {
  const load = useLoad((signal) => call("rules.get", { params: { id }, signal }), [id])
  return (
    <Page title={load.data === undefined ? "Rule" : `Edit ${load.data.name}`}>
      <Loaded of={load} skeleton={<Skeleton rows={8} />}>
        {(rule) => (
          <RuleForm
            initial={valuesOf(rule)}
            exists
            submit="Save the changes"
            bodyOf={(values) => changesOf(rule, values)}
            curlOf={(values) => curlOf("rules.update", changesOf(rule, values))}
            send={async (values, idempotencyKey) => {
              const { name } = await call("rules.update", { body: changesOf(rule, values), idempotencyKey })
              toast(`Rule ${name} saved`)
              navigate("/rules")
            }}
          />
        )}
      </Loaded>
    </Page>
  )
}
