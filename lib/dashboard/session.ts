import { Schema } from "effect"
import { Forbidden, Unauthorized } from "../accounts/Errors.ts"
import { isEcosystem } from "../accounts/Identity.ts"
import { success } from "../http/envelope.ts"
import { AccessToken } from "../http/partners/api.ts"
import { queryOf } from "../http/query.ts"
import { refusal, split } from "../http/response.ts"
import { invalid } from "../schema/Input.ts"
import { type Forward, forwarded } from "./forward.ts"

/** The session of a signed-in person, as stored in the cookie. `GET /dashboard/session` shows the page all fields except the tokens. */
export interface SignedIn {
  readonly ecosystem: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly token: string
  /** The token of the test side, if there is one. */
  readonly testToken?: string | undefined
  /** Whether newly opened pages show the test side. */
  readonly isTest: boolean
}

/** The value of the cookie: ecosystem, expiry and token; then the token of the test side, and `test` if the page shows it. */
const cookieForm = /^([a-z][a-z0-9-]{0,31})\.(\d{1,15})\.([\w-]{16,200})(?:\.([\w-]{16,200})(\.test)?)?$/

const cookieValue = ({ ecosystem, expiresAt, isTest, testToken, token }: SignedIn): string =>
  [
    ecosystem,
    expiresAt,
    token,
    ...(testToken === undefined ? [] : [testToken, ...(isTest ? ["test"] : [])])
  ].join(".")

/**
 * Makes the functions for the session's cookie. Scripts cannot read the cookie, and browsers do not send it with requests from other
 * sites. With https, its name starts with `__Host-`, so that only this host can set it. Browsers accept such a name only with the path
 * `/`.
 */
export const makeCookie = (secure: boolean) => {
  const name = secure ? "__Host-laurel-dashboard" : "laurel-dashboard"
  const fixed = `HttpOnly; SameSite=Strict; ${secure ? "Path=/; Secure" : "Path=/dashboard"}`
  return {
    read: ({ headers }: Request): SignedIn | undefined => {
      const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim())
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
      const [, ecosystem, expiresAt, token, testToken, test] = cookieForm.exec(value ?? "") ?? []
      return ecosystem === undefined || expiresAt === undefined || token === undefined
        ? undefined
        : { ecosystem, expiresAt: Number(expiresAt), token, testToken, isTest: test !== undefined }
    },
    set: (signed: SignedIn, seconds: number): string =>
      `${name}=${cookieValue(signed)}; ${fixed}; Max-Age=${seconds}`,
    clear: `${name}=; ${fixed}; Max-Age=0`
  }
}
export type Cookie = ReturnType<typeof makeCookie>

export interface SessionOptions {
  readonly cookie: Cookie
  /** Sends a request to the API. `original` is the browser's request. */
  readonly send: (request: Request, original: Request) => Promise<Response>
  /** The ecosystems that the deployment allows; undefined if it allows all of them. */
  readonly ecosystems: ReadonlyArray<string> | undefined
}

const decodeLogin = Schema.decodeUnknownSync(success(AccessToken))

/** Returns a successful answer in the form that the API uses. */
const envelope = (message: string, data: object, cookie?: string): Response =>
  Response.json(
    { status: "success", message, data },
    { headers: { "cache-control": "no-store", ...(cookie && { "set-cookie": cookie }) } }
  )

/** Returns the part of the session that the page may read. */
const publicPart = ({ ecosystem, expiresAt, isTest, testToken }: SignedIn) => ({
  ecosystem,
  expiresAt: new Date(expiresAt).toISOString(),
  isTest,
  hasTestToken: testToken !== undefined
})

/** Signs in, signs out, and shows the session. The page never gets the access token. */
export const makeSession = ({ cookie, ecosystems, send }: SessionOptions) => {
  const call = (original: Request, forward: Forward) => send(forwarded(original, forward), original)

  /** Signs in. Forwards the body to the API without reading it, so that the API's limits on size, time and attempts apply. */
  const signIn = async (request: Request): Promise<Response> => {
    const { ecosystem: given } = queryOf(split(request.url).search)
    const ecosystem = given ?? (ecosystems?.length === 1 ? ecosystems[0] : undefined)
    if (ecosystem === undefined || !isEcosystem(ecosystem)) {
      const problem =
        ecosystem === undefined ? "is required" : "must be the lower-case word that was used at onboarding"
      return refusal(invalid("ecosystem", problem))
    }
    const answer = await call(request, { path: `/api/v1/${ecosystem}/partners/login` })
    if (answer.status !== 200) return answer
    const { accessToken: token, expiresIn } = decodeLogin(await answer.json()).data
    const signed = { ecosystem, token, expiresAt: Date.now() + expiresIn * 1000, isTest: false }
    return envelope(
      "Signed in",
      { session: publicPart(signed), ecosystems: ecosystems ?? null },
      cookie.set(signed, expiresIn)
    )
  }

  /** Revokes the token of this session. Also succeeds if the session has already ended. */
  const signOut = async (request: Request): Promise<Response> => {
    const signed = cookie.read(request)
    if (signed !== undefined) {
      const path = "/api/v1/laas/iam/logout"
      const answer = await call(request, { method: "POST", path, token: signed.token, withBody: false })
      // If the token could not be revoked, the cookie stays, so that the user sees the error and can try again.
      if (answer.status !== 200 && answer.status !== 401) return answer
    }
    return envelope("Signed out", {}, cookie.clear)
  }

  /** Returns the session of the cookie, without checking whether the API still accepts the token. */
  const showSession = (request: Request): Response => {
    const signed = cookie.read(request)
    const session = signed === undefined || signed.expiresAt <= Date.now() ? null : publicPart(signed)
    return envelope(session === null ? "Not signed in" : "Signed in", {
      session,
      ecosystems: ecosystems ?? null
    })
  }

  /**
   * POST gets a token of the test side. Pages that are opened later show the test side, unless the query says `show=no`. After DELETE, such
   * pages show the live side.
   */
  const changeSide = async (request: Request): Promise<Response> => {
    const signed = cookie.read(request)
    const left = signed === undefined ? 0 : Math.floor((signed.expiresAt - Date.now()) / 1000)
    if (signed === undefined || left <= 0) return refusal(signedOut())
    const changed = (message: string, next: SignedIn) =>
      envelope(message, { session: publicPart(next) }, cookie.set(next, left))
    if (request.method === "DELETE") return changed("The live side is shown", { ...signed, isTest: false })
    const path = "/api/v1/laas/iam/test-side/token"
    const answer = await call(request, { method: "POST", path, token: signed.token, withBody: false })
    if (answer.status !== 200) return answer
    const testToken = decodeLogin(await answer.json()).data.accessToken
    const isTest = queryOf(split(request.url).search).show === "no" ? signed.isTest : true
    return changed("The test side can be used", { ...signed, testToken, isTest })
  }

  const show = (request: Request): Response | Promise<Response> => {
    switch (request.method) {
      case "GET":
        return showSession(request)
      case "POST":
        return signIn(request)
      case "DELETE":
        return signOut(request)
      default:
        return refusal({ _tag: "MethodNotAllowed", method: request.method, allow: "GET, POST, DELETE" })
    }
  }

  const showSide = (request: Request): Response | Promise<Response> =>
    request.method === "POST" || request.method === "DELETE"
      ? changeSide(request)
      : refusal({ _tag: "MethodNotAllowed", method: request.method, allow: "POST, DELETE" })

  return { show, showSide }
}

/** The refusal of a request without a session. */
export const signedOut = (): Unauthorized => new Unauthorized({ reason: "the session has ended: sign in" })

/** A header that the page's scripts send with every write. Forms and links of other pages cannot send it. */
export const pageHeader = "x-laurel-dashboard"

const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

const isOwnOrigin = (origin: string, { headers }: Request, publicUrl: string): boolean =>
  origin === new URL(publicUrl).origin ||
  (URL.canParse(origin) && new URL(origin).host === headers.get("host"))

/** Returns the refusal of a request that another site's page may have caused; undefined if the request is allowed. */
export const foreignRequest = (request: Request, publicUrl: string): Forbidden | undefined => {
  const { headers, method } = request
  const site = headers.get("sec-fetch-site")
  const origin = headers.get("origin")
  // Scripts cannot change Sec-Fetch-Site or Origin. Browsers without Sec-Fetch-Site send Origin with every write.
  const isOwn =
    site === null ? origin === null || isOwnOrigin(origin, request, publicUrl) : site === "same-origin"
  if (!isOwn) return new Forbidden({ reason: "only the dashboard's own page may use its session" })
  return isSafe(method) || headers.get(pageHeader) === "1"
    ? undefined
    : new Forbidden({ reason: `a write with the dashboard's session needs the header ${pageHeader}: 1` })
}
