import { codeOf } from "../../accounts/secondFactor/authenticator.ts"
import { dataIn, get, post, tokenIn, withBasic, withBearer } from "../../support/calls.ts"
import { eco, partner, partnerPassword, type Scene } from "./scene.ts"

const home = `/${eco}/partners`

export const onboarding = async (scene: Scene): Promise<void> => {
  const { take } = scene
  const { email, password, ...rest } = partner
  await take("partners.onboard", post(home, { ...rest, password: "sesame", confirmPassword: "sesame" }))
  const { body } = await take("partners.onboard", post(home, partner))
  scene.clientId = String(dataIn(body).clientId)
  await take("partners.login", post(`${home}/login`, { email, password: "Sesame-124" }))
  scene.login = tokenIn((await take("partners.login", post(`${home}/login`, { email, password }))).body)
}

const staff = "/laas/iam/staff"

const people = async (scene: Scene): Promise<void> => {
  const { change, erase, read, sql, take, write } = scene
  const asKey = (path: string) => withBearer(get(path), scene.readingKey)
  const colleague = { email: "colleague@acme.example", role: "support" }
  await take("people.invite", write(staff, { ...colleague, role: "admin" }))
  const { id } = dataIn((await take("people.invite", write(staff, colleague))).body)
  const [mail] = await sql(
    "SELECT body FROM rewards_mail WHERE body LIKE '%staff/accept%' ORDER BY id DESC LIMIT 1"
  )
  const token = /token=([\w-]+)/.exec(String(mail?.body))?.[1] ?? ""
  const page = `${home}/staff/accept`
  await take("people.acceptForm", get(`${page}?token=${token}`))
  const accepted = { token, password: partnerPassword, confirmPassword: partnerPassword }
  await take("people.accept", post(page, accepted))
  await take("people.accept", post(page, accepted))
  await take("people.acceptForm", get(`${page}?token=${token}`))
  await take("people.list", read(staff))
  await take("people.list", asKey(staff))
  await take("people.changeRole", write(`${staff}/role`, { id, role: "manager" }))
  await take("people.changeRole", write(`${staff}/role`, { id, role: "nobody" }))
  await take("people.remove", erase(`${staff}/${id}`))
  await take("people.remove", erase(`${staff}/${id}`))
  await take("iam.me", read("/laas/iam/me"))
  await take("iam.me", asKey("/laas/iam/me"))
  await take("iam.updateMe", change("/laas/iam/me", { alertMails: true }))
  await take("iam.updateMe", change("/laas/iam/me", { alertMails: "yes" }))
  await scene.send(post(`${home}/login`, { email: partner.email, password: partnerPassword }))
  const sessions = await take("iam.listSessions", read("/laas/iam/sessions"))
  await take("iam.listSessions", asKey("/laas/iam/sessions"))
  const other = /"id":"([^"]+)"[^{}]*"current":false/.exec(sessions.text)?.[1]
  await take("iam.endSession", erase(`/laas/iam/sessions/${other}`))
  await take("iam.endSession", erase(`/laas/iam/sessions/${other}`))
}

export const testSide = async ({ take, read, write }: Scene): Promise<void> => {
  const path = "/laas/iam/test-side"
  await take("testSide.get", read(path))
  await take("testSide.create", post(path))
  await take("testSide.token", write(`${path}/token`))
  await take("testSide.empty", write(`${path}/empty`))
  await take("testSide.create", write(path))
  await take("testSide.get", read(path))
  await take("testSide.token", write(`${path}/token`))
  await take("testSide.clock", write(`${path}/clock`, { days: 30 }))
  await take("testSide.clock", write(`${path}/clock`, { at: "2026-03-05T00:00:00Z" }))
  await take("testSide.empty", write(`${path}/empty`))
}

/** Turned on and removed again with codes of this minute: the clock of the scene stands still. */
const secondFactor = async ({ readingKey, take, watch, write }: Scene): Promise<void> => {
  const totp = "/laas/iam/totp"
  const asKey = withBearer(post(totp), readingKey)
  await take("totp.start", asKey)
  await take("totp.confirm", write(`${totp}/confirm`, { otp: "492039" }))
  const secret = String(dataIn((await take("totp.start", write(totp))).body).secret)
  await take("totp.confirm", write(`${totp}/confirm`, { otp: codeOf(secret, watch.now) }))
  await take("totp.remove", write(`${totp}/remove`, { otp: codeOf(secret, watch.now) }))
  await take("totp.remove", write(`${totp}/remove`, { otp: codeOf(secret, watch.now + 30_000) }))
}

export const keys = async (scene: Scene): Promise<void> => {
  const { erase, read, take, write } = scene
  const keys = "/laas/iam/api-keys"
  await take("iam.createApiKey", write(keys, { name: "Checkout", scopes: ["awards"] }))
  const created = await take("iam.createApiKey", write(keys, { name: "Reports", scopes: ["read"] }))
  const { apiKey, apiSecret, id } = dataIn(created.body)
  const logIn = (secret: string) => withBasic(post("/laas/iam/login"), String(apiKey), secret)
  await take("iam.login", logIn("wrong"))
  scene.readingKey = tokenIn((await take("iam.login", logIn(String(apiSecret)))).body)
  const asKey = (path: string) => withBearer(post(path), scene.readingKey)

  await take("partners.details", read(home))
  await take("partners.details", withBearer(get(home), scene.readingKey))
  await take("partners.update", scene.change(home, { webRedirectUrl: "https://shop.example/web" }))
  await take("partners.update", scene.change(home, { redirectUrl: "shop.example" }))

  await take("settings.get", read("/laas/settings"))
  await take("settings.get", withBearer(get("/laas/settings"), scene.readingKey))
  await take("settings.update", write("/laas/settings", { expiryNotice: 14 }))
  await take("settings.update", write("/laas/settings", { expiryNotice: 400 }))

  await take("iam.listApiKeys", read(keys))
  await take("iam.listApiKeys", withBearer(get(keys), scene.readingKey))
  await take("iam.logoutLogins", asKey("/laas/iam/logout-logins"))
  await take("iam.logoutAll", asKey("/laas/iam/logout-all"))
  await take("iam.revokeApiKey", erase(`${keys}/01a1dd04-59e9-7000-9022-9805fb1f6534`))
  const spare = dataIn((await scene.send(write(keys, { name: "Old shop", scopes: ["read"] }))).body)
  await take("iam.revokeApiKey", erase(`${keys}/${spare.id}`))
  await take("iam.audit", read("/laas/iam/audit?action=partner.login&limit=2"))
  await take("iam.audit", read("/laas/iam/audit?limit=ten"))
  await people(scene)
  await secondFactor(scene)
  await take("iam.logout", post("/laas/iam/logout"))
  await take("iam.logout", write("/laas/iam/logout"))
  await scene.logInAgain()
  await take("iam.logoutLogins", write("/laas/iam/logout-logins"))
  await scene.logInAgain()
  await scene.send(erase(`${keys}/${id}`))
}

/** Ends all sessions, so it comes last. */
export const leaving = async (scene: Scene): Promise<void> => {
  const { sql, take, write } = scene
  await take("partners.forgotPassword", post(`${home}/forgot-password`, { email: "ops" }))
  await take("partners.forgotPassword", post(`${home}/forgot-password`, { email: partner.email }))
  const [mail] = await sql(
    "SELECT body FROM rewards_mail WHERE body LIKE '%token=%' ORDER BY id DESC LIMIT 1"
  )
  const token = /token=([\w-]+)/.exec(String(mail?.body))?.[1] ?? ""
  const page = `${home}/reset-password`
  await take("partners.resetForm", get(`${page}?token=${token}`))
  const reset = { token, password: partnerPassword, confirmPassword: partnerPassword }
  await take("partners.resetPassword", post(page, reset))
  await take("partners.resetPassword", post(page, reset))
  await take("partners.resetForm", get(`${page}?token=${token}`))
  await scene.logInAgain()
  await take("iam.logoutAll", write("/laas/iam/logout-all"))
}
