import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { AwardCommand } from "../../awards/Award.ts"
import { noTally } from "../../awards/decide.ts"
import { explain } from "../../awards/Explanation.ts"
import { now } from "../../clock.ts"
import { MemberNotFound, RuleNotFound } from "../../Errors.ts"
import type { Ids } from "../../Ids.ts"
import { makeStoredCounters } from "../../limits/storedCounters.ts"
import { memberKey } from "../../members/Member.ts"
import type { KnownUsers } from "../../ports.ts"
import { partnerKey, tallyKey } from "./Changes.ts"
import { readTallies } from "./load.ts"
import { findMembers, findNewcomers, namesIn, readRules } from "./neededRows.ts"

/** Implements `CommandWriter.explain`. It locks nothing. */
export const makeExplain = (
  database: Context.Tag.Service<Database>,
  users: Context.Tag.Service<KnownUsers>,
  ids: Context.Tag.Service<Ids>
) => {
  const storedCounters = makeStoredCounters(database)

  return Effect.fnUntraced(function* (command: AwardCommand) {
    const commands = [{ _tag: "Award", command }] as const
    const found = yield* database.send(
      Batch.all({ rules: readRules(commands), members: findMembers(commands) })
    )
    const named = namesIn(found.rules).get(partnerKey(command.partnerId, command.ruleName))
    if (named === undefined) return yield* new RuleNotFound({ rule: command.ruleName })
    const { members } = yield* findNewcomers(users, ids, commands, found.members)
    const memberId = members.get(memberKey(command))
    if (memberId === undefined) return yield* new MemberNotFound({ userId: command.userId })
    const { rule, target } = named
    const at = yield* now
    const payments = [{ rule, memberId, at }]
    const { counterRows, tallies } = yield* database.send(
      Batch.all({ tallies: readTallies(payments), counterRows: storedCounters.rows(payments) })
    )
    const counters = yield* storedCounters.counters(payments, [], counterRows, at)
    const counts = {
      tally: tallies.get(tallyKey(rule.id, memberId)) ?? noTally,
      participants: rule.participants,
      used: counters.used(rule, memberId, at)
    }
    return explain(rule, counts, target, at)
  })
}
