import assert from "node:assert/strict"
import { Context, Effect, Either, Exit, Layer } from "effect"
import { bar } from "../../../lib/boards/Backfill/bar.ts"
import * as Backfill from "../../../lib/boards/Backfill.ts"
import { Scores } from "../../../lib/boards/Scores.ts"
import { boardCheckNames } from "../../../lib/boards/verify.ts"
import { Database } from "../../../lib/sql/Database.ts"
import { it } from "../../support/effect.ts"
import {
  type Client,
  engineOn,
  type MakeClient,
  newPartner,
  onPostgres,
  raw,
  services
} from "../../support/world.ts"

/** More than two steps of the backfill. */
const members = 1100

const history = Effect.gen(function* () {
  const { awardMany, onboard, partnerId, rule, transfer } = yield* newPartner
  yield* rule({ maxNumberOfParticipant: members })
  const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
  for (const [from, until] of [
    [0, 1000],
    [1000, members]
  ]) {
    const some = userIds.slice(from, until)
    yield* onboard(...some)
    const made = yield* awardMany(some.map((userId) => ({ userId, ruleName: "signup" })))
    assert.ok(made.every(Either.isRight))
  }
  yield* transfer("user 7", 3)
  return { partnerId, userIds }
})

/** Leaves the database as the version before boards would have. */
const forgetBoards = Effect.gen(function* () {
  yield* raw(
    (yield* onPostgres)
      ? "ALTER TABLE rewards_account DROP CONSTRAINT rewards_account_kept"
      : "DROP TRIGGER rewards_account_kept"
  )
  for (const table of ["rewards_backfill", "rewards_score", "rewards_rung"])
    yield* raw(`DELETE FROM ${table}`)
  yield* raw("UPDATE rewards_account SET kept = 0")
})

const board = raw(
  "SELECT board, member_id, score, place FROM rewards_score ORDER BY partner_id, board, place"
)
const behind = Effect.map(raw("SELECT COUNT(*) AS n FROM rewards_account WHERE kept <> version"), ([row]) =>
  Number(row?.n)
)

/** What an award of the version before boards leaves: an entry, and an account that does not speak of boards. */
const awardOfOldVersion = (userId: string) =>
  Effect.gen(function* () {
    const account = `(SELECT id FROM rewards_member WHERE user_id = '${userId}')`
    yield* raw(`INSERT INTO rewards_transfer (partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
        credit_account, credit_version, credit_balance, created_at)
      SELECT partner_id, '${crypto.randomUUID()}', kind, amount, debit_account, debit_version + 100000, debit_balance,
        credit_account, credit_version + 1, credit_balance + amount, created_at
      FROM rewards_transfer WHERE credit_account = ${account}`)
    yield* raw(`UPDATE rewards_account SET version = version + 1 WHERE id = ${account}`)
  })

/** Scores that fail for good at a step, as a process that is killed there would. */
const dyingAt = (step: number): Layer.Layer<Scores, never, Database> =>
  Layer.map(Scores.layer, (context) => {
    const scores = Context.get(context, Scores)
    let steps = 0
    return Context.make(Scores, {
      ...scores,
      catchUp: (wallets) => {
        steps += 1
        return steps === step ? Effect.dieMessage("killed") : scores.catchUp(wallets)
      }
    })
  })

const complete = (client: Client, scores: Layer.Layer<Scores, never, Database> = Scores.layer) =>
  Effect.provide(Backfill.complete(), Layer.provideMerge(scores, Layer.provide(Database.layer, client)))

const boardDivergences = Effect.gen(function* () {
  const { ledger } = yield* services
  const found = yield* ledger.verify()
  return found.filter(({ check }) => boardCheckNames.includes(check))
})

/** A database with a history, made to look older than its boards, and the boards that it had. */
const olderDatabase = (makeClient: MakeClient) =>
  Effect.gen(function* () {
    const client = yield* Effect.promise(makeClient)
    const { userIds } = yield* Effect.provide(history, engineOn(client))
    const before = yield* Effect.provide(board, client)
    assert.ok(before.length > 2 * members)
    yield* Effect.provide(forgetBoards, client)
    return { client, userIds, before }
  })

export const backfill = (makeClient: MakeClient): void => {
  it.live("a database that is older than its boards gets the very same boards", () =>
    Effect.gen(function* () {
      const { before, client } = yield* olderDatabase(makeClient)
      const divergences = yield* Effect.provide(boardDivergences, engineOn(client))
      assert.deepEqual(divergences, [])
      assert.deepEqual(yield* Effect.provide(board, client), before)
    })
  )

  it.live("what was interrupted goes on where it stopped, and older processes may award meanwhile", () =>
    Effect.gen(function* () {
      const { before, client } = yield* olderDatabase(makeClient)
      const total = yield* Effect.provide(behind, client)
      const killed = yield* Effect.exit(complete(client, dyingAt(2)))
      assert.ok(Exit.isFailure(killed))
      const left = yield* Effect.provide(behind, client)
      assert.ok(left > 0 && left < total, `${left} of ${total} are left`)
      yield* Effect.provide(
        Effect.forEach(["user 0", "user 1", `user ${members - 1}`], awardOfOldVersion),
        client
      )
      yield* complete(client)
      assert.equal(yield* Effect.provide(behind, client), 0)
      const after = yield* Effect.provide(board, client)
      assert.equal(after.length, before.length)
      const earned = (rows: typeof after) =>
        rows.filter((row) => Number(row.board) === 0).reduce((sum, row) => sum + Number(row.score), 0)
      assert.equal(earned(after), earned(before) + 3 * 100_000)
      assert.deepEqual(yield* Effect.provide(boardDivergences, engineOn(client)), [])
    })
  )

  it.live("several that start at once fill it in once", () =>
    Effect.gen(function* () {
      const { before, client } = yield* olderDatabase(makeClient)
      yield* Effect.all(
        [1, 2, 3].map(() => Effect.provide(services, Layer.fresh(engineOn(client)))),
        { concurrency: "unbounded" }
      )
      assert.deepEqual(yield* Effect.provide(board, client), before)
      assert.deepEqual(yield* Effect.provide(boardDivergences, engineOn(client)), [])
    })
  )

  it("the progress bar fills up", () => {
    assert.equal(bar(0, 2000), `[${".".repeat(30)}]   0 % of 2,000`)
    assert.equal(bar(1000, 2000), `[${"#".repeat(15)}${".".repeat(15)}]  50 % of 2,000`)
    assert.equal(bar(2100, 2000), `[${"#".repeat(30)}] 100 % of 2,000`)
  })
}
