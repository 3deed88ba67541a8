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
import { words } from "../../words/settings.ts"
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
    <Dialog title={words.newKey} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Field label={words.name} {...field("name")} hint={words.nameHint} />
        <Checks legend={words.scopes} {...field("scopes")} hint={words.scopesHint} options={scopes} />
        <FormFailure of={failure} />
        <Button wide off={busy}>
          {busy ? words.creating : words.createKey}
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
    title={words.keyCreated}
    onStored={onStored}
    values={[
      [words.apiKey, apiKey],
      [words.secret, apiSecret],
      [words.accessToken, `curl -X POST -u '${apiKey}:${apiSecret}' ${location.origin}/api/v1/laas/iam/login`]
    ]}
  >
    {words.keyExplained(
      <b>
        <Given>{name}</Given>
      </b>
    )}
  </ShownOnce>
)

interface RevokeProps {
  readonly revoked: ApiKey
  readonly onClose: () => void
  readonly onRevoked: () => void
}

const usedWords = ({ apiKey, lastUsedAt, name }: ApiKey) => {
  const named = (
    <b>
      <Given>{name}</Given>
    </b>
  )
  const key = <code>{apiKey}</code>
  return lastUsedAt === null
    ? words.keyNeverUsed(named, key)
    : words.keyLastUsed(named, key, <Time at={lastUsedAt} />)
}

export const RevokeKey = ({ onClose, onRevoked, revoked }: RevokeProps) => (
  <Confirm
    title={words.revokeTitle}
    verb={words.revokeKey}
    onClose={onClose}
    run={async () => {
      await call("iam.revokeApiKey", { params: { id: revoked.id } })
      toast(words.keyRevoked(revoked.name))
      onRevoked()
    }}
  >
    <p>{usedWords(revoked)}</p>
    <p>{words.revokeExplained}</p>
  </Confirm>
)
