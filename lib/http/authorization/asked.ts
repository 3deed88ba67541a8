import type { AuthorizationParameters } from "../../accounts/authorization/Authorization.ts"
import type { Incoming } from "../handle.ts"

/** The parameters of an authorization request, by the names that OAuth gives them. */
const names = {
  response_type: "responseType",
  client_id: "clientId",
  redirect_uri: "redirectUri",
  scope: "scope",
  state: "state",
  code_challenge: "codeChallenge",
  code_challenge_method: "codeChallengeMethod",
  deviceType: "deviceType"
} as const

/** An authorization request: its parameters for the service, and the fields with which the form sends it again. */
export interface Asked {
  readonly parameters: AuthorizationParameters
  readonly fields: Readonly<Record<string, string>>
}

/** A parameter without a value counts as left out; one that is given twice has no value (RFC 6749, 3.1). */
export const askedIn = (search: URLSearchParams, ecosystem: string): Asked => {
  const repeated: Array<string> = []
  const parameters: Record<string, string> = {}
  const fields: Record<string, string> = {}
  for (const [wire, name] of Object.entries(names)) {
    const [value = "", ...more] = search.getAll(wire)
    if (more.length > 0) repeated.push(name)
    else if (value !== "") {
      parameters[name] = value
      fields[wire] = value
    }
  }
  return { parameters: { ...parameters, ecosystem, repeated }, fields }
}

export const queryOf = ({ url }: Request): URLSearchParams => {
  const mark = url.indexOf("?")
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1))
}

export const formOf = (body: Incoming["body"]): URLSearchParams => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) if (typeof value === "string") form.set(name, value)
  return form
}
