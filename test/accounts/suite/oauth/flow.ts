// The requests of an application, and of a user on its login page, to the authorization server.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { userBody, userPassword } from "../../../support/bodies.ts"
import { type Call, form, get, post, type Reply, withBearer, withHeaders } from "../../../support/calls.ts"
import { cookieIn, type Fields, hiddenFields, newPkce } from "../../../support/oauth.ts"
import type { HttpPartner, World } from "../../../support/world.ts"

/** A partner and the redirect addresses of its application. */
export interface App extends HttpPartner {
  readonly redirectUrl: string
  readonly webRedirectUrl: string
  readonly mobileRedirectUrl: string
}

export interface TokenSet {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

/** A shown page: the fields of its form and its cookie. */
export interface Shown {
  readonly reply: Reply
  readonly cookie: string
  readonly fields: Fields
}

const Redirect = Schema.decodeUnknownSync(
  Schema.Struct({ data: Schema.Struct({ redirectUrl: Schema.String }) })
)
const TokenAnswer = Schema.decodeUnknownSync(
  Schema.Struct({
    access_token: Schema.String,
    refresh_token: Schema.String,
    scope: Schema.String
  })
)
const OAuthError = Schema.decodeUnknownSync(
  Schema.Struct({ error: Schema.String, error_description: Schema.String }),
  { onExcessProperty: "error" }
)

const page = "/shop/users/authorization"

const open = async ({ fetch, partner, send, sql, user }: World) => {
  const onboard = async (name: string, ecosystem = "shop"): Promise<App> => {
    const addresses = {
      redirectUrl: `https://${name}.example/Return?from=laurel`,
      webRedirectUrl: `https://web.${name}.example:8443/return`,
      mobileRedirectUrl: `${name}.app://signed-in`
    }
    const fields = { ...addresses, partnerName: `${name} & <Sons>` }
    return { ...(await partner(name, fields, ecosystem)), ...addresses }
  }
  const createUser = (tag: string): Promise<string> =>
    user(tag, { email: `${tag}@Oauth.example`, fullname: userBody.fullname })

  const blog = await onboard("blog")
  const rival = await onboard("rival")
  const mall = await onboard("mall", "mall")
  const userId = await createUser("oda")

  /** A valid request. Tests change single fields of it. */
  const pkce = newPkce()
  const request: Fields = {
    response_type: "code",
    client_id: blog.clientId,
    redirect_uri: blog.redirectUrl,
    scope: "profile email",
    state: "a state & more",
    code_challenge: pkce.challenge,
    code_challenge_method: "S256"
  }

  const visit = async (parameters: Fields = request): Promise<Shown> => {
    const reply = await send(get(`${page}?${new URLSearchParams(parameters)}`))
    return { reply, cookie: cookieIn(reply.headers), fields: hiddenFields(reply.text) }
  }

  const answers: Fields = { tag: "oda", password: userPassword, decision: "allow" }
  const submit = (
    { cookie, fields }: Pick<Shown, "cookie" | "fields">,
    typed: Fields = {},
    headers: Call["headers"] = {}
  ): Promise<Reply> =>
    send(
      withHeaders(form(page, { ...fields, ...answers, ...typed }), {
        cookie,
        origin: "https://rewards.example",
        "sec-fetch-site": "same-origin",
        ...headers
      })
    )

  /** The native form, which needs the fewest requests for a code. */
  const requestCode = (
    app: App,
    fields: Readonly<Record<string, unknown>> = {},
    query = "?scope=profile%20email%20fullname&deviceType="
  ): Promise<Reply> =>
    send(
      post(`${page}/authorization-code${query}`, {
        clientId: app.clientId,
        tag: "oda",
        password: userPassword,
        ...fields
      })
    )

  const codeIn = (reply: Reply): string => {
    const { redirectUrl } = Redirect(reply.body).data
    return new URL(redirectUrl).searchParams.get("code") ?? assert.fail(redirectUrl)
  }
  const newCode = async (app = blog): Promise<string> =>
    codeIn(await requestCode(app, { codeChallenge: pkce.challenge, codeChallengeMethod: "S256" }))
  const nativeCode = async (app = blog): Promise<string> => codeIn(await requestCode(app))

  const token = (fields: Fields, bearer?: string): Promise<Reply> => {
    const call = form(`${page}/token`, fields)
    return send(bearer === undefined ? call : withBearer(call, bearer))
  }
  const exchangeOf = (code: string, app = blog): Fields => ({
    grant_type: "authorization_code",
    client_id: app.clientId,
    code,
    redirect_uri: app.redirectUrl,
    code_verifier: pkce.verifier
  })
  const refreshOf = (refresh_token: string, app = blog): Fields => ({
    grant_type: "refresh_token",
    client_id: app.clientId,
    refresh_token
  })
  const tokensIn = (reply: Reply): TokenSet => {
    assert.equal(reply.status, 200, reply.text)
    return TokenAnswer(reply.body)
  }
  const newTokens = async (app = blog): Promise<TokenSet> =>
    tokensIn(await token(exchangeOf(await newCode(app), app)))
  const refreshed = async (refreshToken: string): Promise<TokenSet> =>
    tokensIn(await token(refreshOf(refreshToken)))

  const revoke = (fields: Fields): Promise<Reply> => send(form(`${page}/revoke`, fields))
  const me = (accessToken: string, eco = "shop"): Promise<Reply> =>
    send(withBearer(get(`/${eco}/users/me`), accessToken))

  return {
    fetch,
    send,
    sql,
    blog,
    rival,
    mall,
    userId,
    pkce,
    request,
    visit,
    submit,
    requestCode,
    codeIn,
    newCode,
    nativeCode,
    token,
    exchangeOf,
    refreshOf,
    tokensIn,
    newTokens,
    refreshed,
    revoke,
    me,
    createUser
  }
}

export type OAuth = Awaited<ReturnType<typeof open>>

export type Test = (name: string, body: (oauth: OAuth) => Promise<void>) => void

const opened = new WeakMap<World, Promise<OAuth>>()

/** Hashing a password is slow, so all tests on a database share one. */
export const openOAuth = (world: World): Promise<OAuth> => {
  const known = opened.get(world) ?? open(world)
  opened.set(world, known)
  return known
}

/** The error code of an OAuth response. */
export const errorOf = (reply: Reply): string => {
  assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8")
  return OAuthError(reply.body).error
}

/** The target of a redirect. */
export const locationOf = (reply: Reply): URL =>
  new URL(reply.headers.get("location") ?? assert.fail(`no redirect: ${reply.status} ${reply.text}`))
