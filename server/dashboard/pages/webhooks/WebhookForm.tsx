import { Button } from "../../parts/Button.tsx"
import { Checks } from "../../parts/Checks.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure } from "../../parts/FormFailure.tsx"
import { useForm } from "../../parts/form.ts"
import { typeOptions } from "./types.ts"
import type { WebhookValues } from "./values.ts"

interface Props {
  readonly title: string
  readonly submit: string
  readonly initial: WebhookValues
  readonly send: (values: WebhookValues, attempt: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for a webhook's address and types. The API judges them. */
export const WebhookForm = ({ initial, onClose, send, submit, title }: Props) => {
  const { busy, change, failure, faults, onSubmit, values } = useForm({ initial, send })
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Field
          label="Address"
          name="url"
          type="url"
          value={values.url}
          onValue={(url) => change({ url })}
          hint="Events are sent there by POST, such as https://shop.example/hooks/rewards."
          fault={faults.url}
        />
        <Field
          label="Description"
          name="description"
          optional
          value={values.description}
          onValue={(description) => change({ description })}
          hint="What it is for."
          fault={faults.description}
        />
        <Checks
          legend="Types of events"
          name="types"
          hint="None chosen: all of them, those of later versions too."
          options={typeOptions}
          chosen={values.types}
          onChosen={(types) => change({ types })}
          fault={faults.types}
        />
        <FormFailure of={failure} />
        <Button wide off={busy}>
          {busy ? "Saving…" : submit}
        </Button>
      </form>
    </Dialog>
  )
}
