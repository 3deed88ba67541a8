import { Schema } from "effect"
import { isEcosystem } from "../accounts/Identity.ts"
import { success } from "../http/envelope.ts"
import { AccessToken } from "../http/partners/api.ts"
import { queryOf, refusal, split } from "../http/response.ts"
import { invalid } from "../schema/Input.ts"
import type { Cookie, Signed } from "./cookie.ts"
import { type Forward, forwarded } from "./forward.ts"

export interface SessionOptions {
  readonly cookie: Cookie
  /** Passes a request on to the API, on behalf of the original. */
  readonly send: (request: Request, original: Request) => Promise<Response>
  /** The ecosystems that the deployment allows; undefined for all. */
  readonly ecosystems: ReadonlyArray<string> | undefined
}

const LoggedIn = Schema.decodeUnknownSync(success(AccessToken))

const envelope = (message: string, data: object, cookie?: string): Response =>
  Response.json(
    { status: "success", message, data },
    { headers: { "cache-control": "no-store", ...(cookie && { "set-cookie": cookie }) } }
  )

const shown = ({ ecosystem, expiresAt }: Signed) => ({
  ecosystem,
  expiresAt: new Date(expiresAt).toISOString()
})

/** Signing in, signing out, and who is signed in. The page never gets the access token. */
export const makeSession = ({ cookie, ecosystems, send }: SessionOptions) => {
  const call = (original: Request, forward: Forward) => send(forwarded(original, forward), original)

  /** The body is forwarded to the API unread, so that the API's limits of size, time and attempts apply. */
  const signIn = async (request: Request): Promise<Response> => {
    const { ecosystem: given } = queryOf(split(request.url).search)
    const ecosystem = given ?? (ecosystems?.length === 1 ? ecosystems[0] : undefined)
    if (ecosystem === undefined || !isEcosystem(ecosystem)) {
      const problem = ecosystem === undefined ? "is required" : "must be a lower-case word, as at onboarding"
      return refusal(invalid("ecosystem", problem))
    }
    const answer = await call(request, { path: `/api/v1/${ecosystem}/partners/login` })
    if (answer.status !== 200) return answer
    const { accessToken: token, expiresIn } = LoggedIn(await answer.json()).data
    const signed = { ecosystem, token, expiresAt: Date.now() + expiresIn * 1000 }
    return envelope(
      "Signed in",
      { session: shown(signed), ecosystems: ecosystems ?? null },
      cookie.set(signed, expiresIn)
    )
  }

  /** Ends the session everywhere: all tokens of logins with the password. A session that has ended already is fine. */
  const signOut = async (request: Request): Promise<Response> => {
    const signed = cookie.read(request)
    if (signed !== undefined) {
      const path = "/api/v1/laas/iam/logout-logins"
      const answer = await call(request, { method: "POST", path, token: signed.token, withBody: false })
      // The cookie stays as long as the token: the page shows that signing out has failed, and can try again.
      if (answer.status !== 200 && answer.status !== 401) return answer
    }
    return envelope("Signed out", {}, cookie.clear)
  }

  /** Returns the contents of the cookie. Only the API knows whether its token is still valid. */
  const look = (request: Request): Response => {
    const signed = cookie.read(request)
    const session = signed === undefined || signed.expiresAt <= Date.now() ? null : shown(signed)
    return envelope(session === null ? "Not signed in" : "Signed in", {
      session,
      ecosystems: ecosystems ?? null
    })
  }

  return (request: Request): Response | Promise<Response> => {
    switch (request.method) {
      case "GET":
        return look(request)
      case "POST":
        return signIn(request)
      case "DELETE":
        return signOut(request)
      default:
        return refusal({ _tag: "MethodNotAllowed", method: request.method, allow: "GET, POST, DELETE" })
    }
  }
}
