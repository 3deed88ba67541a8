import type { ComponentChildren } from "preact"
import { call } from "../../api.ts"
import { may } from "../../app/permissions.ts"
import type { Body } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { CurlDetails } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { type Form, FormFailure, useForm } from "../../parts/form.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/settings.ts"

interface Props<V extends object> {
  readonly initial: V
  /** The change that the values stand for. */
  readonly changeOf: (values: V) => Body<"settings.update">
  readonly submit: string
  readonly onSaved: () => void
  readonly children: (field: Form<V>["field"]) => ComponentChildren
}

/** Changes one setting of the partner. People whose role does not allow it see the form, but cannot use it. */
export const SettingForm = <V extends object>({ changeOf, children, initial, onSaved, submit }: Props<V>) => {
  const { busy, failure, field, onSubmit, values } = useForm({
    initial,
    send: async (values, idempotencyKey) => {
      await call("settings.update", { body: changeOf(values), idempotencyKey })
      toast(words.settingsSaved)
      onSaved()
    }
  })
  const isChanged = JSON.stringify(changeOf(values)) !== JSON.stringify(changeOf(initial))
  const mayChange = may("settings.update")
  return (
    <form class="stack" onSubmit={onSubmit} noValidate>
      <fieldset disabled={!mayChange}>{children(field)}</fieldset>
      <FormFailure of={failure} />
      {mayChange ? (
        <div class="actions">
          <Button kind="plain" off={busy || !isChanged}>
            {busy ? words.saving : submit}
          </Button>
        </div>
      ) : (
        <p class="quiet">{words.onlyOwners}</p>
      )}
      {isChanged && <CurlDetails text={curlOf("settings.update", changeOf(values))} />}
    </form>
  )
}
