import { type Context, Effect, Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { Bool, Coins as CoinsColumn } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import * as Coins from "../Coins.ts"
import { now } from "../clock.ts"
import { AwardNotFound } from "../Errors.ts"
import type { AwardId, PartnerId } from "../Id.ts"
import { afterDue } from "../lots/due.ts"
import { isWaiting } from "../lots/storedHoldings.ts"
import type { OrdererNumber } from "../orderers/Orderer.ts"
import type { Orderers } from "../orderers/Orderers.ts"
import { isPseudonym } from "../personal/pseudonym.ts"
import { currentOf } from "../sql.ts"
import { conditions, lots, rates, reversals, rules } from "../tables.ts"
import { pageTexts } from "../texts/fittingTexts.ts"
import { noTexts } from "../texts/Texts.ts"
import type { AwardDetails, GetAward, ReversalOfAward } from "./Award.ts"
import { makeReadListed } from "./listedAwards.ts"

/** Reads the rule of an award, and the rate at which the award paid for an amount. */
export const readRule = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output: Schema.Struct({
    ruleId: rules.fields.id,
    ruleName: conditions.fields.name,
    changedSince: Bool,
    unit: Schema.NullOr(rates.fields.unit),
    coinValue: Schema.NullOr(rates.fields.coinValue),
    maxCoins: rates.fields.maxCoins
  }),
  sql: `SELECT r.id AS rule_id, c.name AS rule_name, r.updated_at > a.created_at AS changed_since,
      p.unit, p.coin_value, p.max_coins
    FROM input CROSS JOIN rewards_award a
    JOIN rewards_rule r ON r.partner_id = a.partner_id AND r.id = a.rule_id
    JOIN rewards_condition c ON c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = 0
    LEFT JOIN rewards_rule_rate p ON p.partner_id = a.partner_id AND p.rule_id = a.rule_id AND p.number = a.rate
    WHERE a.partner_id = input.partner_id AND a.id = input.id`
})

/** The largest number of reversals in the details of an award. If there are more, the details have the last ones. */
const mostReversals = 100

const reversalColumns = ["id", "number", "returned", "returnedAmount", "createdAt", "orderedBy"] as const

/**
 * Reads the last reversals of an award, newest first. Each row has the sums of its reversal and of all earlier reversals of the award. The
 * caller subtracts the sums of the previous reversal, so it reads one reversal more than it shows.
 */
export const readReversals = statement({
  input: { partnerId: "uuid", id: "uuid", size: "integer" },
  output: reversals.row(...reversalColumns),
  sql: `SELECT ${reversals.list("v", ...reversalColumns)} FROM rewards_reversal v
    WHERE v.partner_id = (SELECT partner_id FROM input) AND v.award_id = (SELECT id FROM input)
    ORDER BY v.number DESC LIMIT (SELECT size FROM input)`
})

/** SQL for the coins of pending awards that have matured into the lot `l`, but whose transfers are not written yet. */
const maturedInto = `COALESCE((SELECT SUM(w.coins) FROM rewards_pending w
      WHERE w.partner_id = l.partner_id AND w.member_id = l.member_id AND ${isWaiting("w")}
        AND w.maturity_id < input.after AND w.expires_at = l.expires_at), 0)`

/** Reads the lot of the coins of an award, as if everything that is due at `at` was written. */
export const readLot = statement({
  input: { partnerId: "uuid", id: "uuid", expiresAt: "instant", at: "instant", after: "uuid" },
  output: Schema.Struct({
    expiresAt: lots.fields.expiresAt,
    timeZone: lots.fields.timeZone,
    coins: CoinsColumn,
    expired: CoinsColumn
  }),
  sql: `SELECT l.expires_at, l.time_zone,
      CAST(CASE WHEN l.expires_at <= input.at THEN 0 ELSE l.coins + ${maturedInto} END AS BIGINT) AS coins,
      CAST(l.expired + CASE WHEN l.expires_at <= input.at THEN l.coins + ${maturedInto} ELSE 0 END AS BIGINT) AS expired
    FROM input CROSS JOIN rewards_award a CROSS JOIN rewards_lot l
    WHERE a.partner_id = input.partner_id AND a.id = input.id
      AND l.partner_id = a.partner_id AND l.member_id = ${currentOf("a.partner_id", "a.member_id")}
      AND l.expires_at = input.expires_at`
})

type ReversalRow = Schema.Schema.Type<typeof readReversals.output>

/** Returns the coins and the amount that each reversal took back: its sums minus the sums of the previous reversal. */
const amountsOf = (newestFirst: ReadonlyArray<ReversalRow>) =>
  newestFirst.slice(0, mostReversals).map((row, index) => {
    const before = newestFirst[index + 1]
    const amount = (row.returnedAmount ?? 0) - (before?.returnedAmount ?? 0)
    return { row, coins: Coins.make(row.returned - (before?.returned ?? 0)), amount: Coins.make(amount) }
  })

/** Makes a function that reads one award with its rule, its reversals, and the lot of its coins. */
export const makeDetails = (
  database: Context.Tag.Service<Database>,
  orderers: Context.Tag.Service<Orderers>
) => {
  const readListed = makeReadListed(database, orderers)

  const reversalsOf = Effect.fnUntraced(function* (
    partnerId: PartnerId,
    rows: ReadonlyArray<ReversalRow>,
    { amount: whole, userId }: Pick<AwardDetails, "amount" | "userId">
  ) {
    const found = amountsOf(rows)
    const numbers: ReadonlyArray<OrdererNumber> = found.map(({ row }) => row.orderedBy)
    const named = yield* orderers.named(partnerId, numbers)
    const texts = yield* database.send(
      pageTexts(
        partnerId,
        found.map(({ row }) => row.id)
      )
    )
    return found.reverse().map(
      ({ amount, coins, row: { createdAt, id, number, orderedBy } }): ReversalOfAward => ({
        id,
        number,
        coins,
        amount: whole === null ? null : amount,
        note: (isPseudonym(userId) || !texts.fits(id) ? noTexts : texts.of(id)).narration,
        orderedBy: named(orderedBy),
        createdAt
      })
    )
  })

  const lotOf = (partnerId: PartnerId, id: AwardId, expiresAt: Date | null, at: Date) =>
    expiresAt === null
      ? Effect.succeed([])
      : database.run(readLot, [{ partnerId, id, expiresAt, at, after: afterDue(at) }])

  return Effect.fnUntraced(function* ({ id, partnerId }: GetAward) {
    const at = yield* now
    const award = (yield* readListed(partnerId, [id], at)).awards.get(id)
    if (award === undefined) return yield* new AwardNotFound({ awardId: id })
    const key = { partnerId, id }
    const { returned, ruled } = yield* database.send(
      Batch.all({
        ruled: Batch.of(readRule, [key]),
        returned: Batch.of(readReversals, [{ ...key, size: mostReversals + 1 }])
      })
    )
    const [rule] = ruled
    if (rule === undefined) return yield* new AwardNotFound({ awardId: id })
    const { changedSince, coinValue, maxCoins, ruleId, ruleName, unit } = rule
    const [lot = null] = yield* lotOf(partnerId, id, award.expiresAt, at)
    const details: AwardDetails = {
      ...award,
      rule: { id: ruleId, name: ruleName, changedSince },
      rate: unit === null || coinValue === null ? null : { unit, coinValue, maxCoins },
      reversals: yield* reversalsOf(partnerId, returned, award),
      lot
    }
    return details
  })
}
