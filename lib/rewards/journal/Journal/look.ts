import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { AwardCommand } from "../../awards/Award.ts"
import { noTally, type Standing } from "../../awards/decide.ts"
import { now } from "../../clock.ts"
import { MemberNotFound, RuleNotFound } from "../../Errors.ts"
import { makeWindows } from "../../limits/windows.ts"
import { memberKey } from "../../members/Member.ts"
import { findMemberIds } from "../../members/memberIds.ts"
import { assembleRules, readByName } from "../../rules/ruleRows.ts"
import { namesOf } from "./Changes.ts"
import type { FindNewcomers } from "./newcomers.ts"
import { readTallies } from "./statements.ts"

/** Reads what an award would be decided by now. It locks nothing. */
export const makeLook = (database: Context.Tag.Service<Database>, findNewcomers: FindNewcomers) => {
  const windows = makeWindows(database)

  return Effect.fnUntraced(function* (command: AwardCommand) {
    const { partnerId, ruleName, userId } = command
    const key = { partnerId, userId }
    const [found, members] = yield* database.send(
      Batch.zip(
        Batch.map(Batch.of(readByName, [{ partnerId, name: ruleName }]), assembleRules),
        Batch.of(findMemberIds, [key])
      )
    )
    const named = found.flatMap(namesOf).find(({ name }) => name === ruleName)
    if (named === undefined) return yield* new RuleNotFound({ rule: ruleName })
    const known = new Map(members.map((row) => [memberKey(row), row.id]))
    const newcomers = yield* findNewcomers([key], known)
    const memberId = known.get(memberKey(key)) ?? newcomers[0]?.id
    if (memberId === undefined) return yield* new MemberNotFound({ userId })
    const { rule, target } = named
    const at = yield* now
    const payments = [{ rule, memberId, at }]
    const [tallyRows, rows] = yield* database.send(
      Batch.zip(
        Batch.of(readTallies, [{ partner_id: partnerId, rule_id: rule.id, member_id: memberId }]),
        windows.rows(payments)
      )
    )
    const counters = yield* windows.counters(payments, [], rows, at)
    const standing: Standing = {
      tally: tallyRows[0] ?? noTally,
      participants: rule.participants,
      used: counters.used(rule, memberId, at)
    }
    return { rule, target, standing, at }
  })
}
