import pg from "pg"
import type { PartnerId } from "../../lib/rewards/Id.ts"
import { monthOf, stripeId, stripes } from "../../lib/rewards/ledger/Account.ts"
import type { Contestant } from "../measure.ts"
import type { Scene } from "../scene.ts"
import { Refused, type Wanted, type Written, wanted } from "./award.ts"

/** PostgreSQL returns 64-bit integers as text. */
interface RuleRow {
  readonly id: string
  readonly type: string
  readonly ordinal: string
  readonly status: string
  readonly coin_value: string
  readonly max_number_of_participant: string
  readonly participants: string
  readonly user_limit_award: string | null
}

interface MemberRow {
  readonly id: string
}

interface TallyRow {
  readonly paid: string
}

interface AccountRow {
  readonly id: string
  readonly balance: string
  readonly version: string
}

export interface PostgresBaselineOptions {
  readonly connections: number
  readonly callers: number
}

/**
 * A hand-written baseline for rules that pay every time: a pool, named prepared statements, row locks in a fixed
 * order (rule, then wallet), and one statement that moves both accounts. Each connection issues coins from its own
 * stripe, so that only the rule and the wallet are shared. It writes the same rows as the library, into the library's
 * tables.
 */
export const openAwards = (url: string, partnerId: string, connections: number) => {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const accounts = new WeakMap<pg.PoolClient, string>()
  let opened = 0
  pool.on("connect", (client) => {
    accounts.set(client, stripeId(partnerId as PartnerId, "issuance", opened++ % stripes))
  })

  const once = async (asked: Wanted): Promise<Written> => {
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      const written = await award(client, accounts.get(client)!, partnerId, asked)
      await client.query("COMMIT")
      return written
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }

  return { pool, award: once }
}

export const openPostgresBaseline = (
  url: string,
  scene: Scene,
  { connections, callers }: PostgresBaselineOptions
): Contestant => {
  const awards = openAwards(url, scene.partnerId, connections)
  return {
    run: async (from, count, taken) => {
      let next = from
      const caller = async () => {
        while (next < from + count) {
          const start = performance.now()
          await awards.award(wanted(scene, next++))
          taken?.push(performance.now() - start)
        }
      }
      await Promise.all(Array.from({ length: callers }, caller))
    },
    close: () => awards.pool.end()
  }
}

const statements = {
  lockRule: `SELECT r.id, r.type, c.ordinal, c.status, r.coin_value, r.max_number_of_participant, r.participants, r.user_limit_award
    FROM rewards_condition c JOIN rewards_rule r ON r.partner_id = c.partner_id AND r.id = c.rule_id
    WHERE c.partner_id = $1 AND c.name = $2
    FOR NO KEY UPDATE OF r`,
  lockMember: `SELECT a.id
    FROM rewards_member_id i JOIN rewards_account a ON a.partner_id = i.partner_id AND a.id = i.member_id
    WHERE i.partner_id = $1 AND i.user_id = $2
    FOR NO KEY UPDATE OF a`,
  findTally: "SELECT paid FROM rewards_tally WHERE partner_id = $1 AND rule_id = $2 AND member_id = $3",
  join: `UPDATE rewards_rule SET participants = participants + 1
    WHERE partner_id = $1 AND id = $2 AND participants < max_number_of_participant`,
  saveTally: `INSERT INTO rewards_tally (partner_id, rule_id, member_id, paid, cycle, progress, user_limit)
    VALUES ($1, $2, $3, $4, $4, 0, $5)
    ON CONFLICT (partner_id, rule_id, member_id)
    DO UPDATE SET paid = excluded.paid, cycle = excluded.cycle, progress = excluded.progress,
      user_limit = excluded.user_limit`,
  insertAward: `INSERT INTO rewards_award
      (partner_id, id, rule_id, ordinal, member_id, cycle, awarded, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, true, $7)`,
  insertNote: "INSERT INTO rewards_text (partner_id, record_id, name, value) VALUES ($1, $2, '', $3)",
  move: `UPDATE rewards_account
    SET balance = balance + CASE id WHEN $2 THEN -$4::bigint ELSE $4::bigint END,
      version = version + 1
    WHERE partner_id = $1 AND id IN ($2, $3)
    RETURNING id, balance, version`,
  insertTransfer: `INSERT INTO rewards_transfer
      (partner_id, id, kind, amount, debit_account, debit_version, debit_balance,
       credit_account, credit_version, credit_balance, created_at, month)
    VALUES ($1, $2, 'award', $3, $4, $5, $6, $7, $8, $9, $10, $11)`
} as const

/** The caller must run it inside a transaction. */
const award = async (
  client: pg.PoolClient,
  issuance: string,
  partner: string,
  { userId, ruleName, note }: Wanted
): Promise<Written> => {
  const query = async <Row extends pg.QueryResultRow>(
    name: keyof typeof statements,
    values: Array<unknown>
  ) => (await client.query<Row>({ name, text: statements[name], values })).rows
  const [rule] = await query<RuleRow>("lockRule", [partner, ruleName])
  if (rule === undefined || rule.type !== "single") throw new Refused(`no single rule ${ruleName}`)
  if (rule.status !== "active") throw new Refused(`rule ${ruleName} is not active`)
  const [member] = await query<MemberRow>("lockMember", [partner, userId])
  if (member === undefined) throw new Refused(`no member ${userId}`)
  const [tally] = await query<TallyRow>("findTally", [partner, rule.id, member.id])
  const paid = Number(tally?.paid ?? 0)
  if (rule.user_limit_award !== null && paid >= Number(rule.user_limit_award))
    throw new Refused("the user limit is reached")
  if (paid === 0) {
    if (Number(rule.participants) >= Number(rule.max_number_of_participant))
      throw new Refused("the rule is full")
    await query("join", [partner, rule.id])
  }
  const id = Bun.randomUUIDv7()
  const at = new Date()
  await query("saveTally", [partner, rule.id, member.id, paid + 1, rule.user_limit_award])
  await query("insertAward", [partner, id, rule.id, rule.ordinal, member.id, paid, at])
  if (note !== null) await query("insertNote", [partner, id, note])
  const moved = await query<AccountRow>("move", [partner, issuance, member.id, rule.coin_value])
  const debit = moved.find((account) => account.id === issuance)!
  const credit = moved.find((account) => account.id === member.id)!
  await query("insertTransfer", [
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
    monthOf(at)
  ])
  return { id, ruleId: rule.id }
}
