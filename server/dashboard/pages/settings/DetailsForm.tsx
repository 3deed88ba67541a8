import { call } from "../../api.ts"
import { partnerChanged } from "../../app/session.ts"
import type { Partner } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Code } from "../../parts/Code.tsx"
import { curlOf } from "../../parts/curl.ts"
import { Field } from "../../parts/Field.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { May } from "../../parts/May.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { words } from "../../words/settings.ts"
import { changesOf, fields, movesEmail, valuesOf } from "./details.ts"

interface Props {
  readonly partner: Partner
  readonly onSaved: () => void
}

/** Changes the partner's details, and shows the request beside the form, without the password. */
export const DetailsForm = ({ onSaved, partner }: Props) => {
  const { busy, change, failure, field, onSubmit, values } = useForm({
    initial: valuesOf(partner),
    send: async (given, idempotencyKey) => {
      const changed = await call("partners.update", { body: changesOf(partner, given), idempotencyKey })
      partnerChanged(changed)
      toast(words.detailsSaved)
      onSaved()
    }
  })
  const { currentPassword, ...changes } = changesOf(partner, values)
  const isChanged = Object.keys(changes).length > 0
  const shown = currentPassword === undefined ? changes : { ...changes, currentPassword: "…" }
  return (
    <div class="beside">
      <form onSubmit={onSubmit} noValidate>
        {fields.map((each) => (
          <Field key={each.name} {...each} {...field(each.name)} />
        ))}
        {movesEmail(partner, values) && (
          <Field
            label={words.yourPassword}
            {...field("currentPassword")}
            type="password"
            autoComplete="current-password"
          />
        )}
        <FormFailure of={failure} />
        <May call="partners.update">
          <div class="actions">
            <Button off={busy || !isChanged}>{busy ? words.saving : words.saveDetails}</Button>
            {isChanged && (
              <Button kind="plain" onClick={() => change(valuesOf(partner))}>
                {words.undo}
              </Button>
            )}
          </div>
        </May>
      </form>
      <aside aria-label={words.willBeSent}>
        {isChanged ? (
          <>
            <Code label="JSON" text={JSON.stringify(shown, null, 2)} />
            <Code label="curl" text={curlOf("partners.update", shown)} />
          </>
        ) : (
          <p class="quiet">{words.onlyChanges}</p>
        )}
      </aside>
    </div>
  )
}
