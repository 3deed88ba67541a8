// Who the tables are about. Hashing a password is slow by design, so all tables of a database share them.
import { Schema } from "effect"
import { type Call, post, type Service, withHeaders } from "./service.ts"

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
  const login = await service.send(post("/shop/partners/login", { email, password }))
  const { accessToken } = Schema.decodeUnknownSync(LoggedIn)(login.body).data
  const as = (call: Call) => withHeaders(call, { authorization: `Bearer ${accessToken}` })
  return { partnerId, email, accessToken, as }
}

export const createUser = async (service: Service, tag: string): Promise<string> => {
  const body = { ...userBody, tag, email: `${tag}@example.org`, fullname: tag }
  return idIn((await service.send(post("/user", body))).body)
}
