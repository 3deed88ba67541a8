// A partner and a user perform every operation, each after a wrong attempt.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { form, get, patch, post, remove, withBasic, withBearer, withHeaders } from "../../support/calls.ts"
import { eventually } from "../../support/wait.ts"
import type { PostOffice } from "../mail/postOffice.ts"
import type { Journey, Visit } from "./journey.ts"
import { walkSecondFactor } from "./secondFactor.ts"
import { newToken } from "./vault.ts"
import { walkWebhooks } from "./webhooks.ts"

export interface Stage {
  readonly journey: Journey
  readonly office: PostOffice
  readonly userDetailsUrl: string
  /** Secrets of the user record on the partner's server. Only the partner may receive them. */
  readonly records: ReadonlyArray<string>
}

const eco = "/shop"
const oauth = `${eco}/users/authorization`

const dataOf = ({ reply, whole }: Visit, field: string): string => {
  const { body } = reply
  const data = typeof body === "object" && body !== null ? Reflect.get(body, "data") : undefined
  return String(Reflect.get(data ?? assert.fail(whole), field) ?? assert.fail(whole))
}

export const walk = async ({ journey, office, records, userDetailsUrl }: Stage) => {
  const { given, keep, send } = journey
  const secret = (name: string) => keep(name, newToken())
  const password = (name: string) => keep(name, `Hunter!1${newToken()}`)

  const expect = async (status: number, call: Parameters<typeof send>[0]): Promise<Visit> => {
    const visit = await send(call)
    assert.equal(visit.reply.status, status, `${call.method} ${call.path} ${visit.whole}`)
    return visit
  }

  /** The match in the latest mail to an address. It waits for the mail, which is sent after the answer. */
  const mailed = async (to: string, pattern: RegExp, after = 0): Promise<string> => {
    const texts = () => office.received.filter((mail) => mail.to.includes(to)).slice(after)
    const matches = () => texts().flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
    const [match] = await eventually(
      `a mail to ${to} with ${pattern}`,
      matches,
      (found) => found.length > 0,
      {
        seen: texts
      }
    )
    return match ?? ""
  }

  // The partner.
  const email = "owner@shop.example"
  const own = password("the partner's password")
  const partner = {
    applicationName: "Corner Shop",
    partnerName: "Corner Shop Ltd",
    email,
    password: own,
    confirmPassword: own,
    redirectUrl: "https://shop.example/return",
    userDetailsUrl
  }
  await expect(400, post(`${eco}/partners`, { ...partner, confirmPassword: password("a slip") }))
  const weak = keep(
    "a weak password",
    `hunter${newToken()
      .toLowerCase()
      .replace(/[^a-z]/g, "x")}`
  )
  await expect(400, post(`${eco}/partners`, { ...partner, password: weak, confirmPassword: weak }))
  const onboarded = await expect(201, post(`${eco}/partners`, partner))
  const clientId = dataOf(onboarded, "clientId")
  await expect(400, post(`${eco}/partners`, partner))
  const login = (word: string) => post(`${eco}/partners/login`, { email, password: word })
  await expect(401, login(password("a wrong password")))
  const logIn = async (word: string) => {
    const visit = await expect(200, login(word))
    return given(visit, `access token ${journey.visits.length}`, dataOf(visit, "accessToken"))
  }
  let token = await logIn(own)
  const as = (call: Parameters<typeof send>[0]) => withBearer(call, token)
  await expect(200, as(patch(`${eco}/partners`, { partnerName: "Corner Shop & Sons" })))
  await expect(400, as(patch(`${eco}/partners`, { password: password("a new password"), clientId: "x" })))
  const moved = { email: "moved@shop.example", currentPassword: password("a wrong current password") }
  await expect(401, as(withHeaders(patch(`${eco}/partners`, moved), { "idempotency-key": "a-move" })))
  await expect(400, as(patch(`${eco}/partners`, { ...moved, currentPassword: [own] })))
  for (const each of [moved.email, email]) {
    await expect(200, as(patch(`${eco}/partners`, { email: each, currentPassword: own })))
  }

  // API keys.
  await expect(400, as(post("/laas/iam/api-keys", { name: "till", scopes: [secret("a scope")] })))
  const made = await expect(201, as(post("/laas/iam/api-keys", { name: "till", scopes: ["read"] })))
  const [apiKey, keyId] = [dataOf(made, "apiKey"), dataOf(made, "id")]
  const apiSecret = given(made, "the API secret", dataOf(made, "apiSecret"))
  await expect(200, as(get("/laas/iam/api-keys")))
  await expect(401, withBasic(post("/laas/iam/login"), apiKey, secret("a wrong API secret")))
  await expect(401, withBasic(post("/laas/iam/login"), apiSecret, apiKey))
  const byKey = await expect(200, withBasic(post("/laas/iam/login"), apiKey, apiSecret))
  const keyToken = given(byKey, "the key's access token", dataOf(byKey, "accessToken"))
  await expect(403, withBearer(get("/laas/iam/api-keys"), keyToken))
  const second = await expect(200, withBasic(post("/laas/iam/login"), apiKey, apiSecret))
  const keyOfPeople = given(second, "the key's second access token", dataOf(second, "accessToken"))
  await expect(200, withBearer(post("/laas/iam/logout"), keyToken))
  await expect(401, withBearer(post("/laas/iam/logout"), keyToken))

  // The people.
  const staff = "/laas/iam/staff"
  await expect(400, as(post(staff, { email: "colleague@shop.example", role: secret("a role") })))
  const invited = await expect(201, as(post(staff, { email: "colleague@shop.example", role: "viewer" })))
  const personId = dataOf(invited, "id")
  const invitation = keep("the invitation", await mailed("colleague@shop.example", /token=([\w-]{43})/))
  const wrongInvitation = secret("a wrong invitation")
  const acceptAt = `${eco}/partners/staff/accept`
  await expect(400, get(`${acceptAt}?token=${wrongInvitation}`))
  const acceptPage = await expect(200, get(`${acceptAt}?token=${invitation}`))
  acceptPage.gives.add("the invitation")
  const weakAccept = { token: invitation, password: weak, confirmPassword: weak }
  const askedAgain = await expect(400, form(acceptAt, weakAccept))
  askedAgain.gives.add("the invitation")
  const theirs = password("a colleague's password")
  const accept = (value: string) =>
    post(acceptAt, { token: value, password: theirs, confirmPassword: theirs })
  await expect(400, accept(wrongInvitation))
  await expect(200, accept(invitation))
  await expect(400, accept(invitation))
  const colleague = await expect(
    200,
    post(`${eco}/partners/login`, { email: "colleague@shop.example", password: theirs })
  )
  const theirToken = given(colleague, "a colleague's access token", dataOf(colleague, "accessToken"))
  await expect(403, withBearer(get(staff), theirToken))
  await expect(200, as(get(staff)))
  await expect(200, as(post(`${staff}/role`, { id: personId, role: "support" })))
  await expect(400, as(post(`${staff}/role`, { id: secret("a person"), role: "support" })))
  await expect(200, as(remove(`${staff}/${personId}`)))
  await expect(400, as(remove(`${staff}/${secret("a person to remove")}`)))
  await expect(200, as(get("/laas/iam/me")))
  await expect(403, withBearer(get("/laas/iam/me"), keyOfPeople))
  await expect(200, as(patch("/laas/iam/me", { alertMails: true })))
  await expect(400, as(patch("/laas/iam/me", { alertMails: secret("a choice") })))
  const elsewhere = await expect(200, withHeaders(login(own), { "user-agent": "a browser" }))
  given(elsewhere, "another access token", dataOf(elsewhere, "accessToken"))
  const sessions = await expect(200, as(get("/laas/iam/sessions")))
  await expect(403, withBearer(get("/laas/iam/sessions"), keyOfPeople))
  const other = /"id":"([^"]+)"[^{}]*"current":false/.exec(sessions.whole)?.[1]
  await expect(200, as(remove(`/laas/iam/sessions/${other}`)))
  await expect(400, as(remove(`/laas/iam/sessions/${secret("a session")}`)))

  // The API key ends.
  await expect(400, as(remove(`/laas/iam/api-keys/${secret("an id")}`)))
  await expect(200, as(remove(`/laas/iam/api-keys/${keyId}`)))
  await expect(401, withBasic(post("/laas/iam/login"), apiKey, apiSecret))

  // The test side.
  const testSide = "/laas/iam/test-side"
  await expect(400, as(get(testSide)))
  await expect(400, as(post(`${testSide}/token`)))
  await expect(400, as(post(`${testSide}/empty`)))
  await expect(401, withBearer(post(testSide), secret("an unknown token for the test side")))
  await expect(201, as(post(testSide)))
  await expect(200, as(get(testSide)))
  const exchanged = await expect(200, as(post(`${testSide}/token`)))
  const testToken = given(exchanged, "the access token of the test side", dataOf(exchanged, "accessToken"))
  await expect(200, withBearer(get("/laas/iam/me"), testToken))
  await expect(200, as(post(`${testSide}/clock`, { days: 1 })))
  await expect(400, as(post(`${testSide}/clock`, { days: secret("a number of days to move the clock") })))
  await expect(200, as(post(`${testSide}/empty`)))

  // Settings.
  await expect(401, withBearer(get("/laas/settings"), secret("an unknown token for settings")))
  await expect(200, as(get("/laas/settings")))
  await expect(200, as(post("/laas/settings", { expiryNotice: 14 })))
  await expect(400, as(post("/laas/settings", { expiryNotice: secret("a number of days") })))

  // The user.
  const userPassword = password("the user's password")
  const user = {
    email: "ada@mail.example",
    fullname: "Ada Lovelace",
    password: userPassword,
    confirmPassword: userPassword,
    phone: "0801 234 5678",
    tag: "ada",
    countryCode: "+234"
  }
  await expect(400, post("/user", { ...user, confirmPassword: password("another slip") }))
  await expect(201, post("/user", user))
  await expect(400, post("/user", user))
  const code = /^ *(\d{6})$/m
  const first = keep("the first code", await mailed(user.email, code))
  await expect(400, post("/user/resend-otp", { email: secret("no address") }))
  await expect(200, post("/user/resend-otp", { email: user.email }))
  const otp = keep("the code", await mailed(user.email, code, 1))
  const verify = (value: unknown) => post("/user/verify-otp", { email: user.email, otp: value })
  for (const wrong of [Number(otp), [otp], `${otp}0`, ...(first === otp ? [] : [first])]) {
    await expect(400, verify(wrong))
  }
  await expect(200, verify(otp))

  // The user's password reset.
  await expect(400, post("/user/forgot-password", { email: secret("no address of a user") }))
  await expect(200, post("/user/forgot-password", { email: user.email }))
  const newCode = keep("the code for a new password", await mailed(user.email, /^ *((?:\d{4} ){4}\d{4})$/m))
  const newPassword = (value: unknown, word = userPassword) =>
    post("/user/reset-password", { email: user.email, otp: value, password: word, confirmPassword: word })
  const digits = keep("the digits of this code", newCode.replaceAll(" ", ""))
  for (const wrong of [Number(digits), [newCode], `${newCode}0`]) await expect(400, newPassword(wrong))
  const slip = {
    email: user.email,
    otp: newCode,
    password: userPassword,
    confirmPassword: password("a third slip")
  }
  await expect(400, post("/user/reset-password", slip))
  await expect(200, newPassword(newCode))
  await expect(400, newPassword(newCode))

  // The partner's password reset.
  await expect(400, post(`${eco}/partners/forgot-password`, { email: secret("no address either") }))
  await expect(200, post(`${eco}/partners/forgot-password`, { email }))
  const resetToken = keep("the reset token", await mailed(email, /token=([\w-]{43})/))
  const wrongReset = secret("a wrong reset token")
  await expect(400, get(`${eco}/partners/reset-password?token=${wrongReset}`))
  const resetPage = await expect(200, get(`${eco}/partners/reset-password?token=${resetToken}`))
  resetPage.gives.add("the reset token")
  const weakReset = { token: resetToken, password: weak, confirmPassword: weak }
  const asked = await expect(400, form(`${eco}/partners/reset-password`, weakReset))
  asked.gives.add("the reset token")
  const next = password("the partner's next password")
  const reset = (value: string) =>
    post(`${eco}/partners/reset-password`, { token: value, password: next, confirmPassword: next })
  await expect(400, reset(wrongReset))
  await expect(200, reset(resetToken))
  await expect(400, reset(resetToken))
  await expect(401, login(own))
  token = await logIn(next)
  await walkSecondFactor({
    journey,
    expect,
    as,
    login: { path: `${eco}/partners/login`, email, password: next }
  })

  // Members with records from the partner's server.
  const onboard = await expect(200, as(post("/laas/users", { tag: "known", userId: "customer-42" })))
  for (const name of records) onboard.gives.add(name)
  await expect(400, as(post("/laas/users", { tag: "broken" })))
  await expect(200, as(post("/laas/users", { userId: "customer-43" })))

  // The login page.
  const verifier = secret("the verifier")
  const challenge = createHash("sha256").update(verifier).digest("base64url")
  const request = {
    response_type: "code",
    client_id: clientId,
    code_challenge: challenge,
    code_challenge_method: "S256",
    scope: "profile email"
  }
  const shown = await expect(200, get(`${oauth}?${new URLSearchParams(request)}`))
  const [, cookie = ""] = /rewards_csrf=([\w-]+)/.exec(shown.reply.headers.get("set-cookie") ?? "") ?? []
  const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(shown.reply.text) ?? []
  const sees = (visit: Visit) => {
    given(visit, "the form's cookie", cookie)
    given(visit, "the form's field", csrf)
  }
  sees(shown)
  await expect(400, get(`${oauth}?client_id=${secret("a client id")}&code=${secret("a stray code")}`))
  const sign = (fields: Readonly<Record<string, string>>, sent = cookie) =>
    withHeaders(
      form(oauth, { ...request, csrf, tag: "ada", password: userPassword, decision: "allow", ...fields }),
      { cookie: `rewards_csrf=${sent}` }
    )
  await expect(403, sign({}, secret("another cookie")))
  await expect(403, sign({ csrf: secret("another field") }))
  // A password in the tag field: only the page that is shown to the same user contains it.
  const misplaced = keep("a password in the wrong field", `hunter-${newToken().slice(0, 20).toLowerCase()}`)
  for (const fields of [{ password: password("a wrong guess") }, { tag: misplaced, password: "ada" }]) {
    const again = await expect(401, sign(fields))
    sees(again)
    if ("tag" in fields) again.gives.add("a password in the wrong field")
  }
  await expect(303, sign({ decision: "deny", tag: misplaced }))
  const signedIn = await expect(303, sign({}))
  const location = new URL(signedIn.reply.headers.get("location") ?? assert.fail(signedIn.whole))
  const pageCode = given(signedIn, "the page's code", location.searchParams.get("code"))

  // Tokens for the code, in the OAuth form.
  const exchange = { grant_type: "authorization_code", client_id: clientId, code: pageCode }
  const wrongVerifier = keep("a verifier that is too short", newToken().slice(0, 40))
  await expect(400, form(`${oauth}/token`, { ...exchange, code_verifier: wrongVerifier }))
  await expect(400, form(`${oauth}/token`, { ...exchange, code: secret("a code") }))
  await expect(401, form(`${oauth}/token`, { ...exchange, client_id: secret("a client's secret") }))
  await expect(401, withBearer(form(`${oauth}/token`, exchange), secret("a partner's token")))
  const bought = await expect(200, form(`${oauth}/token`, { ...exchange, code_verifier: verifier }))
  const oauthBody = bought.reply.body ?? assert.fail(bought.whole)
  const userToken = given(bought, "the user's token", Reflect.get(oauthBody, "access_token"))
  const refreshToken = given(bought, "the refresh token", Reflect.get(oauthBody, "refresh_token"))
  await expect(401, withBearer(get(`${eco}/users/me`), secret("a user's token")))
  await expect(200, withBearer(get(`${eco}/users/me`), userToken))
  const link = (tag: string) => as(post(`${eco}/users/link-tag`, { userId: "customer-43", tag }))
  await expect(403, link("nobody"))
  await expect(200, link("ada"))
  const refresh = (fields: object) =>
    post(`${oauth}/token`, { grantType: "refresh_token", clientId, refreshToken, ...fields })
  await expect(400, refresh({ refreshToken: secret("a wrong refresh token") }))
  await expect(400, refresh({ refreshToken: [refreshToken] }))
  await expect(400, refresh({ scope: secret("a scope of nothing") }))
  const renewed = await expect(200, refresh({}))
  given(renewed, "the second user's token", dataOf(renewed, "accessToken"))
  const newest = given(renewed, "the second refresh token", dataOf(renewed, "refreshToken"))
  await expect(400, post(`${oauth}/revoke`, { clientId, token: [newest] }))
  await expect(401, post(`${oauth}/revoke`, { clientId: newest, token: newest }))
  await expect(200, post(`${oauth}/revoke`, { clientId, token: newest }))
  await expect(400, refresh({}))

  // The user's consents.
  const consents = { tag: "ada", password: userPassword }
  await expect(200, post("/user/consents", consents))
  await expect(401, post("/user/consents", { ...consents, password: password("a guess at consents") }))
  await expect(401, post("/user/consents", { tag: misplaced, password: "ada" }))
  await expect(
    400,
    post("/user/consents/revoke", { ...consents, clientId: secret("no client of a consent") })
  )
  await expect(200, post("/user/consents/revoke", { ...consents, clientId }))

  // Another user erases the account.
  const leaving = { ...user, tag: "alan", email: "alan@example.org" }
  await expect(201, post("/user", leaving))
  await expect(401, post("/user/erase", { tag: "alan", password: password("a guess at erasing") }))
  await expect(200, post("/user/erase", { tag: "alan", password: user.password }))

  // The native form.
  const native = { clientId, tag: "ada", password: userPassword }
  const codeAt = `${oauth}/authorization-code`
  await expect(401, post(codeAt, { ...native, password: password("another wrong guess") }))
  await expect(400, post(codeAt, { ...native, password: [userPassword] }))
  await expect(400, post(codeAt, { ...native, clientId: secret("no client id") }))
  const issued = await expect(200, post(codeAt, native))
  given(issued, "the native code", new URL(dataOf(issued, "redirectUrl")).searchParams.get("code"))
  await expect(200, get("/.well-known/oauth-authorization-server/api/v1/shop"))
  await expect(400, get(`/.well-known/oauth-authorization-server/api/v1/${secret("an ecosystem")}`))

  // Rules, awards and coins.
  const rule = { name: "visit", coinValue: "10", maxNumberOfParticipant: "5", condition: "any" }
  const keyed = { "idempotency-key": "the-first-rule" }
  const created = await expect(201, as(withHeaders(post("/laas/rules/create-rule", rule), keyed)))
  await expect(422, as(withHeaders(post("/laas/rules/create-rule", { ...rule, name: "other" }), keyed)))
  const change = { id: dataOf(created, "id"), coinValue: "20" }
  await expect(200, as(post("/laas/rules/update-rule", change)))
  await expect(400, as(post("/laas/rules/update-rule", { ...change, id: secret("a rule") })))
  const members = await expect(200, as(get("/laas/users")))
  for (const name of records) members.gives.add(name)
  await expect(400, as(get(`/laas/users?after=${secret("a place among members")}`)))
  await expect(200, as(get("/laas/rules")))
  await expect(400, as(get(`/laas/rules?after=${secret("a place in a list")}`)))
  const award = { userId: "customer-42", ruleName: "visit" }
  const awarded = await expect(201, as(post("/laas/rules/award", { ...award, metadata: { order: "1" } })))
  await expect(400, as(post("/laas/rules/award", { ...award, userId: secret("a member") })))
  const awards = [award, { ...award, userId: [secret("one of many")] }, { ...award, ruleName: secret("two") }]
  await expect(201, as(post("/laas/rules/awards", { awards })))
  await expect(400, as(post("/laas/rules/awards", { awards: secret("no list") })))
  await expect(200, as(get("/laas/rules/awards")))
  await expect(400, as(get(`/laas/rules/awards?after=${secret("an award")}`)))
  await expect(400, as(get(`/laas/rules/awards?metadataKey=${secret("a metadata key")}`)))
  await expect(200, as(get(`/laas/awards/${dataOf(awarded, "id")}`)))
  await expect(400, as(get(`/laas/awards/${secret("an award to read")}`)))
  await expect(200, as(post("/laas/rules/award/explain", award)))
  await expect(
    400,
    as(post("/laas/rules/award/explain", { ...award, ruleName: secret("a rule to explain") }))
  )
  const undone = { awardId: dataOf(awarded, "id") }
  await expect(400, as(post("/laas/rules/award/reverse", { awardId: secret("an award to reverse") })))
  await expect(201, as(post("/laas/rules/award/reverse", undone)))
  const reversals = [undone, { awardId: secret("one of many reversals") }]
  await expect(201, as(post("/laas/rules/awards/reverse", { reversals })))
  await expect(400, as(post("/laas/rules/awards/reverse", { reversals: secret("no list of reversals") })))
  await expect(201, as(post("/laas/rules/create-rule", { ...rule, name: "later", pendingDays: "3" })))
  const waiting = await expect(201, as(post("/laas/rules/award", { ...award, ruleName: "later" })))
  await expect(200, as(post("/laas/rules/award/confirm", { awardId: dataOf(waiting, "id") })))
  await expect(400, as(post("/laas/rules/award/confirm", { awardId: secret("an award to confirm") })))
  const confirmations = [{ awardId: secret("one of many confirmations") }]
  await expect(200, as(post("/laas/rules/awards/confirm", { confirmations })))
  await expect(400, as(post("/laas/rules/awards/confirm", { confirmations: secret("no confirmations") })))
  for (const path of ["/laas/leaderboard/new", "/laas/coins/partner/ep-leaderboard"]) {
    const board = await expect(200, as(get(path)))
    for (const name of records) board.gives.add(name)
    await expect(400, as(get(`${path}?page=${secret(`a page of ${path}`)}`)))
  }
  const coins = { userId: "customer-42", coins: "5" }
  const spent = await expect(201, as(post("/laas/coins/transfer-from-user-wallet", coins)))
  const wrongCoins = { ...coins, coins: secret("an amount") }
  await expect(400, as(post("/laas/coins/transfer-from-user-wallet", wrongCoins)))
  for (const path of ["/laas/get-user-coin-data", "/laas/coins/transactions"]) {
    await expect(200, as(get(`${path}?userId=customer-42`)))
    await expect(400, as(get(`${path}?userId=${secret(`a user of ${path}`)}`)))
  }
  await expect(200, as(get(`/laas/rules/${change.id}`)))
  await expect(400, as(get(`/laas/rules/${secret("a rule to read")}`)))
  await expect(200, as(get(`/laas/rules/${change.id}/statistics`)))
  await expect(400, as(get(`/laas/rules/${change.id}/statistics?from=${secret("a day of a rule")}`)))
  await expect(200, as(get(`/laas/rules/${change.id}/progress`)))
  await expect(400, as(get(`/laas/rules/${change.id}/progress?after=${secret("a place in a cycle")}`)))
  await expect(200, as(get("/laas/rules/usage")))
  await expect(400, as(get(`/laas/rules/usage?status=${secret("a status of usage")}`)))
  await expect(200, as(get("/laas/alerts")))
  await expect(401, withBearer(get("/laas/alerts"), secret("an unknown token for alerts")))
  await expect(200, as(get("/laas/statistics")))
  const taken = await expect(200, as(get("/laas/users/export?userId=customer-42")))
  for (const name of records) taken.gives.add(name)
  await expect(400, as(get(`/laas/users/export?userId=${secret("a user to export")}`)))
  for (const userId of ["customer-44", "customer-45"]) await expect(200, as(post("/laas/users", { userId })))
  await expect(200, as(post("/laas/users/merge", { from: "customer-44", into: "customer-45" })))
  await expect(400, as(post("/laas/users/merge", { from: secret("a user to merge"), into: "customer-45" })))
  const erased = await expect(200, as(post("/laas/users/erase", { userId: "customer-43" })))
  await expect(400, as(post("/laas/users/erase", { userId: secret("a user to erase") })))
  await expect(200, as(get(`/laas/users/erasures/${dataOf(erased, "id")}`)))
  await expect(400, as(get(`/laas/users/erasures/${secret("an erasure")}`)))
  await expect(200, as(get("/laas/coins/liability")))
  await expect(400, as(get(`/laas/coins/liability?at=${secret("an instant")}`)))
  await expect(400, as(get(`/laas/statistics?from=${secret("a day")}`)))
  await expect(200, as(get("/laas/coins/transactions/search")))
  await expect(400, as(get(`/laas/coins/transactions/search?type=${secret("a type")}`)))
  const returned = { transactionId: dataOf(spent, "id") }
  await expect(400, as(post("/laas/coins/refund", { transactionId: secret("a transaction") })))
  await expect(201, as(post("/laas/coins/refund", returned)))
  const refunds = [returned, { transactionId: secret("one of many refunds") }]
  await expect(201, as(post("/laas/coins/refunds", { refunds })))
  await expect(400, as(post("/laas/coins/refunds", { refunds: secret("no list of refunds") })))
  const credit = { userId: "customer-42", coins: 1, debitOrCredit: "CR", reason: "a correction" }
  const adjusted = await expect(201, as(post("/laas/coins/adjust", credit)))
  await expect(400, as(post("/laas/coins/adjust", { ...credit, debitOrCredit: secret("a direction") })))
  await expect(201, as(post("/laas/coins/adjustments", { adjustments: [credit] })))
  await expect(400, as(post("/laas/coins/adjustments", { adjustments: secret("no list of adjustments") })))
  await expect(201, as(post("/laas/coins/adjust/reverse", { adjustmentId: dataOf(adjusted, "id") })))
  await expect(400, as(post("/laas/coins/adjust/reverse", { adjustmentId: secret("an adjustment") })))
  await expect(201, as(post(staff, { email: "manager@shop.example", role: "manager" })))
  const asManager = keep(
    "the manager's invitation",
    await mailed("manager@shop.example", /token=([\w-]{43})/)
  )
  await expect(200, accept(asManager))
  const managing = await expect(
    200,
    post(`${eco}/partners/login`, { email: "manager@shop.example", password: theirs })
  )
  const managerToken = given(managing, "the manager's access token", dataOf(managing, "accessToken"))
  await expect(200, as(post("/laas/settings", { approveAbove: 0 })))
  for (const [decide, status] of [
    ["approve", 201],
    ["decline", 200]
  ] as const) {
    const asked = await expect(202, as(post("/laas/coins/adjust", credit)))
    const request = { requestId: dataOf(asked, "id") }
    await expect(400, as(post(`/laas/coins/adjust/${decide}`, request)))
    await expect(
      400,
      as(post(`/laas/coins/adjust/${decide}`, { requestId: secret(`a request to ${decide}`) }))
    )
    await expect(status, withBearer(post(`/laas/coins/adjust/${decide}`, request), managerToken))
  }
  await expect(200, as(get("/laas/coins/adjust/requests")))
  await expect(400, as(get(`/laas/coins/adjust/requests?state=${secret("a state of requests")}`)))
  await expect(200, as(post("/laas/settings", { approveAbove: null })))
  const activity = { userId: "customer-42", type: "order.placed", data: { total: 20 } }
  const recorded = await expect(201, as(post("/laas/activities", activity)))
  await expect(400, as(post("/laas/activities", { ...activity, type: secret("a type of activity") })))
  await expect(201, as(post("/laas/activities/many", { activities: [activity] })))
  await expect(400, as(post("/laas/activities/many", { activities: secret("no list of activities") })))
  await expect(200, as(get("/laas/activities")))
  await expect(400, as(get(`/laas/activities?from=${secret("a time of activities")}`)))
  await expect(201, as(post("/laas/activities/reverse", { activityId: dataOf(recorded, "id") })))
  await expect(400, as(post("/laas/activities/reverse", { activityId: secret("an activity") })))
  const draft = { name: "draft", coinValue: "1", maxNumberOfParticipant: "9", condition: "orders" }
  const time = { from: "2020-01-01T00:00:00.000Z", to: "2100-01-01T00:00:00.000Z" }
  const simulated = { rule: { ...draft, when: { activity: "order.placed" } }, ...time }
  await expect(200, as(post("/laas/rules/simulate", simulated)))
  await expect(400, as(post("/laas/rules/simulate", { ...simulated, to: secret("a time") })))
  await expect(200, as(get(`${eco}/partners`)))
  await expect(401, withBearer(get(`${eco}/partners`), secret("an unknown token for details")))
  await expect(400, as(get(`/laas/iam/audit?before=${secret("an entry")}`)))
  await expect(200, as(get("/laas/iam/audit?limit=100")))

  await expect(400, as(get(`/laas/events?types=${secret("a type of event")}`)))
  await expect(200, as(get("/laas/events")))
  await walkWebhooks({ journey, as, expect, secret })

  // Unknown paths.
  await expect(404, get(`/laas/${secret("a path")}?token=${secret("a query")}`))
  await expect(405, get(`${eco}/partners/login?password=${password("a password in a query")}`))
  return {
    /** Adds the partner's current token. */
    as,
    login: login(next),
    board: as(get("/laas/leaderboard/new")),
    /** Must come last, since it ends the token. */
    leave: async () => {
      for (const path of ["/laas/iam/logout-logins", "/laas/iam/logout-all"]) {
        await expect(401, withBearer(post(path), secret(`an unknown token of ${path}`)))
        token = await logIn(next)
        await expect(200, as(post(path)))
      }
    }
  }
}
