import { Database, type SQLQueryBindings } from "bun:sqlite"
import type { PartnerId } from "../../lib/rewards/Id.ts"
import { monthOf, stripeId } from "../../lib/rewards/ledger/Account.ts"
import { bytesOf, textOf } from "../../lib/schema/Id.ts"
import type { Contestant } from "../measure.ts"
import type { Scene } from "../scene.ts"
import { Refused, type Wanted, type Written, wanted } from "./award.ts"

interface RuleRow {
  readonly id: Uint8Array
  readonly type: string
  readonly ordinal: number
  readonly status: string
  readonly coin_value: number
  readonly max_number_of_participant: number
  readonly participants: number
  readonly user_limit_award: number | null
}

interface MemberRow {
  readonly id: Uint8Array
}

interface TallyRow {
  readonly paid: number
}

interface AccountRow {
  readonly balance: number
  readonly version: number
}

export const openDatabase = (filename: string): Database => {
  const database = new Database(filename, { strict: true })
  for (const setting of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"]) {
    database.run(`PRAGMA ${setting}`)
  }
  return database
}

/** Runs the writes in one transaction. */
export const prepareTransaction = (database: Database) => {
  const begin = database.prepare("BEGIN IMMEDIATE")
  const commit = database.prepare("COMMIT")
  const rollback = database.prepare("ROLLBACK")
  return <A>(write: () => A): A => {
    begin.run()
    try {
      const written = write()
      commit.run()
      return written
    } catch (error) {
      rollback.run()
      throw error
    }
  }
}

/**
 * A hand-written baseline for rules that pay every time: only the driver, with every statement prepared once. It
 * writes the same rows as the library, into the library's tables.
 */
export const openSqliteBaseline = (filename: string, scene: Scene, perTransaction: number): Contestant => {
  const database = openDatabase(filename)
  const award = prepareAward(database, scene.partnerId)
  const transaction = prepareTransaction(database)
  return {
    run: (from, count, taken) => {
      const end = from + count
      for (let next = from; next < end; next += perTransaction) {
        const start = performance.now()
        transaction(() => {
          for (let index = next; index < Math.min(end, next + perTransaction); index++)
            award(wanted(scene, index))
        })
        taken?.push(performance.now() - start)
      }
    },
    close: async () => database.close()
  }
}

/** The caller must run it inside a transaction that holds the write lock. */
export const prepareAward = (database: Database, partnerId: string) => {
  // Ids that are known beforehand become bytes once. Those of rows stay bytes.
  const partner = bytesOf(partnerId)!
  const issuance = bytesOf(stripeId(partnerId as PartnerId, "issuance", 0))!
  const query = <Row>(sql: string) => database.prepare<Row, Array<SQLQueryBindings>>(sql)
  const findRule = query<RuleRow>(
    `SELECT r.id, r.type, c.ordinal, c.status, r.coin_value, r.max_number_of_participant, r.participants, r.user_limit_award
     FROM rewards_condition c JOIN rewards_rule r ON r.partner_id = c.partner_id AND r.id = c.rule_id
     WHERE c.partner_id = ? AND c.name = ?`
  )
  const findMember = query<MemberRow>(
    "SELECT member_id AS id FROM rewards_member_id WHERE partner_id = ? AND user_id = ?"
  )
  const findTally = query<TallyRow>(
    "SELECT paid FROM rewards_tally WHERE partner_id = ? AND rule_id = ? AND member_id = ?"
  )
  const join = query(
    `UPDATE rewards_rule SET participants = participants + 1
     WHERE partner_id = ? AND id = ? AND participants < max_number_of_participant`
  )
  const saveTally = query(
    `INSERT INTO rewards_tally (partner_id, rule_id, member_id, paid, cycle, progress, user_limit)
     VALUES (?1, ?2, ?3, ?4, ?4, 0, ?5)
     ON CONFLICT (partner_id, rule_id, member_id)
     DO UPDATE SET paid = excluded.paid, cycle = excluded.cycle, progress = excluded.progress,
       user_limit = excluded.user_limit`
  )
  const insertAward = query(
    `INSERT INTO rewards_award (partner_id, id, rule_id, ordinal, member_id, cycle, awarded, created_at)
     VALUES (?, ?, ?, ?, ?, ?, 1, ?)`
  )
  const insertNote = query(
    "INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES (?, ?, '', ?)"
  )
  const move = query<AccountRow>(
    `UPDATE rewards_account SET balance = balance + ?, version = version + 1
     WHERE partner_id = ? AND id = ? RETURNING balance, version`
  )
  const insertTransfer = query(
    `INSERT INTO rewards_transfer (partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
       credit_account, credit_version, credit_balance, created_at, month)
     VALUES (?, ?, 'award', ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  )

  return ({ userId, ruleName, note }: Wanted): Written => {
    const rule = findRule.get(partner, ruleName)
    if (rule === null || rule.type !== "single") throw new Refused(`no single rule ${ruleName}`)
    if (rule.status !== "active") throw new Refused(`rule ${ruleName} is not active`)
    const member = findMember.get(partner, userId)
    if (member === null) throw new Refused(`no member ${userId}`)
    const paid = findTally.get(partner, rule.id, member.id)?.paid ?? 0
    if (rule.user_limit_award !== null && paid >= rule.user_limit_award)
      throw new Refused("the user limit is reached")
    if (paid === 0 && rule.participants >= rule.max_number_of_participant)
      throw new Refused("the rule is full")
    const id = Bun.randomUUIDv7("buffer")
    const now = new Date()
    const at = now.toISOString()
    if (paid === 0) join.run(partner, rule.id)
    saveTally.run(partner, rule.id, member.id, paid + 1, rule.user_limit_award)
    insertAward.run(partner, id, rule.id, rule.ordinal, member.id, paid, at)
    if (note !== null) insertNote.run(partner, id, note)
    const debit = move.get(-rule.coin_value, partner, issuance)!
    const credit = move.get(rule.coin_value, partner, member.id)!
    insertTransfer.run(
      partner,
      id,
      rule.coin_value,
      issuance,
      debit.version,
      debit.balance,
      member.id,
      credit.version,
      credit.balance,
      at,
      monthOf(now)
    )
    return { id: textOf(id)!, ruleId: textOf(rule.id)! }
  }
}
