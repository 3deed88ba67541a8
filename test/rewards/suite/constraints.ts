import assert from "node:assert/strict"
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect } from "effect"
import { Boards } from "../../../lib/index.ts"
import { addParticipants, updateTallies } from "../../../lib/rewards/commands/CommandWriter/save.ts"
import { updateAccounts } from "../../../lib/rewards/ledger/Ledger.ts"
import { codeOf } from "../../../lib/sql/Codes.ts"
import { Database } from "../../../lib/sql/Database.ts"
import { dump } from "../../support/dump.ts"
import type { Tests } from "../../support/effect.ts"
import { distributed, withTriggers } from "../../support/nodes.ts"
import { type Engine, newPartner, onPostgres, raw, subRules } from "../../support/world.ts"

/** SQLITE_CONSTRAINT_DATATYPE. A value of the wrong type would say nothing about the other constraints. */
const wrongType = 3091

/** Citus never moves a row to another partner. */
const movesRow = /modifying the partition value of rows is not allowed/

/** Whether a constraint or trigger refused the statement, and not a mistake in the test's SQL. */
const isRefusal = ({ cause }: SqlError): boolean => {
  const code = codeOf(cause)
  if (typeof code === "number") return (code & 0xff) === 19 && code !== wrongType
  return (
    /^(23...|P0001|SQLITE_CONSTRAINT(?!_DATATYPE).*)$/.test(String(code)) ||
    (distributed && movesRow.test(String(cause)))
  )
}

const forbidden = (statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const before = yield* dump
    for (const statement of statements) {
      const error = yield* Effect.flip(raw(statement)).pipe(
        Effect.mapError(() => new Error(`the database allowed: ${statement}`))
      )
      assert.ok(isRefusal(error), `${statement} failed for another reason: ${error.cause}`)
    }
    assert.deepEqual(yield* dump, before)
  })

/** Two partners, each with a member who was paid up to the limit and transferred some coins. */
const paidMembers = Effect.gen(function* () {
  const partner = yield* newPartner
  const rule = yield* partner.rule({ maxNumberOfParticipant: 1, userLimitAward: 2 })
  const combined = yield* partner.rule({ name: "all", type: "combined", rules: subRules("a", "b") })
  const [ann, bob] = yield* partner.onboard("ann", "bob")
  yield* partner.award("ann")
  const award = yield* partner.award("ann")
  yield* partner.award("ann", "a")
  const transfer = yield* partner.transfer("ann", 5)
  const other = yield* newPartner
  const otherRule = yield* other.rule()
  const [stranger] = yield* other.onboard("ann")
  yield* other.award("ann")
  assert.ok(ann && bob && stranger)
  // A read folds what is pending.
  yield* (yield* Boards).points({ partnerId: partner.partnerId })
  const own = `partner_id = UUID '${partner.partnerId}'`
  return {
    p: partner.partnerId,
    q: other.partnerId,
    own,
    rule,
    combined,
    ann,
    bob,
    stranger,
    otherRule,
    award,
    transfer
  }
})

const now = "'2030-01-01T00:00:00.000Z'"
const fresh = "01890a5d-ac96-774b-bcce-b302099a8057"

export const constraints = (it: Tests<Engine>): void => {
  it.live("the database itself refuses to delete or move rows that history refers to", () =>
    Effect.gen(function* () {
      const { own } = yield* paidMembers
      yield* forbidden([
        `DELETE FROM rewards_account WHERE ${own} AND version > 0`,
        `DELETE FROM rewards_tally WHERE ${own}`,
        `DELETE FROM rewards_condition WHERE ${own} AND name = 'signup'`,
        `UPDATE rewards_account SET id = UUID '${fresh}' WHERE ${own} AND kind = 'wallet' AND version > 0`,
        `UPDATE rewards_tally SET rule_id = UUID '${fresh}' WHERE ${own}`,
        `UPDATE rewards_condition SET ordinal = 7 WHERE ${own} AND name = 'a'`
      ])
    })
  )

  withTriggers(it).live("the database itself refuses to rewrite history", () =>
    Effect.gen(function* () {
      const { own, transfer } = yield* paidMembers
      yield* forbidden([
        `UPDATE rewards_transfer SET amount = amount + 1 WHERE ${own}`,
        `UPDATE rewards_transfer SET kind = 'award_reversal' WHERE ${own}`,
        `DELETE FROM rewards_transfer WHERE ${own}`,
        "DELETE FROM rewards_transfer",
        `UPDATE rewards_award SET suppressed_by = 'limit_reached' WHERE ${own}`,
        `DELETE FROM rewards_award WHERE ${own}`,
        "DELETE FROM rewards_award"
      ])
      const columns =
        "partner_id, id, kind, debit_account, debit_version, debit_balance, credit_account, credit_version, credit_balance, created_at, month"
      const copy = `SELECT ${columns}, 1 FROM rewards_transfer WHERE id = UUID '${transfer.id}'`
      yield* (yield* onPostgres)
        ? forbidden([
            "TRUNCATE rewards_transfer CASCADE",
            "TRUNCATE rewards_award CASCADE",
            "TRUNCATE rewards_partner CASCADE",
            "TRUNCATE rewards_account CASCADE",
            "TRUNCATE rewards_tally",
            "TRUNCATE rewards_condition",
            `INSERT INTO rewards_transfer (${columns}, amount) ${copy}
             ON CONFLICT (partner_id, id) DO UPDATE SET amount = 1`
          ])
        : forbidden([
            `INSERT OR REPLACE INTO rewards_transfer (${columns}, amount) ${copy}`,
            `INSERT INTO rewards_transfer (${columns}, amount) ${copy}
             ON CONFLICT (partner_id, id) DO UPDATE SET amount = 1`
          ])
    })
  )

  it.live("the database itself refuses an impossible balance", () =>
    Effect.gen(function* () {
      const { own, p, ann, transfer } = yield* paidMembers
      const account = `${own} AND id = UUID '${ann.id}'`
      const insert = (debit: string, credit: string, version: number, amount: number, kind = "award") =>
        `INSERT INTO rewards_transfer (partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
           credit_account, credit_version, credit_balance, created_at, month)
         SELECT partner_id, UUID '${fresh}', '${kind}', ${amount}, ${debit}, ${version}, 0, ${credit}, ${version}, 0, ${now}, month
         FROM rewards_transfer WHERE id = UUID '${transfer.id}'`
      yield* forbidden([
        `UPDATE rewards_account SET balance = -1 WHERE ${account}`,
        `UPDATE rewards_account SET balance = 5000000000000001 WHERE ${own}`,
        `UPDATE rewards_account SET balance = -5000000000000001 WHERE ${own} AND kind = 'issuance'`,
        `UPDATE rewards_account SET version = -1 WHERE ${account}`,
        `UPDATE rewards_account SET kind = 'purse' WHERE ${account}`,
        `INSERT INTO rewards_account (partner_id, id, kind, created_at) VALUES (UUID '${p}', UUID '${ann.id}', 'wallet', ${now})`,
        insert("debit_account", "credit_account", 1000, 0),
        insert("debit_account", "credit_account", 1000, -5),
        insert("debit_account", "credit_account", 1000, 5000000000000001),
        `UPDATE rewards_rule SET coin_value = 5000000000000001 WHERE ${own}`,
        insert("debit_account", "debit_account", 1000, 5),
        insert("debit_account", "credit_account", 1, 5),
        insert("debit_account", "credit_account", 1000, 5, "gift")
      ])
    })
  )

  it.live("the database itself refuses an impossible score", () =>
    Effect.gen(function* () {
      const { own, p } = yield* paidMembers
      const score = (member: string, score: number, reached: number) =>
        `INSERT INTO rewards_score (partner_id, board, member_id, score, reached_ms)
         VALUES (UUID '${p}', 7, UUID '${member}', ${score}, ${reached})`
      yield* forbidden([
        `UPDATE rewards_score SET score = 1152921504606846976 WHERE ${own}`,
        `UPDATE rewards_score SET score = -1152921504606846976 WHERE ${own}`,
        `UPDATE rewards_score SET reached_ms = -1 WHERE ${own}`,
        `UPDATE rewards_score SET board = -1 WHERE ${own}`,
        `UPDATE rewards_rung SET level = 4 WHERE ${own}`,
        `INSERT INTO rewards_score (partner_id, board, member_id, score, reached_ms)
         SELECT partner_id, board, member_id, 1, 1 FROM rewards_score WHERE ${own}`,
        score(fresh, 1, 1)
      ])
    })
  )

  it.live("the database itself refuses impossible lots, pending awards and pending accounts", () =>
    Effect.gen(function* () {
      const { award, onboard, partnerId, rule, transfer } = yield* newPartner
      yield* rule({ name: "waits", pendingDays: 14, coinsExpire: "P1Y" })
      yield* rule({ name: "expires", coinsExpire: "P1Y" })
      const [ann, bob] = yield* onboard("ann", "bob")
      yield* award("ann", "waits")
      const { id } = yield* award("ann", "expires")
      yield* transfer("ann", 1)
      assert.ok(ann && bob)
      const own = `partner_id = UUID '${partnerId}'`
      const lot = (memberId: string, coins: number) =>
        `INSERT INTO rewards_lot (partner_id, member_id, expires_at, time_zone, coins, maturing, expired, content, expirations, expiry_id, noticed)
         VALUES (UUID '${partnerId}', UUID '${memberId}', ${now}, 'UTC', ${coins}, 0, 0, ${coins > 0 ? 2 : 0}, 0, UUID '${fresh}', FALSE)`
      const copy = (columns: string) =>
        `INSERT INTO rewards_lot_entry (partner_id, transfer_id, member_id, expires_at, coins, expired)
         SELECT partner_id, ${columns} FROM rewards_lot_entry WHERE ${own}`
      yield* forbidden([
        `UPDATE rewards_account SET balance = -1 WHERE ${own} AND kind = 'pending'`,
        `UPDATE rewards_account SET owner = NULL WHERE ${own} AND kind = 'pending'`,
        `UPDATE rewards_account SET owner = UUID '${ann.id}' WHERE ${own} AND kind = 'wallet'`,
        `UPDATE rewards_account SET next_due = ${now} WHERE ${own} AND kind <> 'wallet'`,
        ...[
          "coins = -1",
          "maturing = -1",
          "expired = -1",
          "expirations = -1",
          "content = 0",
          "content = 1",
          "coins = 5000000000000001"
        ].map((change) => `UPDATE rewards_lot SET ${change} WHERE ${own}`),
        lot(bob.id, -1),
        lot(fresh, 1),
        ...[
          "coins = -1",
          `matured_at = ${now}`,
          "expires_at = NULL",
          "coins_expire = NULL",
          `matures_at = '2099-01-01T00:00:00.000Z'`,
          `expires_at = ${now}`
        ].map((change) => `UPDATE rewards_pending SET ${change} WHERE ${own}`),
        copy("transfer_id, member_id, expires_at, 1, 0"),
        copy(`UUID '${fresh}', member_id, expires_at, 1, 0`),
        copy(`transfer_id, member_id, ${now}, 1, 0`),
        copy(`transfer_id, member_id, expires_at, 0, 0`),
        `INSERT INTO rewards_transfer (partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
           credit_account, credit_version, credit_balance, created_at, expires_at, month)
         SELECT partner_id, UUID '${fresh}', kind, 1, debit_account, 1000, 0, credit_account, 1000, 0, ${now}, ${now}, month
         FROM rewards_transfer WHERE id = UUID '${id}'`
      ])
    })
  )

  withTriggers(it).live(
    "the database itself refuses to delete lots and pending awards, and to change entries of lots",
    () =>
      Effect.gen(function* () {
        const { award, onboard, partnerId, rule, transfer } = yield* newPartner
        yield* rule({ name: "waits", pendingDays: 14, coinsExpire: "P1Y" })
        yield* rule({ name: "expires", coinsExpire: "P1Y" })
        yield* onboard("ann")
        yield* award("ann", "waits")
        yield* award("ann", "expires")
        yield* transfer("ann", 1)
        const own = `partner_id = UUID '${partnerId}'`
        yield* forbidden([
          `UPDATE rewards_lot_entry SET coins = coins + 1 WHERE ${own}`,
          `DELETE FROM rewards_lot_entry WHERE ${own}`,
          `DELETE FROM rewards_lot WHERE ${own}`,
          // On SQLite, nothing refers to a pending award.
          ...((yield* onPostgres) ? [`DELETE FROM rewards_pending WHERE ${own}`] : [])
        ])
      })
  )

  it.live("the database itself refuses to exceed a limit", () =>
    Effect.gen(function* () {
      const { own, rule, combined } = yield* paidMembers
      const thisRule = `${own} AND id = UUID '${rule.id}'`
      const thisTally = `${own} AND rule_id = UUID '${rule.id}'`
      yield* forbidden([
        `UPDATE rewards_rule SET participants = participants + 1 WHERE ${thisRule}`,
        `UPDATE rewards_rule SET participants = -1 WHERE ${thisRule}`,
        `UPDATE rewards_rule SET max_number_of_participant = 0 WHERE ${thisRule}`,
        `UPDATE rewards_rule SET coin_value = 0 WHERE ${thisRule}`,
        `UPDATE rewards_rule SET user_limit_award = 0 WHERE ${thisRule}`,
        `UPDATE rewards_rule SET pending_days = 0 WHERE ${thisRule}`,
        `UPDATE rewards_rule SET pending_days = 366 WHERE ${thisRule}`,
        ...["", "P", "1Y", "p1y", "P1W", "PT1H", "P1.5Y", "-P1Y", "P 1Y", "P1000Y1000M1000D"].map(
          (text) => `UPDATE rewards_rule SET coins_expire = '${text}' WHERE ${thisRule}`
        ),
        `UPDATE rewards_rule SET type = 'double' WHERE ${thisRule}`,
        `UPDATE rewards_rule SET type = 'batched' WHERE ${thisRule}`,
        `UPDATE rewards_rule SET completion_number = 2 WHERE ${thisRule}`,
        `UPDATE rewards_tally SET paid = paid + 1 WHERE ${thisTally}`,
        `UPDATE rewards_tally SET paid = -1 WHERE ${thisTally}`,
        `UPDATE rewards_tally SET progress = -1 WHERE ${own} AND rule_id = UUID '${combined.id}'`
      ])
    })
  )

  it.live("the database itself refuses a row that references another partner's row, or none", () =>
    Effect.gen(function* () {
      const { own, p, q, rule, otherRule, bob, stranger } = yield* paidMembers
      const tally = (partner: string, ruleId: string, memberId: string) =>
        `INSERT INTO rewards_tally (partner_id, rule_id, member_id, paid, cycle, progress)
         VALUES (UUID '${partner}', UUID '${ruleId}', UUID '${memberId}', 0, 0, 0)`
      const transfer = (partner: string, debit: string, credit: string) =>
        `INSERT INTO rewards_transfer (partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
           credit_account, credit_version, credit_balance, created_at, month)
         VALUES (UUID '${partner}', UUID '${fresh}', 'award', 1, UUID '${debit}', 1000, 0, UUID '${credit}', 1000, 0, ${now}, 24300)`
      yield* forbidden([
        tally(p, rule.id, stranger.id),
        tally(p, otherRule.id, bob.id),
        tally(q, rule.id, stranger.id),
        transfer(p, bob.id, stranger.id),
        transfer(q, bob.id, stranger.id),
        `INSERT INTO rewards_award (partner_id, id, rule_id, ordinal, member_id, cycle, awarded, created_at)
         SELECT partner_id, UUID '${fresh}', rule_id, ordinal, UUID '${stranger.id}', cycle, awarded, ${now}
         FROM rewards_award WHERE ${own}`,
        `INSERT INTO rewards_member (partner_id, id, current_id, user_id, created_at) VALUES (UUID '${p}', UUID '${fresh}', UUID '${fresh}', 'eve', ${now})`,
        `INSERT INTO rewards_orderer (partner_id, number, kind, name) VALUES (UUID '${fresh}', 1, 'host', 'till')`,
        `INSERT INTO rewards_orderer (partner_id, number, kind, name) VALUES (UUID '${p}', 1, 'person', 'ada@shop.example')`,
        `INSERT INTO rewards_orderer (partner_id, number, kind, name) VALUES (UUID '${p}', 0, 'host', 'till')`,
        `INSERT INTO rewards_orderer (partner_id, number, kind, name) VALUES (UUID '${p}', 1, 'host', '')`,
        `INSERT INTO rewards_award (partner_id, id, rule_id, ordinal, member_id, cycle, awarded, created_at, ordered_by)
         SELECT partner_id, UUID '${fresh}', rule_id, ordinal, member_id, cycle, awarded, ${now}, 7
         FROM rewards_award WHERE ${own}`,
        `INSERT INTO rewards_account (partner_id, id, kind, created_at) VALUES (UUID '${fresh}', UUID '${fresh}', 'wallet', ${now})`,
        `DELETE FROM rewards_account WHERE ${own} AND id = UUID '${bob.id}'`,
        `UPDATE rewards_account SET id = UUID '${fresh}' WHERE ${own} AND id = UUID '${bob.id}'`,
        `UPDATE rewards_member SET id = UUID '${fresh}' WHERE ${own} AND id = UUID '${bob.id}'`,
        `UPDATE rewards_member_id SET member_id = UUID '${fresh}' WHERE ${own} AND member_id = UUID '${bob.id}'`,
        `DELETE FROM rewards_member_id WHERE ${own} AND member_id = UUID '${bob.id}'`,
        `UPDATE rewards_member_id SET user_id = 'robert' WHERE ${own} AND member_id = UUID '${bob.id}'`,
        `UPDATE rewards_member SET user_id = 'robert' WHERE ${own} AND id = UUID '${bob.id}'`,
        `INSERT INTO rewards_account (partner_id, id, kind, created_at) VALUES (UUID '${fresh}', UUID '${fresh}', 'wallet', ${now})`,
        `UPDATE rewards_rule SET partner_id = UUID '${q}' WHERE id = UUID '${rule.id}'`,
        `DELETE FROM rewards_partner WHERE id = UUID '${p}'`,
        `DELETE FROM rewards_rule WHERE id = UUID '${rule.id}'`,
        `DELETE FROM rewards_account WHERE id = UUID '${bob.id}'`,
        `DELETE FROM rewards_tally WHERE ${own}`,
        `DELETE FROM rewards_condition WHERE ${own} AND ordinal = 0`
      ])
    })
  )

  it.live("the database itself refuses a write that is based on an outdated account, rule or tally", () =>
    Effect.gen(function* () {
      const { p, rule, ann } = yield* paidMembers
      const database = yield* Effect.provide(Database, Database.layer)
      const before = yield* dump
      const account = { partnerId: p, id: ann.id, balance: 0, version: 4 }
      const places = { partnerId: p, id: rule.id, joined: 0 }
      const tally = {
        ...{ partnerId: p, ruleId: rule.id, memberId: ann.id, userLimit: 2 },
        ...{ paid: 2, cycle: 2, progress: 0, beforePaid: 2, beforeCycle: 2, beforeProgress: 0 }
      }
      const late = [
        // The second payment of a cycle that another transaction has paid already.
        database.run(updateTallies, [{ ...tally, beforeCycle: 1, beforePaid: 1 }]),
        database.run(updateTallies, [{ ...tally, beforeCycle: 1 }]),
        database.run(updateTallies, [{ ...tally, beforePaid: 1 }]),
        database.run(updateTallies, [{ ...tally, beforeProgress: 1 }]),
        database.run(updateTallies, [{ ...tally, paid: 3, cycle: 3 }]),
        database.run(updateAccounts, [{ ...account, before: 2 }]),
        database.run(updateAccounts, [{ ...account, before: 4 }]),
        database.run(addParticipants, [{ ...places, before: 0 }]),
        database.run(addParticipants, [{ ...places, before: 1, joined: 1 }])
      ]
      for (const write of late) assert.ok(Cause.isDie(yield* Effect.flip(Effect.sandbox(write))))
      assert.deepEqual(yield* dump, before)
      yield* database.run(addParticipants, [{ ...places, before: 1 }])
      yield* database.run(updateTallies, [tally])
      assert.deepEqual(yield* dump, before)
    })
  )

  it.live("the database itself refuses a duplicate name, user id or key", () =>
    Effect.gen(function* () {
      const { own, p, combined } = yield* paidMembers
      const bytesOf = (yield* onPostgres) ? (hex: string) => `'\\x${hex}'` : (hex: string) => `x'${hex}'`
      const bytes = (count: number) => bytesOf("00".repeat(count))
      const digest = (name: string) => bytesOf(Buffer.from(name.padEnd(16)).toString("hex"))
      const key = (name: string, print: number, record = "NULL", awards = "NULL", answer = "NULL") =>
        `INSERT INTO rewards_idempotency (partner_id, key, fingerprint, record_id, record_ids, answer)
         VALUES (UUID '${p}', ${digest(name)}, ${bytes(print)}, ${record}, ${awards}, ${answer})`
      yield* raw(key("k", 16, "NULL", "NULL", "''"))
      const condition = (ordinal: number, id: string, name: string, status: string) =>
        `INSERT INTO rewards_condition (partner_id, rule_id, ordinal, id, name, condition, status)
         VALUES (UUID '${p}', UUID '${combined.id}', ${ordinal}, UUID '${id}', '${name}', 'c', '${status}')`
      yield* forbidden([
        `UPDATE rewards_condition SET name = 'signup' WHERE ${own} AND name = 'b'`,
        condition(3, fresh, "signup", "active"),
        condition(1, fresh, "new", "active"),
        condition(31, fresh, "new", "active"),
        condition(3, combined.id, "new", "active"),
        condition(3, fresh, "new", "maybe"),
        `UPDATE rewards_member SET user_id = 'ann' WHERE ${own}`,
        `UPDATE rewards_member_id SET user_id = 'ann' WHERE ${own}`,
        key("k", 16, "NULL", "NULL", "''"),
        key("longer than a digest", 16, "NULL", "NULL", "''"),
        key("short", 15, "NULL", "NULL", "''"),
        key("empty", 16),
        key("half an id", 16, "NULL", bytes(24)),
        key("no id", 16, "NULL", bytes(0)),
        key("one and many", 16, `UUID '${fresh}'`, bytes(16))
      ])
      yield* raw(`DELETE FROM rewards_idempotency WHERE ${own}`)
    })
  )
}
