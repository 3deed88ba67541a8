import type { Operation } from "../document.ts"
import { exampleOf, isTelling, type Schemas } from "../schema.ts"

/** The input of a request: values of parameters by name, and the body as text. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>
  readonly body: string
}

export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "session"; readonly side: "live" | "test" }
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "basic"; readonly user: string; readonly password: string }

/** An example body, which the reader can change. */
export const bodyOf = ({ body }: Operation, schemas: Schemas): string =>
  body === undefined ? "" : JSON.stringify(exampleOf(body, schemas, isTelling), null, 2)

/** Parameters of the path that have no value. Without them the path would be another one. */
export const missingIn = ({ parameters }: Operation, { values }: Filled): ReadonlyArray<string> =>
  parameters.filter(({ name, place }) => place === "path" && !values[name]?.trim()).map(({ name }) => name)

const addressOf = ({ parameters, path }: Operation, { values }: Filled): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name]?.trim() ?? "")
  )
  const query = parameters
    .filter(({ name, place }) => place === "query" && values[name])
    .map(({ name }) => [name, values[name] ?? ""])
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`
}

// Encodes as UTF-8, which the API expects; btoa alone fails on other alphabets.
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const authorization = (credentials: Credentials): Readonly<Record<string, string>> => {
  switch (credentials.kind) {
    case "token":
      return { authorization: `Bearer ${credentials.token.trim()}` }
    case "basic":
      return { authorization: `Basic ${base64(`${credentials.user.trim()}:${credentials.password.trim()}`)}` }
    case "session":
      return { "x-laurel-dashboard": "1" }
    case "none":
      return {}
  }
}

const sessionPath = { live: "/dashboard", test: "/dashboard/test" } as const

/** The address and the options for `fetch`. With the dashboard's session the request goes through the dashboard. */
export const requestOf = (operation: Operation, filled: Filled, credentials: Credentials) => {
  const headers = operation.parameters
    .filter(({ name, place }) => place === "header" && filled.values[name])
    .map(({ name }) => [name.toLowerCase(), filled.values[name] ?? ""])
  const isSession = credentials.kind === "session"
  const hasBody = operation.body !== undefined
  return {
    address: `${isSession ? sessionPath[credentials.side] : ""}${addressOf(operation, filled)}`,
    init: {
      method: operation.method,
      credentials: isSession ? "same-origin" : "omit",
      redirect: "manual",
      headers: {
        ...authorization(credentials),
        ...Object.fromEntries(headers),
        ...(hasBody ? { "content-type": "application/json" } : {})
      },
      ...(hasBody ? { body: filled.body } : {})
    } satisfies RequestInit
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a curl command, with variables in place of credentials. */
export const curlOf = (operation: Operation, filled: Filled, origin: string): string => {
  const { access, method } = operation
  const { init } = requestOf(operation, filled, { kind: "none" })
  const lines = [`curl -X ${method} ${quoted(origin + addressOf(operation, filled))}`]
  if (access === "basic") lines.push(`-u "$API_KEY:$API_SECRET"`)
  else if (access !== "anyone") lines.push(`-H "Authorization: Bearer $TOKEN"`)
  for (const [name, value] of Object.entries(init.headers)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (operation.body !== undefined) lines.push(`-d ${quoted(filled.body)}`)
  return lines.join(" \\\n  ")
}
