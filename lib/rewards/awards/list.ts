import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import { MemberNotFound, RuleNotFound } from "../Errors.ts"
import { AwardId, type PartnerId } from "../Id.ts"
import { lookUp } from "../members/lookUp.ts"
import { type MemberKey, memberKey } from "../members/Member.ts"
import type { ListAwards } from "./Award.ts"
import { findCondition, readAll, readOfBoth, readOfMember, readOfRule } from "./statements.ts"

/** Above every id that can be made. */
const end = AwardId.make("ffffffff-ffff-ffff-ffff-ffffffffffff", { disableValidation: true })

/** Reads a page of a partner's awards. */
export const makeList = (database: Context.Tag.Service<Database>) => {
  const memberOf = (key: MemberKey) =>
    Effect.flatMap(lookUp(database, [key]), (known) => {
      const member = known.get(memberKey(key))
      return member === undefined ? new MemberNotFound({ userId: key.userId }) : Effect.succeed(member)
    })

  const conditionOf = (partnerId: PartnerId, name: string) =>
    Effect.flatMap(database.run(findCondition, [{ partner_id: partnerId, name }]), ([condition]) =>
      condition === undefined ? new RuleNotFound({ rule: name }) : Effect.succeed(condition)
    )

  return Effect.fnUntraced(function* ({ partnerId, userId, ruleName, before = end, limit }: ListAwards) {
    const member = userId === undefined ? undefined : yield* memberOf({ partnerId, userId })
    const condition = ruleName === undefined ? undefined : yield* conditionOf(partnerId, ruleName)
    const [all, some] = condition === undefined ? [readAll, readOfMember] : [readOfRule, readOfBoth]
    return yield* database.run(member === undefined ? all : some, [
      {
        partner_id: partnerId,
        before,
        size: limit,
        member_id: member?.id ?? null,
        rule_id: condition?.ruleId ?? null,
        ordinal: condition?.ordinal ?? null
      }
    ])
  })
}
