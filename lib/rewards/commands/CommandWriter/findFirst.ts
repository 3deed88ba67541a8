import { type Context, Effect, Order } from "effect"
import { isId } from "../../../schema/Id.ts"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { MemberId } from "../../Id.ts"
import { type Ids, takenAt } from "../../Ids.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import { type Newcomer, type Recognised, readReturning, recognised } from "../../personal/returning.ts"
import type { KnownUsers } from "../../ports.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import {
  assembleRules,
  lockByActivity,
  lockByAny,
  lockByName,
  readByActivity,
  readByAny,
  readByName
} from "../../rules/ruleRows.ts"
import { memberIds } from "../../tables.ts"
import { movingCommand } from "../Command.ts"
import { partnerKey } from "./Changes.ts"
import { awardsUndoneBy, type Commands, distinct, type MembersByKey } from "./neededRows.ts"

/** The first rows that a group reads: the rules and members of its commands. All other rows depend on them. */

const memberKeysOf = (commands: Commands): ReadonlyArray<MemberKey> =>
  distinct(
    commands
      .map(movingCommand)
      .flatMap((each) =>
        each._tag === "Award" ||
        each._tag === "Activity" ||
        each._tag === "Transfer" ||
        each._tag === "Adjust"
          ? [{ partnerId: each.command.partnerId, userId: each.command.userId }]
          : []
      ),
    memberKey
  )

const findMemberIds = memberIds.find("partnerId", "userId", "memberId")

export const findMembers = (commands: Commands): Batch.Batch<MembersByKey> =>
  Batch.map(
    Batch.of(findMemberIds, memberKeysOf(commands)),
    (rows) => new Map(rows.map((row) => [memberKey(row), row.memberId]))
  )

const rulesNamedBy = (commands: Commands) =>
  distinct(
    commands.flatMap((each) =>
      each._tag === "Award" ? [{ partnerId: each.command.partnerId, name: each.command.ruleName }] : []
    ),
    ({ name, partnerId }) => partnerKey(partnerId, name)
  )

const activitiesIn = (commands: Commands) =>
  distinct(
    commands.flatMap((each) =>
      each._tag === "Activity" ? [{ partnerId: each.command.partnerId, activity: each.command.type }] : []
    ),
    ({ activity, partnerId }) => partnerKey(partnerId, activity)
  )

/**
 * Reads or locks the rules that awards name, that decide about activities, or whose awards are reversed. It is a single statement, so
 * that all groups lock rules in the same order.
 */
const findRules = (commands: Commands, lock: boolean): Batch.Batch<ReadonlyArray<StoredRule>> => {
  const named = rulesNamedBy(commands)
  const activities = activitiesIn(commands)
  const reversed = distinct(commands.flatMap(awardsUndoneBy), ({ ruleId }) => ruleId)
  if (activities.length + reversed.length === 0) {
    return Batch.map(Batch.of(lock ? lockByName : readByName, named), assembleRules)
  }
  if (named.length + reversed.length === 0) {
    return Batch.map(Batch.of(lock ? lockByActivity : readByActivity, activities), assembleRules)
  }
  const any = [
    ...named.map((each) => ({ ...each, ruleId: null, activity: null })),
    ...activities.map((each) => ({ ...each, name: null, ruleId: null })),
    ...reversed.map(({ partnerId, ruleId }) => ({ partnerId, name: null, ruleId, activity: null }))
  ]
  return Batch.map(Batch.of(lock ? lockByAny : readByAny, any), assembleRules)
}

/** Returns the first statements of a group's transaction. `lock` says whether they lock the rules. */
export const findFirst = (commands: Commands, lock: boolean) =>
  Batch.all({ rules: findRules(commands, lock), members: findMembers(commands) })
export type Found = Batch.Value<ReturnType<typeof findFirst>>

/**
 * The users who become members of the partner if an award, an activity or an adjustment of theirs is accepted, and the members of the
 * commands.
 */
export interface Newcomers extends Recognised {
  /** The members of the commands, including newcomers. */
  readonly members: MembersByKey
  /** The members of the commands that exist already. */
  readonly existing: MembersByKey
}

const nobody: Recognised = { newcomers: [], successors: [], joining: [], returning: [] }

const withNewcomers = (known: MembersByKey, newcomers: ReadonlyArray<Newcomer>): MembersByKey =>
  newcomers.length === 0
    ? known
    : new Map([...known, ...newcomers.map((each) => [memberKey(each), each.id] as const)])

const byKey = Order.mapInput(Order.string, memberKey)

/**
 * Finds users whose ids lead to no member of the partner yet, and gives each of them a new member id. But ids of one erased person get one
 * member id, which is not new if the person has already come back. The users are sorted, so that groups that insert the same members do
 * not deadlock.
 */
export const findNewcomers = (
  {
    database,
    ids,
    users
  }: {
    readonly database: Context.Tag.Service<Database>
    readonly ids: Context.Tag.Service<Ids>
    readonly users: Context.Tag.Service<KnownUsers>
  },
  commands: Commands,
  known: MembersByKey
): Effect.Effect<Newcomers, DatabaseFailure> => {
  const unknown = memberKeysOf(commands).filter((key) => isId(key.userId) && !known.has(memberKey(key)))
  if (unknown.length === 0) return Effect.succeed({ ...nobody, members: known, existing: known })
  return Effect.gen(function* () {
    const accounts = yield* users.among(Array.from(new Set(unknown.map(({ userId }) => userId))))
    const found = unknown.filter(({ userId }) => accounts.has(userId)).sort(byKey)
    const newIds = yield* ids.take(found.length)
    const newcomers = found.map((key, index) => ({
      ...key,
      id: MemberId.make(takenAt(newIds, index), { disableValidation: true })
    }))
    const placed = recognised(newcomers, yield* database.send(readReturning(newcomers)))
    return {
      ...placed,
      members: withNewcomers(known, placed.newcomers),
      existing: withNewcomers(known, placed.joining)
    }
  })
}
