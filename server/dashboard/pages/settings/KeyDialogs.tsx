import { call } from "../../api.ts"
import type { ApiKey, NewApiKey } from "../../contract.ts"
import { Button } from "../../parts/Button.tsx"
import { Checks } from "../../parts/Checks.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Confirm } from "../../parts/FormDialog.tsx"
import { FormFailure, useForm } from "../../parts/form.tsx"
import { Given } from "../../parts/Given.tsx"
import { ShownOnce } from "../../parts/ShownOnce.tsx"
import { Time } from "../../parts/Time.tsx"
import { toast } from "../../parts/Toasts.tsx"
import { type Scope, scopes } from "./scopes.ts"

interface NewKeyProps {
  readonly onClose: () => void
  readonly onMade: (made: NewApiKey) => void
}

const initial: { readonly name: string; readonly scopes: ReadonlyArray<Scope> } = {
  name: "",
  scopes: ["read"]
}

/** Creates an API key. The API checks the name and the scopes. */
export const NewKey = ({ onClose, onMade }: NewKeyProps) => {
  const { busy, failure, field, onSubmit } = useForm({
    initial,
    send: async (body) => onMade(await call("iam.createApiKey", { body }))
  })
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Field label="Name" {...field("name")} hint="Which of your systems uses it, such as Checkout." />
        <Checks legend="Scopes" {...field("scopes")} hint="No more than the system needs." options={scopes} />
        <FormFailure of={failure} />
        <Button wide off={busy}>
          {busy ? "Creating…" : "Create the key"}
        </Button>
      </form>
    </Dialog>
  )
}

interface SecretProps {
  readonly made: NewApiKey
  readonly onStored: () => void
}

/** The new key with its secret, and the curl command that logs in with them. */
export const KeySecret = ({ made: { apiKey, apiSecret, name }, onStored }: SecretProps) => (
  <ShownOnce
    title="API key created"
    onStored={onStored}
    values={[
      ["API key", apiKey],
      ["Secret", apiSecret],
      [
        "An access token, for four hours",
        `curl -X POST -u '${apiKey}:${apiSecret}' ${location.origin}/api/v1/laas/iam/login`
      ]
    ]}
  >
    <b>{name}</b> logs in with these two, and calls the API with the access token that it gets.
  </ShownOnce>
)

interface RevokeProps {
  readonly revoked: ApiKey
  readonly onClose: () => void
  readonly onRevoked: () => void
}

export const RevokeKey = ({ onClose, onRevoked, revoked }: RevokeProps) => (
  <Confirm
    title="Revoke this API key?"
    verb="Revoke the key"
    onClose={onClose}
    run={async () => {
      await call("iam.revokeApiKey", { params: { id: revoked.id } })
      toast(`API key ${revoked.name} is revoked`)
      onRevoked()
    }}
  >
    <p>
      <b>
        <Given>{revoked.name}</Given>
      </b>{" "}
      <code>{revoked.apiKey}</code>{" "}
      {revoked.lastUsedAt === null ? (
        "was never used."
      ) : (
        <>
          was last used <Time at={revoked.lastUsedAt} />.
        </>
      )}
    </p>
    <p>Its access tokens end at once, and the system that uses it stops. A revoked key stays revoked.</p>
  </Confirm>
)
