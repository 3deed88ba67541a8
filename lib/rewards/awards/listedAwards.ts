import { type Context, Effect, Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import * as Coins from "../Coins.ts"
import type { AwardId, PartnerId } from "../Id.ts"
import type { Orderers } from "../orderers/Orderers.ts"
import { isPseudonym } from "../personal/pseudonym.ts"
import { awards, conditions, members, pendingAwards, reversals, transfers } from "../tables.ts"
import { pageTexts } from "../texts/fittingTexts.ts"
import { noTexts } from "../texts/Texts.ts"
import type { AwardState, ListedAward } from "./Award.ts"

const shown = awards.except("cycle", "localDay", "memberId", "ordinal", "rate", "ruleId")

const output = Schema.extend(
  awards.row(...shown),
  Schema.Struct({
    ruleId: conditions.fields.id,
    ruleName: conditions.fields.name,
    userId: members.fields.userId,
    coins: transfers.fields.amount,
    returned: transfers.fields.amount,
    returnedAmount: reversals.fields.returnedAmount,
    waiting: Schema.NullOr(pendingAwards.fields.coins),
    maturesAt: Schema.NullOr(pendingAwards.fields.maturesAt),
    expiresAt: pendingAwards.fields.expiresAt,
    reversedAt: Schema.NullOr(reversals.fields.createdAt)
  })
)
type AwardRow = typeof output.Type

/** Returns SQL that reads a value from the reversals of an award `a`. `more` is a further condition. */
const ofReversals = (value: string, more = ""): string =>
  `(SELECT ${value} FROM rewards_reversal v WHERE v.partner_id = a.partner_id AND v.award_id = a.id${more})`

/** Returns SQL that reads a column of `rewards_pending` for an award `a`. */
const ofPending = (value: string): string =>
  `(SELECT ${value} FROM rewards_pending w WHERE w.partner_id = a.partner_id AND w.id = a.id)`

export const readAwards = statement({
  input: { partnerId: "uuid", id: "uuid" },
  output,
  sql: `SELECT ${awards.list("a", ...shown)}, c.id AS rule_id, c.name AS rule_name, m.user_id,
      COALESCE((SELECT t.amount FROM rewards_transfer t WHERE t.partner_id = a.partner_id AND t.id = a.id), 0) AS coins,
      COALESCE(${ofReversals("MAX(v.returned)")}, 0) AS returned, ${ofReversals("MAX(v.returned_amount)")} AS returned_amount,
      ${ofReversals("v.created_at", " AND v.returned = v.paid")} AS reversed_at,
      ${ofPending("w.coins")} AS waiting, ${ofPending("COALESCE(w.matured_at, w.matures_at)")} AS matures_at,
      COALESCE(${ofPending("w.expires_at")}, (SELECT t.expires_at FROM rewards_transfer t
        WHERE t.partner_id = a.partner_id AND t.id = a.id)) AS expires_at
    FROM input CROSS JOIN rewards_award a CROSS JOIN rewards_condition c CROSS JOIN rewards_member m
    WHERE a.partner_id = input.partner_id AND a.id = input.id
      AND c.partner_id = a.partner_id AND c.rule_id = a.rule_id AND c.ordinal = a.ordinal
      AND m.partner_id = a.partner_id AND m.id = a.member_id`
})

/** Returns the state of an award at `at`, as if everything that is due by then had happened. */
const stateOf = (award: AwardRow, at: Date): AwardState => {
  const { awarded, maturesAt, returned, returnedAmount, reversedAt, suppressedBy, waiting } = award
  if (reversedAt !== null) return "reversed"
  if (waiting !== null && waiting > 0 && maturesAt !== null && maturesAt > at) return "pending"
  if (returned > 0 || returnedAmount !== null) return "partly_reversed"
  if (suppressedBy !== null) return "suppressed"
  return awarded ? "paid" : "counted"
}

const listedOf = (
  row: AwardRow,
  at: Date,
  orderedBy: ListedAward["orderedBy"],
  { metadata, narration }: typeof noTexts
): ListedAward => {
  const { returned, returnedAmount, waiting: _, ...award } = row
  const coinsLeft = Coins.make(award.coins - returned)
  const amountLeft = award.amount && Coins.make(award.amount - (returnedAmount ?? 0))
  return { ...award, state: stateOf(row, at), orderedBy, coinsLeft, amountLeft, note: narration, metadata }
}

/**
 * Makes a function that reads awards by their ids, as lists show them at `at`. `fits` returns false for the id of an award whose texts do
 * not fit into the page.
 */
export const makeReadListed = (
  database: Context.Tag.Service<Database>,
  orderers: Context.Tag.Service<Orderers>
) =>
  Effect.fnUntraced(function* (partnerId: PartnerId, ids: ReadonlyArray<AwardId>, at: Date) {
    const { rows, texts } = yield* database.send(
      Batch.all({
        rows: Batch.of(
          readAwards,
          ids.map((id) => ({ partnerId, id }))
        ),
        texts: pageTexts(partnerId, ids)
      })
    )
    const named = yield* orderers.named(
      partnerId,
      rows.map(({ orderedBy }) => orderedBy)
    )
    const shownTexts = ({ id, userId }: AwardRow) => (isPseudonym(userId) ? noTexts : texts.of(id))
    const listed = rows.map((row) => listedOf(row, at, named(row.orderedBy), shownTexts(row)))
    return { awards: new Map(listed.map((award) => [award.id, award])), fits: texts.fits }
  })
