// The part of the walk that is about second factors.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { type Call, post } from "../../support/calls.ts"
import { codeOf, confirmTotp, removeTotp, startTotp } from "../secondFactor/authenticator.ts"
import type { Journey, Visit } from "./journey.ts"

interface Walker {
  readonly journey: Journey
  readonly as: (call: Call) => Call
  readonly expect: (status: number, call: Call) => Promise<Visit>
  readonly login: { readonly path: string; readonly email: string; readonly password: string }
}

const Setup = Schema.Struct({ data: Schema.Struct({ secret: Schema.String, uri: Schema.String }) })
const Codes = Schema.Struct({ data: Schema.Struct({ recoveryCodes: Schema.Array(Schema.String) }) })

/** Turns a second factor on, logs in with codes, and removes it. Codes are secrets: one may be used by whoever reads it first. */
export const walkSecondFactor = async ({ as, expect, journey, login }: Walker): Promise<void> => {
  const { given, keep } = journey
  await expect(400, as(confirmTotp("123456")))
  const started = await expect(200, as(startTotp))
  const { secret } = Schema.decodeUnknownSync(Setup)(started.reply.body).data
  given(started, "the secret of the second factor", secret)
  const now = Date.now()
  const code = keep("a code", codeOf(secret, now))
  const wrong = keep("a wrong code", codeOf(secret, now + 3_600_000))
  await expect(401, as(confirmTotp(wrong)))
  const confirmed = await expect(200, as(confirmTotp(code)))
  const codes = Schema.decodeUnknownSync(Codes)(confirmed.reply.body).data.recoveryCodes
  for (const [index, each] of codes.entries()) given(confirmed, `recovery code ${index}`, each)
  await expect(400, as(startTotp))
  const { path, ...account } = login
  const logIn = (otp?: string) => post(path, { ...account, ...(otp === undefined ? {} : { otp }) })
  await expect(401, logIn())
  await expect(401, logIn(wrong))
  await expect(401, logIn(code))
  const [first = assert.fail("there are no recovery codes"), second = "", third = ""] = codes
  const visit = await expect(200, logIn(first))
  given(visit, "an access token with a second factor", /"accessToken":"([^"]+)"/.exec(visit.reply.text)?.[1])
  await expect(401, logIn(first))
  await expect(400, logIn(`${second}X`))
  await expect(401, as(removeTotp({ otp: wrong })))
  await expect(200, as(removeTotp({ otp: third })))
  await expect(400, as(removeTotp({ otp: second })))
}
