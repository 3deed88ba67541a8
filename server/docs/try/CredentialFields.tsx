import { useEffect } from "preact/hooks"
import { Field } from "../../dashboard/parts/Field.tsx"
import type { Operation } from "../document.ts"
import { apiKey, apiSecret, readSession, session, side, token, useSession } from "./credentials.ts"
import type { Credentials } from "./request.ts"

/** The credentials of the request, from the fields. */
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
        ? { kind: "session", side: side.value }
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

const storage = "Stored only while this page is open."

const PartnerFields = () => {
  useEffect(() => void readSession(), [])
  if (!session.value) {
    return <TokenField hint={`${storage} If you are signed in on the dashboard, you need none.`} />
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
      {useSession.value ? (
        <label class="check">
          <input
            type="checkbox"
            checked={side.value === "test"}
            onChange={(event) => {
              side.value = event.currentTarget.checked ? "test" : "live"
            }}
          />
          <span>
            On the test side
            <small>It has its own data. Without it, the request is real.</small>
          </span>
        </label>
      ) : (
        <TokenField hint={storage} />
      )}
    </>
  )
}

export const CredentialFields = ({ access }: Pick<Operation, "access">) => {
  if (access === "anyone") return null
  if (access === "bearer") return <PartnerFields />
  if (access === "userBearer") return <TokenField hint={`The access token of a user. ${storage}`} />
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
        hint={storage}
      />
    </div>
  )
}
