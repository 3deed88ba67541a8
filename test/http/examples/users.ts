import { lastCodeTo, lastResetCodeTo, wrongCodes } from "../../accounts/suite/codes.ts"
import { dataIn, form, get, post, withBearer, withHeaders } from "../../support/calls.ts"
import { cookieIn, hiddenFields } from "../../support/oauth.ts"
import { eco, type Scene, user, userPassword } from "./scene.ts"

const home = `/${eco}/users/authorization`
/** The pair of RFC 7636, appendix B. */
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

export const signUp = async ({ send, sql, take }: Scene): Promise<void> => {
  const { email } = user
  await take("users.create", post("/user", user))
  await take("users.create", post("/user", { ...user, email: "another@example.org" }))
  await take("users.resendOtp", post("/user/resend-otp", { email: "ada" }))
  await take("users.resendOtp", post("/user/resend-otp", { email }))
  const otp = await lastCodeTo(sql, email)
  const wrong = otp === "000000" ? "000001" : "000000"
  await take("users.verifyOtp", post("/user/verify-otp", { email, otp: wrong }))
  await take("users.verifyOtp", post("/user/verify-otp", { email, otp }))
  await take("users.forgotPassword", post("/user/forgot-password", { email: "ada" }))
  await take("users.forgotPassword", post("/user/forgot-password", { email }))
  const reset = { email, password: userPassword, confirmPassword: userPassword }
  const code = (await lastResetCodeTo(sql, email)).replaceAll(" ", "")
  const [other = ""] = wrongCodes(code, 1)
  await take("users.resetPassword", post("/user/reset-password", { ...reset, otp: other }))
  await take("users.resetPassword", post("/user/reset-password", { ...reset, otp: code }))
  await send(post("/user", { ...user, tag: "grace", email: "grace@example.org" }))
  await send(post("/user", { ...user, tag: "alan", email: "alan@example.org" }))
  const leaving = { tag: "alan", password: userPassword }
  await take("users.erase", post("/user/erase", { ...leaving, password: "wrong horse" }))
  await take("users.erase", post("/user/erase", leaving))
}

const issued = (url: string | null): string => new URL(url ?? "").searchParams.get("code") ?? ""

export const signIn = async (scene: Scene): Promise<void> => {
  const { clientId, send, take } = scene
  const request = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: "https://shop.example/return",
    scope: "profile email",
    state: "af0ifjsldkj",
    code_challenge: challenge,
    code_challenge_method: "S256"
  }
  const shown = await take("authorization.page", get(`${home}?${new URLSearchParams(request)}`))
  await take("authorization.page", get(`${home}?client_id=unknown`))
  const typed = { ...hiddenFields(shown.text), tag: "ada", password: userPassword, decision: "allow" }
  const browser = { origin: "https://rewards.example", "sec-fetch-site": "same-origin" }
  await take("authorization.submit", withHeaders(form(home, typed), browser))
  await take(
    "authorization.submit",
    withHeaders(form(home, typed), { ...browser, cookie: cookieIn(shown.headers) })
  )

  const login = { clientId, tag: "ada", password: userPassword }
  const native = { ...login, codeChallenge: challenge, codeChallengeMethod: "S256" }
  const path = `${home}/authorization-code?scope=profile%20email%20fullname`
  const { body } = await take("authorization.code", post(path, native))
  await take("authorization.code", post(path, { ...native, password: "wrong horse" }))
  const code = issued(String(dataIn(body).redirectUrl))
  const exchange = { grantType: "authorization_code", clientId, code, codeVerifier: verifier }
  const tokens = await take("authorization.token", post(`${home}/token`, exchange))
  const { accessToken, refreshToken } = dataIn(tokens.body)
  const me = `/${eco}/users/me`
  await take("authorization.me", withBearer(get(me), String(accessToken)))
  await take("authorization.me", withBearer(get(me), "expired"))

  await take("users.linkTag", scene.write(`/${eco}/users/link-tag`, { userId: "customer-9", tag: "ada" }))
  await take("users.linkTag", scene.write(`/${eco}/users/link-tag`, { userId: "customer-9", tag: "grace" }))
  const { clientId: _, ...who } = login
  await take("users.consents", post("/user/consents", who))
  await take("users.consents", post("/user/consents", { ...who, password: "wrong horse" }))
  await take("authorization.revoke", post(`${home}/revoke`, { clientId, token: refreshToken }))
  await take("authorization.revoke", post(`${home}/revoke`, { clientId: "unknown", token: refreshToken }))
  await take("authorization.token", post(`${home}/token`, exchange))
  await take("users.revokeConsent", post("/user/consents/revoke", { ...login, password: "wrong horse" }))
  await take("users.revokeConsent", post("/user/consents/revoke", login))
  await send(post("/user/consents", who))

  const metadata = "/.well-known/oauth-authorization-server/api/v1"
  await take("authorization.metadata", get(`${metadata}/${eco}`))
  await take("authorization.metadata", get(`${metadata}/Demo!`))
}
