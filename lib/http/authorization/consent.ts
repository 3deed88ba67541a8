import { Effect } from "effect"
import {
  type AuthorizationParameters,
  type AuthorizationRequest,
  withParameters
} from "../../accounts/authorization/Authorization.ts"
import { Authorizations } from "../../accounts/authorization/Authorizations.ts"
import type { PasswordsBusy } from "../../accounts/passwords/Passwords.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import type { EndpointHandler, Incoming, RawAnswer, Target } from "../handle.ts"
import { authorizePage, type Onward, refusalPage } from "./consentPage.ts"
import { isOwnForm, newForm } from "./csrf.ts"
import { issuerOf } from "./metadata.ts"
import { jsonName, parameterNames } from "./schemas.ts"

interface Asked {
  readonly parameters: AuthorizationParameters
  /** The same parameters, as hidden fields of the page's form. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads the parameters of an authorization request. A parameter without a value counts as absent. A repeated parameter is refused later
 * (RFC 6749, 3.1).
 */
const askedIn = (search: URLSearchParams, ecosystem: string): Asked => {
  const repeated: Array<string> = []
  const parameters: Record<string, string> = {}
  const fields: Record<string, string> = {}
  for (const name of parameterNames) {
    const [value = "", ...more] = search.getAll(name)
    if (more.length > 0) repeated.push(jsonName(name))
    else if (value !== "") {
      parameters[jsonName(name)] = value
      fields[name] = value
    }
  }
  return { parameters: { ...parameters, ecosystem, repeated }, fields }
}

const queryOf = ({ url }: Request): URLSearchParams => {
  const mark = url.indexOf("?")
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1))
}

const formOf = (body: Incoming["body"]): URLSearchParams => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) if (typeof value === "string") form.set(name, value)
  return form
}

/** Returns the application's address with the answer and the issuer as parameters (RFC 9207). */
const addressWith = (
  target: Target,
  address: string,
  answer: Readonly<Record<string, string | undefined>>
): string => withParameters(address, { ...answer, iss: issuerOf(target) })

/** Redirects with 303, so that the browser continues with GET and does not send the password again. */
const back = (...answer: Parameters<typeof addressWith>): RawAnswer => ({
  status: 303,
  headers: { location: addressWith(...answer) },
  text: ""
})

/**
 * Returns the schemes for the `form-action` rule of the page. Some browsers apply this rule to every redirect after the form is sent,
 * including redirects by the partner's own page. So the rule allows the whole scheme of the address, not only its origin.
 */
const schemesOf = (address: string): string => {
  const { protocol } = new URL(address)
  return protocol === "http:" ? "http: https:" : protocol
}

/**
 * Returns the host of a web address, or the scheme of an app's address with the host, if there is one. It tells the user who owns the
 * address.
 */
const ownerOf = (address: string): string => {
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
    returnsTo: ownerOf(request.redirectUri),
    scopes: request.scopes,
    fields: { ...fields, csrf: field },
    error: wrong?.error,
    tag: wrong?.tag,
    formAction: `'self' ${schemesOf(request.redirectUri)}`,
    headers: {
      "set-cookie": cookie,
      // With "no-referrer" a browser would send the form with the origin "null", which `isOwnForm` refuses.
      "referrer-policy": "same-origin",
      ...(wrong && { "www-authenticate": "Bearer" })
    }
  })
}

const cannotBeUsed = (text: string, onward?: Onward): RawAnswer =>
  refusalPage({ status: 400, title: "This link cannot be used", text, onward })

/**
 * Runs `use` if the request is valid. Otherwise returns a page with the error. If the application's address is known, the page links
 * to it. A redirect would be unsafe, because an attacker can register as a partner with any address (RFC 9700, 4.11.2).
 */
const inspected = (
  target: Target,
  asked: Asked,
  use: (
    request: AuthorizationRequest
  ) => Effect.Effect<RawAnswer, PasswordsBusy | DatabaseFailure, Authorizations>
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
                  owner: ownerOf(redirectUri),
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
const denied = "the user said no"
const forged = "the form was not shown to this browser, or has expired"

/** Carries out the user's decision. Wrong credentials show the page again, and count as a failed login of the account. */
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
      yield* authorizations.refuse({ request, reason: denied })
      return back(incoming, redirectUri, { error: "access_denied", error_description: denied, state })
    }
    if (decision !== "allow") return cannotBeUsed("The form was sent without a decision. Nothing was shared.")
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
