// Awards of many partners that go on while nodes of the cluster come and go. Each award has a key and is repeated until it is accepted,
// as a careful client does, so that in the end each key must have exactly one award.
import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { openRewards } from "../../lib/index.ts"
import { keyDigest } from "../../lib/rewards/idempotency/fingerprint.ts"
import { type Caller, newCaller } from "../server/caller.ts"
import { type Service, stopService } from "../server/service.ts"
import { sqlAt } from "../support/sql.ts"
import type { OwnCluster, Worker } from "./cluster.ts"

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "100", condition: "a visit" }
const users = ["ada", "bob", "cleo", "dan"]

export interface Partner {
  readonly id: string
  readonly caller: Caller
}

/** The port of the node that holds the rows of a partner. */
export const portOf = async (database: string, partnerId: string): Promise<number> => {
  const [row] = await sqlAt(database)(
    `SELECT n.nodeport FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
     WHERE p.shardid = get_shard_id_for_distribution_column('rewards_partner', '${partnerId}'::UUID)`
  )
  return Number(row?.nodeport)
}

/** A new partner with a rule and members. */
export const newPartner = async (url: string, database: string): Promise<Partner> => {
  const caller = await newCaller(url)
  const created = await caller.post(url, "/laas/rules/create-rule", rule)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  for (const userId of users) assert.equal((await caller.post(url, "/laas/users", { userId })).status, 200)
  const [login] = await sqlAt(database)(
    `SELECT partner_id FROM rewards_person WHERE email = '${caller.email}'`
  )
  return { id: String(login?.partner_id), caller }
}

/** New partners, by the worker that holds their rows: so many on each. Their ids are random, so some are made for nothing. */
export const partnersOn = async (
  { workerAt }: Pick<OwnCluster, "workerAt">,
  url: string,
  database: string,
  count: number
): Promise<Readonly<Record<Worker, ReadonlyArray<Partner>>>> => {
  const found: Record<Worker, Array<Partner>> = { 1: [], 2: [] }
  while (found[1].length < count || found[2].length < count) {
    const partner = await newPartner(url, database)
    const on = found[workerAt(await portOf(database, partner.id))]
    if (on.length < count) on.push(partner)
  }
  return found
}

interface Answer {
  readonly partner: Partner
  readonly status: number
  /** Of `performance.now()`. */
  readonly at: number
  readonly took: number
}

export interface Traffic {
  /** Every answer so far, refusals included. */
  readonly answers: ReadonlyArray<Answer>
  /** The ids of the accepted awards of a partner, by key. */
  readonly accepted: (partner: Partner) => ReadonlyMap<string, string>
  /** Repeats awards that were not accepted until they are, and ends. */
  readonly stop: () => Promise<void>
}

/** Sends awards of all partners, each partner through all processes. Fails on an answer that is neither 201 nor a proper 503. */
export const startTraffic = (
  urls: ReadonlyArray<string>,
  partners: ReadonlyArray<Partner>,
  callersPerPartner = 2
): Traffic => {
  const answers: Array<Answer> = []
  const accepted = new Map(partners.map((partner) => [partner, new Map<string, string>()]))
  let isStopping = false
  let failure: unknown

  const once = async (partner: Partner, key: string, nth: number, attempt: number): Promise<boolean> => {
    const url = urls[(nth + attempt) % urls.length] ?? ""
    const at = performance.now()
    const award = { userId: users[nth % users.length], ruleName: rule.name }
    const reply = await partner.caller.post(url, "/laas/rules/award", award, { "idempotency-key": key })
    answers.push({ partner, status: reply.status, at, took: performance.now() - at })
    if (reply.status === 201) {
      accepted.get(partner)?.set(key, String(reply.body.data.id))
      return true
    }
    assert.equal(reply.status, 503, JSON.stringify(reply.body))
    assert.match(String(reply.headers.get("retry-after")), /^\d+$/)
    assert.equal(reply.body.data.errorType, "unavailable", JSON.stringify(reply.body))
    return false
  }

  const call = async (partner: Partner, caller: number): Promise<void> => {
    for (let nth = 0; !isStopping; nth++) {
      const key = `award ${caller}-${nth}`
      for (let attempt = 0; !(await once(partner, key, nth, attempt)); attempt++) await setTimeout(50)
      await setTimeout(5)
    }
  }

  const callers = partners.flatMap((partner) =>
    Array.from({ length: callersPerPartner }, (_, caller) =>
      call(partner, caller).catch((error: unknown) => {
        failure ??= error
        isStopping = true
      })
    )
  )

  return {
    answers,
    accepted: (partner) => accepted.get(partner) ?? new Map(),
    stop: async () => {
      isStopping = true
      await Promise.all(callers)
      if (failure !== undefined) throw failure
    }
  }
}

const hexDigest = (partnerId: string, key: string): string =>
  Buffer.from(keyDigest(partnerId, key)).toString("hex")

/** Checks that each accepted key has exactly one award, with the id that was answered, and that nothing else was written. */
export const assertNoneLostOrDoubled = async (
  traffic: Traffic,
  partners: ReadonlyArray<Partner>,
  url: string,
  database: string
): Promise<number> => {
  let total = 0
  for (const partner of partners) {
    const accepted = traffic.accepted(partner)
    const rows = await sqlAt(database)(
      `SELECT encode(i.key, 'hex') AS key, w.id, (SELECT SUM(t.amount) FROM rewards_transfer t WHERE t.partner_id = '${partner.id}') AS paid
       FROM rewards_award w LEFT JOIN rewards_idempotency i ON i.partner_id = w.partner_id AND i.record_id = w.id
       WHERE w.partner_id = '${partner.id}' ORDER BY w.id`
    )
    const stored = new Map(rows.map(({ id, key }) => [String(key), String(id)]))
    assert.equal(rows.length, accepted.size, "awards were lost or doubled")
    assert.deepEqual(
      Array.from(stored).toSorted(),
      Array.from(accepted, ([key, id]) => [hexDigest(partner.id, key), id]).toSorted(),
      "an award is not the one that was answered"
    )
    assert.equal(Number(rows[0]?.paid), accepted.size * 10_000)
    // A client that did not get its answer asks again.
    for (const [key, id] of Array.from(accepted).slice(-5)) {
      const again = await partner.caller.post(
        url,
        "/laas/rules/award",
        { userId: users[Number(key.split("-")[1]) % users.length], ruleName: rule.name },
        { "idempotency-key": key }
      )
      assert.equal(again.status, 201, JSON.stringify(again.body))
      assert.equal(again.body.data.id, id)
      assert.equal(again.headers.get("idempotency-replayed"), "true")
    }
    total += accepted.size
  }
  return total
}

/** Stops two services, which must end well, and verifies the database. */
export const assertEndsWell = async (services: ReadonlyArray<Service>, database: string): Promise<void> => {
  const ends = await Promise.all(services.map(stopService))
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0]
  )
  const rewards = await openRewards({ database, accounts: { sendWebhooks: false } })
  assert.deepEqual(await rewards.verify(), [])
  await rewards.close()
}
