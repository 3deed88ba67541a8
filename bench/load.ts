import { Effect, Layer } from "effect"
import { Folds } from "../lib/boards/Folds.ts"
import { type MemberId, PartnerId } from "../lib/rewards/Id.ts"
import { monthOf, stripeId } from "../lib/rewards/ledger/Account.ts"
import { accounts, awards, conditions, memberIds, rules, tallies, transfers } from "../lib/rewards/tables.ts"
import { uuidv7 } from "../lib/schema/Id.ts"
import { Database } from "../lib/sql/Database.ts"
import { statement } from "../lib/sql/Statement.ts"
import type { Client } from "./ours.ts"
import { coinUnits, type Scene } from "./scene.ts"

/** A batch is one statement per table. A transaction has many batches, so that loading does not wait for the disk. */
const batch = 1000
const batchesPerTransaction = 50

const findMemberIds = memberIds.find("memberId")
const findRuleId = statement({
  input: { partnerId: "uuid", name: "text" },
  output: conditions.row("ruleId"),
  sql: `SELECT c.rule_id FROM input CROSS JOIN rewards_condition c
    WHERE c.partner_id = input.partner_id AND c.name = input.name`
})
const updateAccounts = accounts.update("balance", "version")
const updateRule = rules.update("participants")
const insertTallies = tallies.insert()
const insertAwards = awards.insert()
const insertTransfers = transfers.insert()

interface History {
  readonly partner: PartnerId
  readonly ruleId: string
  readonly members: ReadonlyArray<MemberId>
  readonly count: number
}

/**
 * Writes the rows that `count` awards of the scene's first rule would leave, without making the awards. The scene
 * must not have any awards yet. `Verification.verify` finds no divergence in these rows.
 */
export const load = (client: Client, scene: Scene, count: number, progress: (done: number) => void) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const history = yield* readHistory(scene, count)
      const database = yield* Database
      yield* database.transaction(writeCounters(history))
      for (let start = 0; start < count; start += batch * batchesPerTransaction) {
        const end = Math.min(count, start + batch * batchesPerTransaction)
        yield* database.transaction(writeAwards(history, start, end))
        progress(end)
      }
      yield* (yield* Folds).rebuild(history.partner)
    }).pipe(Effect.provide(Layer.provideMerge(Folds.layer(), Layer.provide(Database.layer, client))))
  )

const readHistory = (scene: Scene, count: number) =>
  Effect.gen(function* () {
    const database = yield* Database
    const partner = PartnerId.make(scene.partnerId)
    const [rule] = yield* database.run(findRuleId, [{ partnerId: partner, name: scene.rules[0]! }])
    const members: Array<MemberId> = []
    for (let start = 0; start < scene.members.length; start += batch) {
      const keys = scene.members.slice(start, start + batch)
      const found = yield* database.run(
        findMemberIds,
        keys.map((userId) => ({ partnerId: partner, userId }))
      )
      members.push(...found.map(({ memberId }) => memberId))
    }
    return { partner, ruleId: rule!.ruleId, members, count } satisfies History
  })

const issuanceOf = ({ partner }: History) => stripeId(partner, "issuance", 0)

const writeCounters = (history: History) =>
  Effect.gen(function* () {
    const database = yield* Database
    const { partner, ruleId, members, count } = history
    const paid = members.map((_, index) => Math.floor((count - index - 1) / members.length) + 1)
    const tally = {
      partnerId: partner,
      ruleId,
      progress: 0,
      userLimit: null,
      merged: 0,
      continuedIn: null
    } as const
    const account = { partnerId: partner }
    for (let start = 0; start < members.length; start += batch) {
      const some = members
        .slice(start, start + batch)
        .map((id, index) => ({ id, times: paid[start + index]! }))
      yield* database.run(
        insertTallies,
        some.map(({ id, times }) => ({ ...tally, memberId: id, paid: times, cycle: times }))
      )
      yield* database.run(
        updateAccounts,
        some.map(({ id, times }) => ({ ...account, id, balance: times * coinUnits, version: times }))
      )
    }
    yield* database.run(updateAccounts, [
      { ...account, id: issuanceOf(history), balance: -count * coinUnits, version: count }
    ])
    const joined = paid.filter((times) => times > 0).length
    yield* database.run(updateRule, [{ partnerId: partner, id: ruleId, participants: joined }])
  })

const writeAwards = (history: History, from: number, end: number) =>
  Effect.gen(function* () {
    const database = yield* Database
    const yesterday = Date.now() - 86_400_000
    for (let start = from; start < end; start += batch) {
      const awards = Array.from({ length: Math.min(batch, end - start) }, (_, index) =>
        award(history, start + index, yesterday)
      )
      yield* database.run(insertAwards, awards)
      yield* database.run(
        insertTransfers,
        awards.map((line, index) => transfer(history, line, start + index))
      )
    }
  })

const award = ({ partner, ruleId, members }: History, index: number, since: number) => ({
  partnerId: partner,
  id: uuidv7(since + (index >> 12), index & 0xfff, crypto.getRandomValues(new Uint8Array(8)), 0),
  ruleId,
  ordinal: 0,
  memberId: members[index % members.length]!,
  cycle: Math.floor(index / members.length),
  amount: null,
  rate: null,
  localDay: null,
  awarded: true,
  suppressedBy: null,
  activityId: null,
  orderedBy: null,
  createdAt: new Date(since + index)
})

const transfer = (
  history: History,
  { createdAt, cycle, id, memberId }: ReturnType<typeof award>,
  index: number
) => ({
  partnerId: history.partner,
  id,
  kind: "award",
  amount: coinUnits,
  debitAccount: issuanceOf(history),
  debitVersion: index + 1,
  debitBalance: -(index + 1) * coinUnits,
  creditAccount: memberId,
  creditVersion: cycle + 1,
  creditBalance: (cycle + 1) * coinUnits,
  createdAt,
  expiresAt: null,
  month: monthOf(createdAt),
  orderedBy: null
})
