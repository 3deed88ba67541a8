// What an answer must be, by the document alone.
import { at, failure, isList, isObject, type Json, type Operation } from "./document.ts"
import { type Draft, isAllowed } from "./draft.ts"
import { fits } from "./valid.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const schemasFor = ({ answers }: Operation, { status }: Answer, isElsewhere: boolean) =>
  answers.get(String(status)) ??
  answers.get("default") ??
  // The document has no operation for another path or method: they are answered by the service as a whole.
  (isElsewhere ? new Map([["application/json", failure]]) : undefined)

/** What is wrong about the form of an answer. */
const misshapen = (draft: Draft, answer: Answer): string | undefined => {
  const { headers, status, text } = answer
  if (headers.get("x-request-id") === null) return "has no x-request-id"
  const isElsewhere = draft.address !== undefined || draft.method !== draft.operation.method
  const schemas = schemasFor(draft.operation, answer, isElsewhere)
  if (schemas === undefined) return `has the status ${status}, which is not documented`
  if (schemas.size === 0 || text === "")
    return schemas.size > 0 && status < 300 && draft.type === "application/json" ? "has no body" : undefined
  const type = (headers.get("content-type") ?? "").split(";")[0] ?? ""
  const schema = isElsewhere ? failure : schemas.get(type)
  if (schema === undefined) return `is ${type}, which is not documented for ${status}`
  if (type !== "application/json") return undefined
  const value: Json = JSON.parse(text)
  return fits(schema, value) ? undefined : `does not fit the schema of ${status}`
}

/** A bulk is accepted as a whole: each item that the document does not allow must be refused by itself. */
const isBulkRefusal = ({ body, operation, type }: Draft, { text }: Answer): boolean => {
  const schema = operation.bodies.find(([each]) => each === type)?.[1]
  const [name, list] = Object.entries(isObject(body) ? body : {}).find(([, value]) => isList(value)) ?? []
  const items = at(schema, "properties", name ?? "", "items")
  if (!operation.id.endsWith("Many") || items === undefined || !isList(list)) return false
  const outcomes = at(JSON.parse(text), "data", "outcomes")
  return (
    isList(outcomes) &&
    outcomes.length === list.length &&
    list.every((item, index) => fits(items, item) || at(outcomes[index], "status") === "failed")
  )
}

/** What is wrong about an answer; nothing where it is as it must be. */
export const faultIn = (draft: Draft, answer: Answer, isLetIn: boolean): string | undefined => {
  const { status } = answer
  if (status >= 500) return `is ${status}`
  const { expected, method, operation } = draft
  const isKnown = draft.address === undefined && method === operation.method
  if (isKnown && !isLetIn && operation.security !== undefined && status !== 401) {
    return `is ${status} without credentials`
  }
  if (status === 401 && answer.headers.get("www-authenticate") === null && operation.security !== undefined) {
    return "is 401 without a challenge"
  }
  if (isLetIn && expected !== undefined && !expected.includes(status)) {
    return `is ${status}, and not ${expected.join(" or ")}`
  }
  // A user's token is of one ecosystem, and ends with its consent. A password or a code in the body can be wrong, too.
  const hasSecret = isObject(draft.body) && (draft.body.currentPassword ?? draft.body.otp) !== undefined
  if (isLetIn && !hasSecret && operation.security === "bearer" && isKnown && status === 401)
    return "is 401 with credentials"
  const isAccepted = status < 400 && !isBulkRefusal(draft, answer)
  if (isAccepted && (!isAllowed(draft) || expected !== undefined)) {
    return `is ${status} to a request that the document does not allow`
  }
  return misshapen(draft, answer)
}
