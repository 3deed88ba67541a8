// A request of the fuzzer before it is sent.
import type { Random } from "../random.ts"
import { isObject, type Json, type Operation, type Parameter } from "./document.ts"
import { generate, type Known } from "./generate.ts"
import { fits } from "./valid.ts"

export interface Draft {
  readonly operation: Operation
  readonly method: string
  /** Path parameters, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly headers: Readonly<Record<string, string>>
  /** The content type and the value of the body. */
  readonly type: string | undefined
  readonly body: Json | undefined
  /** What is sent in place of the body's value. */
  readonly raw?: string | Uint8Array
  /** The path that is sent in place of the operation's. */
  readonly address?: string
  /** What was changed about a request that fits the document. */
  readonly mutation: string
  /** Statuses of which the answer must have one; by what the document says, where it is not given. */
  readonly expected?: ReadonlyArray<number>
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

/** A request that fits the document. */
export const draft = (operation: Operation, random: Random, known: Known): Draft => {
  const { bodies, method, parameters } = operation
  const given = (place: string) =>
    parameters
      .filter(
        (each) => each.place === place && (each.required || random.chance(place === "query" ? 0.4 : 0.1))
      )
      .map(({ name, schema }): [string, string] => [name, textOf(generate(schema, name, random, known))])
  const [type, schema] = bodies.length === 0 ? [undefined, undefined] : random.pick(bodies)
  return {
    operation,
    method,
    // An empty one would be another path.
    params: Object.fromEntries(given("path").map(([name, value]) => [name, value === "" ? "x" : value])),
    query: given("query"),
    headers: Object.fromEntries(given("header")),
    type,
    body: schema === undefined ? undefined : generate(schema, "", random, known),
    mutation: "none"
  }
}

const bodyFits = ({ body, operation, raw, type }: Draft): boolean => {
  const schema = operation.bodies.find(([each]) => each === type)?.[1]
  if (schema === undefined) return true
  if (raw !== undefined || body === undefined) return false
  // A password that is only compared is never too long, just wrong; and it is compared only where something depends on it.
  const { currentPassword, ...rest } = isObject(body) ? body : {}
  const judged = typeof currentPassword === "string" ? rest : body
  return fits(schema, type === "application/json" ? judged : textsOf(judged))
}

/**
 * Values that the document allows for a parameter. One that is given twice is left to the service. A parameter of the query without
 * a value counts as absent.
 */
const parameterFits = ({ params, query }: Draft, { name, place, required, schema }: Parameter): boolean => {
  const values =
    place === "path"
      ? [params[name] ?? ""]
      : query.flatMap(([each, value]) => (each === name && value !== "" ? [value] : []))
  if (place === "header" || values.length > 1) return true
  const [value] = values
  return value === undefined ? !required : fits(schema, value)
}

/** Whether the document allows the request. */
export const isAllowed = (draft: Draft): boolean =>
  bodyFits(draft) && draft.operation.parameters.every((parameter) => parameterFits(draft, parameter))

export const addressOf = ({ address, operation, params, query }: Draft): string => {
  const path =
    address ??
    operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(sendable(params[name] ?? ""))
    )
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(sendable(value))}`).join("&")
  return search === "" ? path : `${path}?${search}`
}

/** A lone half of a surrogate pair has no form in an address. */
const sendable = (text: string): string => text.toWellFormed()

/** A form has nothing but texts. */
const textsOf = (body: Json): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isObject(body) ? body : {}).map(([name, value]) => [name, textOf(value).toWellFormed()])
  )

const formOf = (body: Json): string => new URLSearchParams(textsOf(body)).toString()

export const contentOf = ({ body, raw, type }: Draft): string | Uint8Array | undefined =>
  raw ?? (body === undefined ? undefined : type === "application/json" ? JSON.stringify(body) : formOf(body))
