import { useEffect } from "preact/hooks"
import { Field } from "../../dashboard/parts/Field.tsx"
import type { Operation } from "../document.ts"
import { apiKey, apiSecret, lookForSession, session, token, useSession } from "./credentials.ts"
import type { Credentials } from "./request.ts"

/** What the request is sent with, from what was entered. */
export const credentialsFor = ({ access, path }: Operation): Credentials => {
  switch (access) {
    case "anyone":
      return { kind: "none" }
    case "basic":
      return { kind: "basic", user: apiKey.value, password: apiSecret.value }
    case "userBearer":
      return { kind: "token", token: token.value }
    case "bearer":
      return session.value && useSession.value && path.startsWith("/api/")
        ? { kind: "session" }
        : { kind: "token", token: token.value }
  }
}

const TokenField = ({ hint }: { readonly hint: string }) => (
  <Field
    label="Access token"
    name="token"
    type="password"
    value={token.value}
    onValue={(value) => {
      token.value = value
    }}
    hint={hint}
  />
)

const kept = "Kept while this page is open, and nowhere else."

const PartnerFields = () => {
  useEffect(() => void lookForSession(), [])
  if (!session.value) {
    return <TokenField hint={`${kept} Who is signed in on the dashboard needs none.`} />
  }
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={useSession.value}
          onChange={(event) => {
            useSession.value = event.currentTarget.checked
          }}
        />
        <span>
          As the partner who is signed in on the dashboard
          <small>of the ecosystem {session.value.ecosystem}</small>
        </span>
      </label>
      {!useSession.value && <TokenField hint={kept} />}
    </>
  )
}

export const CredentialFields = ({ access }: Pick<Operation, "access">) => {
  if (access === "anyone") return null
  if (access === "bearer") return <PartnerFields />
  if (access === "userBearer") return <TokenField hint={`The access token of a user. ${kept}`} />
  return (
    <div class="pair">
      <Field
        label="API key"
        name="apiKey"
        value={apiKey.value}
        onValue={(value) => {
          apiKey.value = value
        }}
      />
      <Field
        label="Secret"
        name="apiSecret"
        type="password"
        value={apiSecret.value}
        onValue={(value) => {
          apiSecret.value = value
        }}
        hint={kept}
      />
    </div>
  )
}
