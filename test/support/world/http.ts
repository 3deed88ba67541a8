// The HTTP interface of an engine, called in this process, with shorthand for partners and users.
import assert from "node:assert/strict"
import { type Runtime, Schema } from "effect"
import { keyScopes } from "../../../lib/accounts/keys/ApiKey.ts"
import { type HandlerOptions, makeHandler } from "../../../lib/entries/http.ts"
import type { Services } from "../../../lib/http/handle.ts"
import { partnerBody, password, userBody } from "../bodies.ts"
import {
  type Call,
  get,
  idIn,
  post,
  type Reply,
  replyOf,
  requestOf,
  tokenIn,
  withBasic,
  withBearer
} from "../calls.ts"

const Onboarded = Schema.Struct({
  data: Schema.Struct({ partnerId: Schema.String, clientId: Schema.String })
})
const KeyCreated = Schema.Struct({
  data: Schema.Struct({ id: Schema.String, apiKey: Schema.String, apiSecret: Schema.String })
})
export type ApiKey = typeof KeyCreated.Type.data

/** A partner that has logged in. Its shorthand calls must succeed. */
const Me = Schema.Struct({ data: Schema.Struct({ id: Schema.String, email: Schema.String }) })

export interface HttpPartner {
  readonly partnerId: string
  readonly clientId: string
  readonly email: string
  readonly accessToken: string
  /** The call with this partner's token. */
  readonly as: (call: Call) => Call
  /** Creates a rule and returns its id. */
  readonly rule: (fields?: object) => Promise<string>
  /** Onboards a member and returns its id. */
  readonly onboard: (userId: string) => Promise<string>
  readonly award: (userId: string, ruleName?: string) => Promise<Reply>
  /** Makes an award that waits to mature, of a rule of its own, and returns its id. */
  readonly pending: (userId: string, fields?: object) => Promise<string>
  readonly transfer: (userId: string, coins: string | number) => Promise<Reply>
  readonly key: (scopes?: ReadonlyArray<string>) => Promise<ApiKey>
  /** The person who has logged in, as records name the person who ordered them. */
  readonly person: () => Promise<{ readonly kind: "person"; readonly id: string; readonly name: string }>
  /** The same partner after another login. */
  readonly again: () => Promise<HttpPartner>
}

export interface Http {
  readonly send: (call: Call) => Promise<Reply>
  /** For requests that a `Call` cannot express. Their answers are not recorded. */
  readonly fetch: (request: Request) => Promise<Response>
  /** All calls and replies, for tests that search answers for secrets. */
  readonly answered: ReadonlyArray<{ readonly call: Call; readonly reply: Reply }>
  /** Onboards a partner and logs it in. */
  readonly partner: (name: string, fields?: object, ecosystem?: string) => Promise<HttpPartner>
  /** Creates a user and returns its id. */
  readonly user: (tag: string, fields?: object) => Promise<string>
  /** A token for the partner with this e-mail address. */
  readonly logIn: (email: string, ecosystem?: string) => Promise<string>
  readonly logInWithKey: (key: ApiKey) => Promise<string>
  readonly drain: () => void
  readonly dispose: () => Promise<void>
}

export const httpOn = (runtime: Runtime.Runtime<Services>, options: HandlerOptions = {}): Http => {
  const { dispose, drain, fetch } = makeHandler(runtime, options)
  const answered: Array<{ call: Call; reply: Reply }> = []
  const send = async (call: Call): Promise<Reply> => {
    const reply = await replyOf(await fetch(requestOf(call)))
    answered.push({ call, reply })
    return reply
  }
  const done = async (call: Call): Promise<Reply> => {
    const reply = await send(call)
    assert.ok(reply.status < 300, `${call.method} ${call.path}: ${reply.text}`)
    return reply
  }
  const logIn = async (email: string, ecosystem = "shop"): Promise<string> =>
    tokenIn((await done(post(`/${ecosystem}/partners/login`, { email, password }))).body)

  const partner: Http["partner"] = async (name, fields = {}, ecosystem = "shop") => {
    const email = `${name}@partners.example`
    const body = { ...partnerBody, email, partnerName: name, ...fields }
    const onboarded = await done(post(`/${ecosystem}/partners`, body))
    const identity = { ...Schema.decodeUnknownSync(Onboarded)(onboarded.body).data, email }
    const loggedIn = async (): Promise<HttpPartner> => {
      const accessToken = await logIn(email, ecosystem)
      const as = (call: Call) => withBearer(call, accessToken)
      return { ...identity, accessToken, as, ...shorthand(as), again: loggedIn }
    }
    return loggedIn()
  }

  const newRule = async (as: HttpPartner["as"], fields: object) => {
    const rule = { name: "signup", coinValue: "10", maxNumberOfParticipant: "1000", condition: "signed up" }
    return idIn((await done(as(post("/laas/rules/create-rule", { ...rule, ...fields })))).body)
  }
  const newAward = (as: HttpPartner["as"], userId: string, ruleName: string) =>
    done(as(post("/laas/rules/award", { userId, ruleName })))

  const shorthand = (as: HttpPartner["as"]) => ({
    rule: (fields: object = {}) => newRule(as, fields),
    onboard: async (userId: string) => idIn((await done(as(post("/laas/users", { userId })))).body),
    award: (userId: string, ruleName = "signup") => newAward(as, userId, ruleName),
    pending: async (userId: string, fields: object = {}) => {
      const name = crypto.randomUUID()
      await newRule(as, { name, pendingDays: 14, ...fields })
      return idIn((await newAward(as, userId, name)).body)
    },
    transfer: (userId: string, coins: string | number) =>
      done(as(post("/laas/coins/transfer-from-user-wallet", { userId, coins }))),
    person: async () => {
      const { data } = Schema.decodeUnknownSync(Me)((await done(as(get("/laas/iam/me")))).body)
      return { kind: "person" as const, id: data.id, name: data.email }
    },
    key: async (scopes: ReadonlyArray<string> = keyScopes) => {
      const { body } = await done(as(post("/laas/iam/api-keys", { name: "machine", scopes })))
      return Schema.decodeUnknownSync(KeyCreated)(body).data
    }
  })

  return {
    send,
    fetch,
    answered,
    partner,
    user: async (tag, fields = {}) => {
      const body = { ...userBody, tag, email: `${tag}@example.org`, fullname: tag, ...fields }
      return idIn((await done(post("/user", body))).body)
    },
    logIn,
    logInWithKey: async ({ apiKey, apiSecret }) =>
      tokenIn((await done(withBasic(post("/laas/iam/login"), apiKey, apiSecret))).body),
    drain,
    dispose
  }
}
