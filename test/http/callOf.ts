// Requests to endpoints of the contract, from their fields by name.
import { type Call, get } from "../support/calls.ts"
import type { Endpoint } from "./endpoints.ts"

/** Path parameters, query parameters and body fields, by name. */
export type Fields = Readonly<Record<string, unknown>>

const queryOf = (request: Fields, names: ReadonlyArray<string>): string => {
  const given = names.filter((name) => request[name] !== undefined)
  const parts = given.map((name) => `${name}=${encodeURIComponent(String(request[name]))}`)
  return parts.length === 0 ? "" : `?${parts.join("&")}`
}

/** The request as a call, without credentials. The body is JSON, or a form where the endpoint takes nothing else. */
export const callOf = ({ body, encodings, method, params, path, query }: Endpoint, request: Fields): Call => {
  const filled = params.reduce(
    (path, name) => path.replace(`:${name}`, encodeURIComponent(String(request[name]))),
    path
  )
  const names = query.map(({ name }) => name)
  const call = { ...get(filled + queryOf(request, names)), method }
  if (encodings.length === 0) return call
  const elsewhere = new Set([
    ...params,
    ...names.filter((name) => !body.some((field) => field.name === name))
  ])
  const given = Object.entries(request).filter(([name, value]) => !elsewhere.has(name) && value !== undefined)
  if (encodings.includes("json")) {
    return { ...call, headers: { "content-type": "application/json" }, body: Object.fromEntries(given) }
  }
  const form = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return {
    ...call,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString()
  }
}
