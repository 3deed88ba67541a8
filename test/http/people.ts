// Who the tables are about. Hashing a password is slow by design, so all tables of a database share them.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { keyScopes } from "../../lib/accounts/keys/ApiKey.ts"
import type { Sql } from "../support/sql.ts"
import { type Call, post, type Service, withBasic, withBearer } from "./service.ts"

export const password = "Str0ng!secret"
export const userPassword = "plain secret"
/** Not text, and still a secret that somebody sent. */
export const numericPassword = 9_876_543_210

export const partnerBody = {
  applicationName: "Acme Shop",
  redirectUrl: "https://acme.example/return",
  email: "owner@acme.example",
  partnerName: "Acme",
  password,
  confirmPassword: password,
  userDetailsUrl: "https://acme.example/users"
}

export const userBody = {
  email: "ada@example.org",
  fullname: "Ada LOVELACE",
  password: userPassword,
  confirmPassword: userPassword,
  phone: "801 234 5678",
  tag: "ada",
  isAdult: true,
  dateOfBirth: "1990-12-31",
  countryCode: "+234"
}

const LoggedIn = Schema.Struct({ data: Schema.Struct({ accessToken: Schema.String }) })
const Onboarded = Schema.Struct({ data: Schema.Struct({ partnerId: Schema.String }) })
const Created = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })

export const idIn = (body: unknown): string => Schema.decodeUnknownSync(Created)(body).data.id

export const tokenIn = (body: unknown): string => Schema.decodeUnknownSync(LoggedIn)(body).data.accessToken

export interface Partner {
  readonly partnerId: string
  readonly email: string
  readonly accessToken: string
  /** The call with this partner's token. */
  readonly as: (call: Call) => Call
}

export const onboardPartner = async (service: Service, name: string): Promise<Partner> => {
  const email = `${name}@partners.example`
  const body = { ...partnerBody, email, partnerName: name }
  const onboarded = await service.send(post("/shop/partners", body))
  const { partnerId } = Schema.decodeUnknownSync(Onboarded)(onboarded.body).data
  const accessToken = await logIn(service, email)
  const as = (call: Call) => withBearer(call, accessToken)
  return { partnerId, email, accessToken, as }
}

/** A token for the partner's e-mail and password. */
export const logIn = async (service: Service, email: string): Promise<string> => {
  const { body } = await service.send(post("/shop/partners/login", { email, password }))
  return tokenIn(body)
}

const KeyCreated = Schema.Struct({
  data: Schema.Struct({ id: Schema.String, apiKey: Schema.String, apiSecret: Schema.String })
})
export type ApiKey = typeof KeyCreated.Type.data

export const createKey = async (
  service: Service,
  { as }: Partner,
  scopes: ReadonlyArray<string> = keyScopes
): Promise<ApiKey> => {
  const { body } = await service.send(as(post("/laas/iam/api-keys", { name: "machine", scopes })))
  return Schema.decodeUnknownSync(KeyCreated)(body).data
}

/** A token for an API key. */
export const logInWithKey = async (service: Service, { apiKey, apiSecret }: ApiKey): Promise<string> => {
  const { body } = await service.send(withBasic(post("/laas/iam/login"), apiKey, apiSecret))
  return tokenIn(body)
}

const Mail = Schema.Struct({ body: Schema.String })

/** The token of the link that is mailed to a partner who asks for it. */
export const resetToken = async (
  { service, sql }: { readonly service: Service; readonly sql: Sql },
  email: string
): Promise<string> => {
  await service.send(post("/shop/partners/forgot-password", { email }))
  const [mail] = await sql(
    `SELECT body FROM rewards_mail WHERE recipient = '${email}' AND body LIKE '%token=%' ORDER BY id DESC LIMIT 1`
  )
  const { body } = Schema.decodeUnknownSync(Mail)(mail)
  return /token=([\w-]+)/.exec(body)?.[1] ?? assert.fail(body)
}

export const createUser = async (service: Service, tag: string): Promise<string> => {
  const body = { ...userBody, tag, email: `${tag}@example.org`, fullname: tag }
  return idIn((await service.send(post("/user", body))).body)
}
