import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { Sessions } from "../../lib/accounts/sessions/Sessions.ts"
import { layerFromUrl } from "../../lib/drivers/url.ts"
import { Accounts } from "../../lib/entries/accounts.ts"
import { openRewards } from "../../lib/index.ts"
import { type Caller, get, logIn, newCaller, post, type Reply } from "../server/caller.ts"
import { type Service, startService, stopService, tidyUp } from "../server/service.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { distributed } from "../support/nodes.ts"
import { freshDatabase } from "../support/postgres.ts"
import { sqlAt } from "../support/sql.ts"

afterAll(tidyUp)

const tally = (replies: ReadonlyArray<Reply>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, body } of replies) {
    const name = status < 400 ? String(status) : `${status} ${body.data.appErrorCode}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

describe("three processes on one PostgreSQL behave as one", () => {
  let database = ""
  let services: ReadonlyArray<Service> = []
  let partner: Caller

  /** Requests alternate between the processes, so that related ones reach different processes. */
  const at = (index: number): string => services[index % services.length]?.url ?? ""

  beforeAll(async () => {
    // All start concurrently on an empty database, so that the migrations race too. Tables are distributed before processes start.
    database = await (distributed ? migratedDatabase() : freshDatabase())
    const settings = { DATABASE_URL: database, DATABASE_CONNECTIONS: "5", RATE_LIMIT_STORE: "database" }
    services = await Promise.all(times(3, () => startService(settings)))
    partner = await newCaller(at(0))
  })

  /** Revokes the token through a fourth engine. */
  const revoke = (token: string) =>
    Effect.flatMap(Sessions, (sessions) => sessions.revoke(token)).pipe(
      Effect.provide(Accounts.layer().pipe(Layer.provide(layerFromUrl(database)))),
      Effect.runPromise
    )

  const rule = (name: string, fields: object) =>
    partner.post(at(0), "/laas/rules/create-rule", { name, condition: "met", coinValue: "10", ...fields })

  const onboard = (...userIds: ReadonlyArray<string>) =>
    Promise.all(userIds.map((userId, index) => partner.post(at(index), "/laas/users", { userId })))

  it("a token of one process is valid at all of them", async () => {
    const tokens = await Promise.all(times(3, (index) => logIn(at(index), partner.email, partner.password)))
    const answers = await Promise.all(
      tokens.flatMap((token) =>
        times(3, (index) =>
          fetch(`${at(index)}/api/v1/laas/rules`, { headers: { authorization: `Bearer ${token}` } })
        )
      )
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(9).fill(200)
    )
  })

  it("the last free place is taken once: a rule for 25 rewards exactly 25 of 60", async () => {
    await rule("for 25", { maxNumberOfParticipant: "25", userLimitAward: "1" })
    const users = times(60, (index) => `limit-${index}`)
    await onboard(...users)
    // Each user twice, at different processes, so that both limits are tested.
    const replies = await Promise.all(
      [...users, ...users].map((userId, index) =>
        partner.post(at(index + Math.floor(index / 60)), "/laas/rules/award", { userId, ruleName: "for 25" })
      )
    )
    const counts = tally(replies)
    assert.equal(counts["201"], 25, JSON.stringify(counts))
    const refusals = Object.keys(counts).filter((name) => name !== "201")
    for (const name of refusals) assert.match(name, /^400 (participant|user)_limit_reached$/)
  })

  it("one idempotency key pays once, whichever process receives it", async () => {
    await rule("keyed", { maxNumberOfParticipant: "100" })
    await onboard("keyed-user")
    const replies = await Promise.all(
      times(12, (index) =>
        partner.post(
          at(index),
          "/laas/rules/award",
          { userId: "keyed-user", ruleName: "keyed" },
          { "idempotency-key": "order-1" }
        )
      )
    )
    assert.deepEqual(tally(replies), { 201: 12 })
    assert.equal(new Set(replies.map(({ body }) => body.data.id)).size, 1)
    assert.equal(replies.filter(({ headers }) => headers.has("idempotency-replayed")).length, 11)
    const { body } = await partner.get(at(1), "/laas/get-user-coin-data?userId=keyed-user")
    assert.equal(body.data.totalPartnerCoins, "10")
  })

  it("a wallet never goes below zero: of 30 transfers of 3 from 50 coins, 16 succeed", async () => {
    await rule("fifty", { coinValue: "50", maxNumberOfParticipant: "100" })
    await onboard("spender")
    await partner.post(at(2), "/laas/rules/award", { userId: "spender", ruleName: "fifty" })
    const replies = await Promise.all(
      times(30, (index) =>
        partner.post(at(index), "/laas/coins/transfer-from-user-wallet", { userId: "spender", coins: 3 })
      )
    )
    assert.deepEqual(tally(replies), { 201: 16, "400 insufficient_coins": 14 })
    for (const index of [0, 1, 2]) {
      const { body } = await partner.get(at(index), "/laas/get-user-coin-data?userId=spender")
      assert.equal(body.data.totalPartnerCoins, "2")
    }
  })

  it("boards are the same at all of them, and contain the awards of each", async () => {
    const boards = await Promise.all(
      times(3, async (index) => ({
        coins: (await partner.get(at(index), "/laas/coins/partner/ep-leaderboard?limit=100")).body.data,
        points: (await partner.get(at(index), "/laas/leaderboard/new?take=100&userId=spender")).body.data
      }))
    )
    const [first] = boards
    for (const board of boards) assert.deepEqual(board, first)
    assert.deepEqual(first?.points.userPosition, { userId: "spender", amount: 50, position: 1 })
    // 25 by the limited rule, one by the keyed award, and one who had fifty coins.
    assert.equal(String(first?.coins.count), "27")
  })

  it("a revoked token is refused by all of them within seconds", async () => {
    const token = await logIn(at(0), partner.email, partner.password)
    const ask = (index: number) =>
      fetch(`${at(index)}/api/v1/laas/rules`, { headers: { authorization: `Bearer ${token}` } })
    for (const index of [0, 1, 2]) assert.equal((await ask(index)).status, 200)
    await revoke(token)
    const deadline = performance.now() + 5000
    /** Asks until it is refused, the last time after the deadline, however slow the machine is. */
    const lastAnswer = async (index: number): Promise<number> => {
      const isLate = performance.now() >= deadline
      const { status } = await ask(index)
      return status === 200 && !isLate ? lastAnswer(index) : status
    }
    for (const index of [0, 1, 2]) {
      assert.equal(await lastAnswer(index), 401, `process ${index} still lets it in`)
    }
  })

  interface Colleague {
    readonly id: string
    readonly email: string
    readonly authorization: string
  }

  /** Invites a person at one process, who accepts at the next and logs in at the last. */
  const join = async (role: string): Promise<Colleague> => {
    const email = `${crypto.randomUUID()}@people.example`
    const { body } = await partner.post(at(0), "/laas/iam/staff", { email, role })
    const [mail] = await sqlAt(database)(`SELECT body FROM rewards_mail WHERE recipient = '${email}'`)
    const [, token] = /token=([\w-]+)/.exec(String(mail?.body)) ?? []
    const { password } = partner
    const accepted = { token, password, confirmPassword: password }
    await post(`${at(1)}/api/v1/demo/partners/staff/accept`, accepted)
    return { id: String(body.data.id), email, authorization: `Bearer ${await logIn(at(2), email, password)}` }
  }

  it("a person who gets another role, or is removed, is refused by all within three seconds", async () => {
    const [moved, removed] = [await join("manager"), await join("viewer")]
    const statuses = ({ authorization }: Colleague) =>
      Promise.all(
        times(3, async (index) => (await get(`${at(index)}/api/v1/laas/rules`, { authorization })).status)
      )
    // Each process trusts the tokens from now on.
    for (const person of [moved, removed]) assert.deepEqual(await statuses(person), [200, 200, 200])
    const changed = await partner.post(at(0), "/laas/iam/staff/role", { id: moved.id, role: "support" })
    assert.equal(changed.status, 200)
    const gone = await fetch(`${at(0)}/api/v1/laas/iam/staff/${removed.id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${partner.token}` }
    })
    assert.equal(gone.status, 200)
    const since = performance.now()
    for (const person of [moved, removed]) assert.equal((await statuses(person))[0], 401)
    await Bun.sleep(Math.max(0, 3100 - (performance.now() - since)))
    for (const person of [moved, removed]) assert.deepEqual(await statuses(person), [401, 401, 401])
  })

  it("two owners who demote each other at two processes leave one owner", async () => {
    const [one, other] = [await join("owner"), await join("owner")]
    const [{ id: first } = { id: "" }] = await sqlAt(database)(
      `SELECT id FROM rewards_person WHERE email = '${partner.email}'`
    )
    const demote = (by: Colleague, index: number, id: unknown) =>
      post(
        `${at(index)}/api/v1/laas/iam/staff/role`,
        { id, role: "viewer" },
        { authorization: by.authorization }
      )
    assert.equal((await demote(one, 0, first)).status, 200)
    const replies = await Promise.all([demote(one, 1, other.id), demote(other, 2, one.id)])
    assert.equal(replies.filter(({ status }) => status === 200).length, 1, JSON.stringify(replies))
    const owners = await sqlAt(database)(
      `SELECT p.id FROM rewards_person p JOIN rewards_person o ON o.partner_id = p.partner_id
        WHERE o.email = '${one.email}' AND p.role = 'owner'`
    )
    assert.equal(owners.length, 1)
  })

  it("each reports the sizes of its groups to Prometheus", async () => {
    for (const { url } of services) {
      const text = await (await fetch(`${url}/metrics`)).text()
      assert.match(text, /^# TYPE rewards_group_size histogram\nrewards_group_size_bucket\{le="1"\} \d+$/m)
      assert.match(text, /^# TYPE rewards_queue_depth gauge\nrewards_queue_depth 0$/m)
      assert.match(text, /route="\/api\/v1\/laas\/rules\/award",status="201",le="\+Inf"\} \d+$/m)
    }
  })

  it("the ledger verifies in the end, and all three exit with code 0", async () => {
    const ends = await Promise.all(services.map(stopService))
    assert.deepEqual(
      ends.map(({ code }) => code),
      [0, 0, 0]
    )
    const rewards = await openRewards({ database })
    assert.deepEqual(await rewards.verify(), [])
    await rewards.close()
  })
})
