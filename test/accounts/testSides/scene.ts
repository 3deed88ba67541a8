// A partner with a test side, and the calls of both sides.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { type Call, dataIn, get, post, type Reply, tokenIn, withBearer } from "../../support/calls.ts"
import type { HttpPartner, World } from "../../support/world.ts"

const path = "/laas/iam/test-side"

const TestSide = Schema.Struct({
  data: Schema.Struct({
    partnerId: Schema.String,
    createdAt: Schema.Date,
    clock: Schema.Date,
    ahead: Schema.Number
  })
})

const Rows = Schema.Struct({
  data: Schema.Struct({ data: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Unknown })) })
})
const Key = Schema.Struct({ data: Schema.Struct({ apiKey: Schema.String, apiSecret: Schema.String }) })
const Refused = Schema.Struct({ data: Schema.Struct({ appErrorCode: Schema.String }) })

export const codeIn = ({ body }: Reply): string => Schema.decodeUnknownSync(Refused)(body).data.appErrorCode

const testSideIn = ({ body, text }: Reply): typeof TestSide.Type.data => {
  if (!Schema.is(Schema.encodedSchema(TestSide))(body)) assert.fail(text)
  return Schema.decodeSync(TestSide)(body).data
}

const done = async (world: World, call: Call): Promise<Reply> => {
  const reply = await world.send(call)
  assert.ok(reply.status < 300, `${call.method} ${call.path}: ${reply.text}`)
  return reply
}

export const make = async (world: World, live: HttpPartner) =>
  testSideIn(await done(world, live.as(post(path))))

export const show = async (world: World, live: HttpPartner) =>
  testSideIn(await done(world, live.as(get(path))))

export const exchange = async (world: World, accessToken: string): Promise<string> =>
  tokenIn((await done(world, withBearer(post(`${path}/token`), accessToken))).body)

export const move = async (world: World, live: HttpPartner, to: object) =>
  testSideIn(await done(world, live.as(post(`${path}/clock`, to))))

export const empty = async (world: World, live: HttpPartner) =>
  testSideIn(await done(world, live.as(post(`${path}/empty`))))

/** The calls of a token, which must succeed. */
export const callsOf = (world: World, token: string) => {
  const send = async (call: Call): Promise<Reply> => done(world, withBearer(call, token))
  const read = async (from: string) => dataIn((await send(get(from))).body)
  return {
    send,
    read,
    /** The rows of a list. */
    list: async (from: string) => Schema.decodeUnknownSync(Rows)((await send(get(from))).body).data.data,
    key: async (scopes: ReadonlyArray<string>) =>
      Schema.decodeUnknownSync(Key)((await send(post("/laas/iam/api-keys", { name: "ci", scopes }))).body)
        .data,
    rule: (fields: object = {}) =>
      send(
        post("/laas/rules/create-rule", {
          name: "signup",
          coinValue: "10",
          maxNumberOfParticipant: "1000",
          condition: "signed up",
          ...fields
        })
      ),
    onboard: (userId: string) => send(post("/laas/users", { userId })),
    award: async (userId: string, ruleName = "signup") =>
      dataIn((await send(post("/laas/rules/award", { userId, ruleName }))).body),
    coins: async (userId: string) => {
      const { totalPartnerCoins } = await read(`/laas/get-user-coin-data?userId=${userId}`)
      return Number(totalPartnerCoins)
    }
  }
}
