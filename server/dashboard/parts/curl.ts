import { addressOf, needsSession } from "../api.ts"
import type { Body, PageOperation } from "../contract.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** An operation as a curl command. `$TOKEN` stands for an access token. */
export const curlOf = <O extends PageOperation>(
  operation: O,
  body?: Partial<Body<O>>,
  params?: Readonly<Record<string, string>>
): string => {
  const { method, path } = addressOf(operation, params)
  const lines = [
    `curl ${method === "GET" || method === "POST" ? "" : `-X ${method} `}${location.origin}${path}`
  ]
  if (needsSession(operation)) lines.push(`-H "Authorization: Bearer $TOKEN"`)
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`)
  }
  return lines.join(" \\\n  ")
}
