import { useState } from "preact/hooks"
import { Button } from "../../dashboard/parts/Button.tsx"
import { Code } from "../../dashboard/parts/Code.tsx"
import { Area, Choice, Field } from "../../dashboard/parts/Field.tsx"
import { toast } from "../../dashboard/parts/Toasts.tsx"
import type { Operation, Parameter } from "../document.ts"
import type { Schemas } from "../schema.ts"
import { type Received, receive } from "./answer.ts"
import { CredentialFields, credentialsFor } from "./CredentialFields.tsx"
import { enterTestSide, session, token, useSession } from "./credentials.ts"
import { bodyOf, curlOf, type Filled, missingIn, requestOf } from "./request.ts"

interface Props {
  readonly operation: Operation
  readonly schemas: Schemas
}

interface ParameterProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onValue: (value: string) => void
  readonly fault: string | undefined
}

const ParameterField = ({ fault, onValue, parameter, value }: ParameterProps) => {
  const { name, required, schema } = parameter
  const common = { label: name, name, value, onValue, fault, optional: !required }
  return schema.enum === undefined ? (
    <Field {...common} />
  ) : (
    <Choice
      {...common}
      options={[["", ""], ...schema.enum.map((word) => [String(word), String(word)] as const)]}
    />
  )
}

const Answered = ({ accessToken, requestId, status, text }: Received) => (
  <div role="status">
    <Code label={`${status}${requestId === null ? "" : ` · request ${requestId}`}`} text={text} />
    {accessToken !== undefined && (
      <p class="hint">
        <button
          type="button"
          class="link"
          onClick={() => {
            token.value = accessToken
            useSession.value = false
            toast("The next requests are sent with this token")
          }}
        >
          Use this token
        </button>{" "}
        for the next requests of this page.
      </p>
    )}
  </div>
)

/** A form that sends the request to this service and shows the answer. */
export const TryIt = ({ operation, schemas }: Props) => {
  const [given, setGiven] = useState<Filled>({ values: {}, body: bodyOf(operation, schemas) })
  const [missing, setMissing] = useState<ReadonlyArray<string>>([])
  const [received, setReceived] = useState<Received | undefined>(undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const filled: Filled = { ...given, values: { eco: session.value?.ecosystem ?? "", ...given.values } }

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const absent = missingIn(operation, filled)
    setMissing(absent)
    if (absent.length > 0 || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const credentials = credentialsFor(operation)
      const { address, init } = requestOf(operation, filled, credentials)
      const isTest = credentials.kind === "session" && credentials.side === "test"
      if (isTest && session.value?.hasTestToken !== true) await enterTestSide()
      let answer = await fetch(address, init)
      // The tokens of the test side end when it is emptied.
      if (isTest && answer.status === 401) {
        await enterTestSide()
        answer = await fetch(address, init)
      }
      setReceived(await receive(answer))
    } catch (error) {
      setReceived(undefined)
      setFailure(
        error instanceof TypeError
          ? "There was no answer."
          : error instanceof Error
            ? error.message
            : String(error)
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <aside aria-label="Try it">
      <h2>Try it</h2>
      <form onSubmit={send} noValidate>
        <CredentialFields access={operation.access} />
        {operation.parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={filled.values[parameter.name] ?? ""}
            onValue={(value) => setGiven({ ...given, values: { ...given.values, [parameter.name]: value } })}
            fault={missing.includes(parameter.name) ? "is required" : undefined}
          />
        ))}
        {operation.body && (
          <Area
            label="Body"
            name="body"
            value={given.body}
            onValue={(body) => setGiven({ ...given, body })}
            hint="JSON. It is sent unchanged; the API reports its faults."
          />
        )}
        {failure && (
          <p class="fault" role="alert">
            {failure}
          </p>
        )}
        <Button off={busy}>{busy ? "Sending…" : "Send"}</Button>
        {operation.method !== "GET" && <p class="hint">It is sent to this service, and does what it says.</p>}
      </form>
      {received && <Answered {...received} />}
      <Code label="curl" text={curlOf(operation, filled, location.origin)} />
    </aside>
  )
}
