// An authenticator app: a second factor over HTTP, with the codes that a phone would show.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { fromBase32 } from "../../../lib/accounts/secondFactor/base32.ts"
import { codeAt, stepAt } from "../../../lib/accounts/secondFactor/totp.ts"
import { password } from "../../support/bodies.ts"
import { type Call, post, type Reply } from "../../support/calls.ts"
import type { Http, HttpPartner } from "../../support/world.ts"

const Started = Schema.Struct({ data: Schema.Struct({ secret: Schema.String, uri: Schema.String }) })
const Confirmed = Schema.Struct({ data: Schema.Struct({ recoveryCodes: Schema.Array(Schema.String) }) })

export const startTotp = post("/laas/iam/totp")
export const confirmTotp = (otp: string): Call => post("/laas/iam/totp/confirm", { otp })
export const removeTotp = (body: object): Call => post("/laas/iam/totp/remove", body)
export const loginOf = (email: string, more: object = {}): Call =>
  post("/shop/partners/login", { email, password, ...more })

/** The code of a secret in base32 at a time in milliseconds. */
export const codeOf = (secret: string, now: number): string =>
  codeAt(fromBase32(secret), stepAt(new Date(now)))

export const start = async ({ send }: Pick<Http, "send">, { as }: Pick<HttpPartner, "as">) => {
  const reply = await send(as(startTotp))
  assert.equal(reply.status, 200, reply.text)
  return Schema.decodeUnknownSync(Started)(reply.body).data
}

export const recoveryCodesIn = (reply: Reply): ReadonlyArray<string> => {
  assert.equal(reply.status, 200, reply.text)
  return Schema.decodeUnknownSync(Confirmed)(reply.body).data.recoveryCodes
}

/** Turns a second factor on with the code of this time. */
export const turnOn = async (http: Pick<Http, "send">, partner: Pick<HttpPartner, "as">, now: number) => {
  const { secret, uri } = await start(http, partner)
  const recoveryCodes = recoveryCodesIn(await http.send(partner.as(confirmTotp(codeOf(secret, now)))))
  return { secret, uri, recoveryCodes }
}
