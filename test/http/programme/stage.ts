// A partner with its own rules on a service whose clock stands still until a test moves it.
import assert from "node:assert/strict"
import { type Call, dataIn, get, idIn, post, type Reply, withBearer, withKey } from "../../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { type HttpPartner, newWatch, openWorld, type Watch, type World } from "../../support/world.ts"

const day = 24 * 60 * 60 * 1000

export const openStage = async (world: World, watch: Watch, name: string) => {
  // Every test begins at noon in UTC on the third of a month that is a Wednesday, later than the test before it.
  watch.now = Math.ceil(watch.now / day) * day + day / 2
  while (new Date(watch.now).getUTCDate() !== 3 || new Date(watch.now).getUTCDay() !== 3) watch.now += day
  let partner: HttpPartner = await world.partner(name)
  const send = (call: Call): Promise<Reply> => world.send(partner.as(call))
  const withToken = (token: string) => (call: Call) => world.send(withBearer(call, token))
  /** The list of an answer. */
  const list = async (path: string): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
    const reply = await send(get(path))
    assert.equal(reply.status, 200, reply.text)
    const { data } = dataIn(reply.body)
    return Array.isArray(data) ? data : assert.fail(reply.text)
  }
  return {
    ...partner,
    world,
    /** Who orders what the partner's login orders. */
    person: await partner.person(),
    send,
    list,
    withToken,
    now: () => new Date(watch.now),
    /** Moves the clock, and logs the partner in again, whose token may have expired by then. */
    later: async (hours: number) => {
      watch.now += hours * 3_600_000
      partner = await partner.again()
    },
    /** When the running day ends in UTC. */
    midnight: () => new Date((Math.floor(watch.now / day) + 1) * day).toISOString(),
    /** Awards, and returns the award's id. */
    awardId: async (userId: string, ruleName?: string) => idIn((await partner.award(userId, ruleName)).body),
    /** Transfers coins, and returns the transaction's id. */
    transferId: async (userId: string, coins: number) => idIn((await partner.transfer(userId, coins)).body),
    tryAward: (userId: string, fields: object = {}) =>
      send(post("/laas/rules/award", { userId, ruleName: "signup", ...fields })),
    update: (fields: object) => send(post("/laas/rules/update-rule", fields)),
    explain: (userId: string, ruleName = "signup") =>
      send(post("/laas/rules/award/explain", { userId, ruleName })),
    reverse: (awardId: string, fields: object = {}, key?: string) =>
      send(keyed(post("/laas/rules/award/reverse", { awardId, ...fields }), key)),
    reverseMany: (reversals: unknown, key?: string) =>
      send(keyed(post("/laas/rules/awards/reverse", { reversals }), key)),
    confirm: (awardId: string, key?: string) =>
      send(keyed(post("/laas/rules/award/confirm", { awardId }), key)),
    confirmMany: (confirmations: unknown, key?: string) =>
      send(keyed(post("/laas/rules/awards/confirm", { confirmations }), key)),
    refund: (transactionId: string, fields: object = {}, key?: string) =>
      send(keyed(post("/laas/coins/refund", { transactionId, ...fields }), key)),
    refundMany: (refunds: unknown, key?: string) =>
      send(keyed(post("/laas/coins/refunds", { refunds }), key)),
    /** What the member's wallet holds. */
    coins: async (userId: string) => {
      const { body } = await send(get(`/laas/get-user-coin-data?userId=${userId}`))
      return dataIn(body).totalPartnerCoins
    }
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Sends calls with the token of a new API key that has these scopes. */
export const scopesOf = async (stage: Stage, ...scopes: ReadonlyArray<string>) =>
  stage.withToken(await stage.world.logInWithKey(await stage.key(scopes)))

export const isReplayed = ({ headers }: Reply) => headers.get("idempotency-replayed") === "true"

const keyed = (call: Call, key?: string): Call => (key === undefined ? call : withKey(call, key))

export type Test = (name: string, body: (stage: Stage) => Promise<void>) => void

/** Runs tests on one service, each with a partner of its own. */
export const stages = (
  name: string,
  database: () => Promise<string>,
  body: (describe: (name: string, tests: (test: Test) => void) => void) => void
): void =>
  describe(name, () => {
    const watch = newWatch("2026-03-01T00:00:00.000Z")
    let opened: World | undefined
    let count = 0
    beforeAll(async () => {
      // The clock stands still, so a minute of requests would never end.
      const http = { rateLimits: { public: 0, failures: 0, partner: 0 } }
      opened = await openWorld(await database(), { http, watch })
    })
    afterAll(() => opened?.close())
    body((name, tests) =>
      describe(name, () =>
        tests((name, test) =>
          it(name, async () => {
            count += 1
            const world = opened ?? assert.fail("the service did not open")
            await test(await openStage(world, watch, `programme-${count}`))
          })
        )
      )
    )
  })
