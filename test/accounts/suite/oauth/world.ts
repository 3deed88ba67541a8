// What the tests of the authorization server start from: three applications, a user, and short ways to ask.
import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { Schema } from "effect"
import { partnerBody, password, userBody, userPassword } from "../../../http/people.ts"
import { type Call, form, get, post, type Reply, withBearer, withHeaders } from "../../../http/service.ts"
import type { World } from "../../../http/world.ts"

export type Fields = Readonly<Record<string, string>>

export interface App {
  readonly partnerId: string
  readonly clientId: string
  readonly redirectUrl: string
  readonly webRedirectUrl: string
  readonly mobileRedirectUrl: string
  /** The partner's own access token. */
  readonly accessToken: string
}

export interface TokenSet {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

/** A page that was shown: what its form sends, and the cookie that goes with it. */
export interface Shown {
  readonly reply: Reply
  readonly cookie: string
  readonly fields: Fields
}

const Onboarded = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Struct({
      partnerId: Schema.String,
      clientId: Schema.String,
      redirectUrl: Schema.String,
      webRedirectUrl: Schema.String,
      mobileRedirectUrl: Schema.String
    })
  })
)
const LoggedIn = Schema.decodeUnknownSync(
  Schema.Struct({ data: Schema.Struct({ accessToken: Schema.String }) })
)
const Created = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Struct({ id: Schema.String }) }))
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

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** The hidden fields of a page's form, as a browser would send them. */
export const hiddenFields = (page: string): Fields =>
  Object.fromEntries(
    Array.from(
      page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g),
      ([, name = "", value = ""]) => [unescaped(name), unescaped(value)]
    )
  )

/** As a challenge is made of its verifier, and as secrets are stored. */
export const digest = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

export const newPkce = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: digest(verifier) }
}

const page = "/shop/users/authorization"

const open = async ({ service, sql }: World) => {
  const onboard = async (eco: string, name: string): Promise<App> => {
    const email = `${name}@oauth.example`
    const body = {
      ...partnerBody,
      email,
      partnerName: `${name} & <Sons>`,
      redirectUrl: `https://${name}.example/Return?from=laurel`,
      webRedirectUrl: `https://web.${name}.example:8443/return`,
      mobileRedirectUrl: `${name}.app://signed-in`
    }
    const { data } = Onboarded((await service.send(post(`/${eco}/partners`, body))).body)
    const login = await service.send(post(`/${eco}/partners/login`, { email, password }))
    return { ...data, accessToken: LoggedIn(login.body).data.accessToken }
  }
  const createUser = async (tag: string): Promise<string> => {
    const body = { ...userBody, tag, email: `${tag}@Oauth.example` }
    return Created((await service.send(post("/user", body))).body).data.id
  }

  const blog = await onboard("shop", "blog")
  const rival = await onboard("shop", "rival")
  const mall = await onboard("mall", "mall")
  const userId = await createUser("oda")

  /** A request that is right; a test changes what it is about. */
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
    const reply = await service.send(get(`${page}?${new URLSearchParams(parameters)}`))
    const cookie = (reply.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? ""
    return { reply, cookie, fields: hiddenFields(reply.text) }
  }

  const answers: Fields = { tag: "oda", password: userPassword, decision: "allow" }
  const submit = (
    { cookie, fields }: Pick<Shown, "cookie" | "fields">,
    typed: Fields = {},
    headers: Call["headers"] = {}
  ): Promise<Reply> =>
    service.send(
      withHeaders(form(page, { ...fields, ...answers, ...typed }), {
        cookie,
        origin: "https://rewards.example",
        "sec-fetch-site": "same-origin",
        ...headers
      })
    )

  /** The native form, which is the shortest way to a code. */
  const requestCode = (
    app: App,
    fields: Readonly<Record<string, unknown>> = {},
    query = "?scope=profile%20email%20fullname&deviceType="
  ): Promise<Reply> =>
    service.send(
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
    return service.send(bearer === undefined ? call : withBearer(call, bearer))
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

  const revoke = (fields: Fields): Promise<Reply> => service.send(form(`${page}/revoke`, fields))
  const me = (accessToken: string, eco = "shop"): Promise<Reply> =>
    service.send(withBearer(get(`/${eco}/users/me`), accessToken))

  return {
    service,
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

/** A test of the authorization server. */
export type Test = (name: string, body: (oauth: OAuth) => Promise<void>) => void

const opened = new WeakMap<World, Promise<OAuth>>()

/** Hashing a password is slow by design, so all tests on a database share one. */
export const openOAuth = (world: World): Promise<OAuth> => {
  const known = opened.get(world) ?? open(world)
  opened.set(world, known)
  return known
}

/** The code of a refusal in the form that OAuth prescribes. */
export const errorOf = (reply: Reply): string => {
  assert.equal(reply.headers.get("content-type"), "application/json; charset=utf-8")
  return OAuthError(reply.body).error
}

/** Where a reply sends the browser. */
export const locationOf = (reply: Reply): URL =>
  new URL(reply.headers.get("location") ?? assert.fail(`no redirect: ${reply.status} ${reply.text}`))
