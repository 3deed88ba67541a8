import { Effect } from "effect"
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  withParameters
} from "../../accounts/authorization/Authorization.ts"
import { Authorizations } from "../../accounts/authorization/Authorizations.ts"
import type { QueueFull } from "../../rewards/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { EndpointHandler, Incoming, RawAnswer, Target } from "../handle.ts"
import { authorizePage, type Onward, refusalPage } from "./consentPage.ts"
import { isOwnForm, newForm } from "./csrf.ts"
import { issuerOf } from "./metadata.ts"

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

/** An authorization request: its parameters for the service, and the hidden fields by which the form repeats it. */
export interface Asked {
  readonly parameters: AuthorizationParameters
  readonly fields: Readonly<Record<string, string>>
}

/** A parameter without a value counts as absent; one that is given twice is refused (RFC 6749, 3.1). */
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

/** The application's address with the answer and the issuer (RFC 9207). */
const addressWith = (
  target: Target,
  address: string,
  answer: Readonly<Record<string, string | undefined>>
): string => withParameters(address, { ...answer, iss: issuerOf(target) })

/** Redirects with 303, so that the browser follows with GET and without the password. */
const back = (...answer: Parameters<typeof addressWith>): RawAnswer => ({
  status: 303,
  headers: { location: addressWith(...answer) },
  text: ""
})

/**
 * The schemes to which the form may lead. Browsers apply the rule to every redirect after the form, including those of the
 * partner's own page, so it allows the whole scheme of the address, not only its origin.
 */
const schemesOf = (address: string): string => {
  const { protocol } = new URL(address)
  return protocol === "http:" ? "http: https:" : protocol
}

/** The part of an address that identifies its owner: the host of a web address, the scheme of an app's address. */
const placeOf = (address: string): string => {
  const { host, protocol } = new URL(address)
  if (protocol === "https:" || protocol === "http:") return host
  return host === "" ? protocol : `${protocol}//${host}`
}

const pageFor = (
  target: Target,
  request: AuthorizationRequest,
  fields: Asked["fields"],
  wrong?: { readonly error: string; readonly tag: string }
): RawAnswer => {
  const { cookie, field } = newForm(target)
  return authorizePage({
    status: wrong === undefined ? 200 : 401,
    applicationName: request.client.applicationName,
    partnerName: request.client.partnerName,
    returnsTo: placeOf(request.redirectUri),
    scopes: request.scopes,
    fields: { ...fields, csrf: field },
    error: wrong?.error,
    tag: wrong?.tag,
    formAction: `'self' ${schemesOf(request.redirectUri)}`,
    headers: {
      "set-cookie": cookie,
      // Without a referrer a browser sends the form with the origin "null", as it does for a form of another site.
      "referrer-policy": "same-origin",
      ...(wrong && { "www-authenticate": "Bearer" })
    }
  })
}

const cannotBeUsed = (text: string, onward?: Onward): RawAnswer =>
  refusalPage({ status: 400, title: "This link cannot be used", text, onward })

/**
 * Runs `use` on a valid request. A refusal is shown to the person. If the application's address is known, the page
 * names its host and has a link that takes the error there. It does not redirect: any partner can register an address,
 * and then a link to this service would lead to it without a login or a click (RFC 9700, 4.11.2).
 */
const inspected = (
  target: Target,
  asked: Asked,
  use: (
    request: AuthorizationRequest
  ) => Effect.Effect<RawAnswer, QueueFull | DatabaseFailure, Authorizations>
) =>
  Effect.flatMap(Authorizations, (authorizations) => authorizations.inspect(asked.parameters)).pipe(
    Effect.flatMap(use),
    Effect.catchTags({
      ApplicationNotFound: () =>
        Effect.succeed(cannotBeUsed("The application that sent you here is not known. Nothing was shared.")),
      AuthorizationRefused: ({ code, reason, redirectUri, state }) =>
        Effect.succeed(
          cannotBeUsed(
            `The application sent you here with a mistake: ${reason}. Nothing was shared.`,
            redirectUri === null
              ? undefined
              : {
                  place: placeOf(redirectUri),
                  address: addressWith(target, redirectUri, {
                    error: code,
                    error_description: reason,
                    state: state ?? undefined
                  })
                }
          )
        )
    })
  )

export const show: EndpointHandler<"public", never> = (incoming) => {
  const asked = askedIn(queryOf(incoming.request), incoming.eco)
  return inspected(incoming, asked, (request) => Effect.sync(() => pageFor(incoming, request, asked.fields)))
}

const wrongLogin = "The tag or the password is wrong. Try again."
const said = "the user said no"
const forged = "the form was not shown to this browser, or has expired"

/** Carries out the person's decision. Wrong credentials show the page again, and count against the account. */
const carryOut = (incoming: Incoming, asked: Asked, request: AuthorizationRequest) =>
  Effect.gen(function* () {
    const authorizations = yield* Authorizations
    const { decision, password = "", tag = "" } = Object.fromEntries(formOf(incoming.body))
    const { redirectUri, state } = request
    if (!isOwnForm(incoming)) {
      yield* authorizations.refuse({ request, reason: forged })
      return refusalPage({
        status: 403,
        title: "This form has expired",
        text: "Go back to the application and sign in from there again. Nothing was shared."
      })
    }
    if (decision === "deny") {
      yield* authorizations.refuse({ request, reason: said })
      return back(incoming, redirectUri, { error: "access_denied", error_description: said, state })
    }
    if (decision !== "allow") return cannotBeUsed("The form came without an answer. Nothing was shared.")
    const again = () =>
      Effect.sync(() => ({
        ...pageFor(incoming, request, asked.fields, { error: wrongLogin, tag }),
        wrongTry: true
      }))
    return yield* authorizations.consent({ request, tag, password }).pipe(
      Effect.map((code) => back(incoming, redirectUri, { code, state })),
      Effect.catchTags({ Unauthorized: again, InvalidInput: again })
    )
  })

export const decide: EndpointHandler<"public", never> = (incoming) => {
  const asked = askedIn(formOf(incoming.body), incoming.eco)
  return inspected(incoming, asked, (request) => carryOut(incoming, asked, request))
}
