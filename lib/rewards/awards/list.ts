import { type Context, Effect } from "effect"
import { firstOf } from "../../schema/Page.ts"
import type { Database } from "../../sql/Database.ts"
import { MemberNotFound, RuleNotFound } from "../Errors.ts"
import type { PartnerId } from "../Id.ts"
import { listColumns } from "../lists.ts"
import { lookUp } from "../members/lookUp.ts"
import { type MemberKey, memberKey } from "../members/Member.ts"
import { makeReadTexts, noTexts } from "../texts/Texts.ts"
import type { AwardState, ListAwards, ListedAward } from "./Award.ts"
import { type AwardRow, findCondition, listAwards } from "./statements.ts"

const stateOf = ({ awarded, reversedAt, suppressedBy }: AwardRow): AwardState => {
  if (reversedAt !== null) return "reversed"
  if (suppressedBy !== null) return "suppressed"
  return awarded ? "paid" : "counted"
}

/** Reads a page of a partner's awards. */
export const makeList = (database: Context.Tag.Service<Database>) => {
  const readTexts = makeReadTexts(database)

  const memberOf = (key: MemberKey) =>
    Effect.flatMap(lookUp(database, [key]), (known) => {
      const member = known.get(memberKey(key))
      return member === undefined ? new MemberNotFound({ userId: key.userId }) : Effect.succeed(member)
    })

  const conditionOf = (partnerId: PartnerId, name: string) =>
    Effect.flatMap(database.run(findCondition, [{ partner_id: partnerId, name }]), ([condition]) =>
      condition === undefined ? new RuleNotFound({ rule: name }) : Effect.succeed(condition)
    )

  return Effect.fnUntraced(function* ({ partnerId, userId, ruleName, state, ...listing }: ListAwards) {
    const member = userId === undefined ? undefined : yield* memberOf({ partnerId, userId })
    const condition = ruleName === undefined ? undefined : yield* conditionOf(partnerId, ruleName)
    const list = listAwards({
      member: member !== undefined,
      rule: condition !== undefined,
      metadata: listing.metadataKey !== undefined,
      state
    })
    const rows = yield* database.run(list, [
      {
        partner_id: partnerId,
        ...listColumns(listing),
        member_id: member?.id ?? null,
        rule_id: condition?.ruleId ?? null,
        ordinal: condition?.ordinal ?? null
      }
    ])
    const { data, hasMore } = firstOf(rows, listing.limit)
    const texts = yield* readTexts(
      partnerId,
      data.map(({ id }) => id)
    )
    return {
      data: data.map((row): ListedAward => {
        const { metadata, narration } = texts.get(row.id) ?? noTexts
        return { ...row, state: stateOf(row), note: narration, metadata }
      }),
      hasMore
    }
  })
}
