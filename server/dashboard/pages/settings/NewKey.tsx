import { call } from "../../api.ts"
import type { NewApiKey } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Checks } from "../../parts/Checks.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { FormFailure } from "../../parts/FormFailure.tsx"
import { useForm } from "../../parts/form.ts"
import { type Scope, scopes } from "./scopes.ts"

interface Props {
  readonly onClose: () => void
  readonly onMade: (made: NewApiKey) => void
}

const initial: { readonly name: string; readonly scopes: ReadonlyArray<Scope> } = {
  name: "",
  scopes: ["read"]
}

/** Makes an API key. The API judges the name and the scopes. */
export const NewKey = ({ onClose, onMade }: Props) => {
  const { busy, change, failure, faults, onSubmit, values } = useForm({
    initial,
    send: async (body) => onMade(await call("iam.createApiKey", { body }))
  })
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Field
          label="Name"
          name="name"
          value={values.name}
          onValue={(name) => change({ name })}
          hint="Which of your systems uses it, such as Checkout."
          fault={faults.name}
        />
        <Checks
          legend="Scopes"
          name="scopes"
          hint="No more than the system needs."
          options={scopes}
          chosen={values.scopes}
          onChosen={(chosen) => change({ scopes: chosen })}
          fault={faults.scopes}
        />
        <FormFailure of={failure} />
        <Button wide off={busy}>
          {busy ? "Creating…" : "Create the key"}
        </Button>
      </form>
    </Dialog>
  )
}
