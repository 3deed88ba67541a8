import { call } from "../../api.ts"
import { partnerChanged } from "../../app/session.ts"
import type { Partner } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Code } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { changesOf, fields, movesEmail, valuesOf } from "./details.ts"

interface Props {
  readonly partner: Partner
  readonly onSaved: () => void
}

/** Changes the partner's details, and shows the request beside the form, without the password. */
export const DetailsForm = ({ onSaved, partner }: Props) => {
  const { busy, change, failure, faults, onSubmit, values } = useForm({
    initial: valuesOf(partner),
    send: async (given, idempotencyKey) => {
      const changed = await call("partners.update", { body: changesOf(partner, given), idempotencyKey })
      partnerChanged(changed)
      toast("Details saved")
      onSaved()
    }
  })
  const { currentPassword, ...changes } = changesOf(partner, values)
  const isChanged = Object.keys(changes).length > 0
  const shown = currentPassword === undefined ? changes : { ...changes, currentPassword: "…" }
  return (
    <div class="beside">
      <form onSubmit={onSubmit} noValidate>
        {fields.map((field) => (
          <Field
            key={field.name}
            {...field}
            value={values[field.name]}
            onValue={(value) => change({ [field.name]: value })}
            fault={faults[field.name]}
          />
        ))}
        {movesEmail(partner, values) && (
          <Field
            label="Your password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            value={values.currentPassword}
            onValue={(value) => change({ currentPassword: value })}
            fault={faults.currentPassword}
          />
        )}
        <FormFailure of={failure} />
        <div class="actions">
          <Button off={busy || !isChanged}>{busy ? "Saving…" : "Save the details"}</Button>
          {isChanged && (
            <button type="button" class="button plain" onClick={() => change(valuesOf(partner))}>
              Undo
            </button>
          )}
        </div>
      </form>
      <aside aria-label="What will be sent">
        {isChanged ? (
          <>
            <Code label="JSON" text={JSON.stringify(shown, null, 2)} />
            <Code label="curl" text={curlOf("partners.update", shown)} />
          </>
        ) : (
          <p class="quiet">Only the fields that you change are sent. What will be sent appears here.</p>
        )}
      </aside>
    </div>
  )
}
