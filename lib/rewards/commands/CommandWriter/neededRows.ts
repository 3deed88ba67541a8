import { type Context, Effect, Order } from "effect"
import { isId } from "../../../schema/Id.ts"
import * as Batch from "../../../sql/Batch.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { fieldsRead, judge, type Verdict } from "../../activities/judge.ts"
import { attributeOf } from "../../activities/When.ts"
import { MemberId, type PartnerId, type RuleId } from "../../Id.ts"
import { type Ids, takenAt } from "../../Ids.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import type { KnownUsers } from "../../ports.ts"
import type { ReversedAward } from "../../reversals/Reversal.ts"
import { type Deciding, decidingOf, type Named, namesOf } from "../../rules/Named.ts"
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
import { type Command, type CommandOf, sideOf } from "../Command.ts"
import { activityKey, partnerKey, type State, tallyKey } from "./Changes.ts"

/** Finds the rows that commands need: their rules, members, accounts and tallies. */

export type Commands = ReadonlyArray<Command>

/** The ids of members, by `memberKey`. */
export type MembersByKey = State["members"]

/** A user who becomes a member of the partner if an award, an activity or an adjustment of the user is accepted. */
export interface Newcomer extends MemberKey {
  /** The id that the member will have. */
  readonly id: MemberId
}

/** The rule and the member of an award, of a reversal, or of an activity that the rule decides about. */
export interface Pair {
  readonly rule: StoredRule
  readonly memberId: MemberId
}

export interface CommandPair extends Pair {
  readonly each: Command
  /** The award to reverse; undefined if the command may make an award. */
  readonly award?: ReversedAward
}

export const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.length < 2 ? items : Array.from(new Map(items.map((item) => [key(item), item])).values())

/** The member of a command; undefined for an unknown member. */
export const memberOf = (each: Command, members: MembersByKey): MemberId | undefined => {
  switch (each._tag) {
    case "Award":
    case "Activity":
    case "Transfer":
    case "Adjust":
      return members.get(memberKey(each.command))
    case "Reverse":
      return each.award?.memberId
    case "Refund":
      return each.transfer?.memberId
    case "ReverseAdjustment":
      return each.adjustment?.memberId
    case "ReverseActivity":
      return each.activity?.memberId
  }
}

/** The awards that a command may reverse. */
export const awardsUndoneBy = (each: Command): ReadonlyArray<ReversedAward> => {
  if (each._tag === "ReverseActivity") return each.activity?.awards ?? []
  return each._tag === "Reverse" && each.award !== undefined ? [each.award] : []
}

type RulesByName = Pick<State, "names" | "deciding">

/** The rules of a command: those that it may award, and those of awards that it reverses. */
export const ruleIdsOf = (each: Command, { deciding, names }: RulesByName): ReadonlyArray<RuleId> => {
  switch (each._tag) {
    case "Award": {
      const named = names.get(partnerKey(each.command.partnerId, each.command.ruleName))
      return named === undefined ? [] : [named.rule.id]
    }
    case "Activity":
      return (deciding.get(partnerKey(each.command.partnerId, each.command.type)) ?? []).map(
        ({ rule }) => rule.id
      )
    default:
      return awardsUndoneBy(each).map(({ ruleId }) => ruleId)
  }
}

/** The number of records that commands can write, besides one record for each command. Each record needs an id. */
export const furtherRecords = (commands: Commands, pairs: ReadonlyArray<CommandPair>): number => {
  const earned = pairs.filter(({ each }) => each._tag === "Activity").length
  return commands.reduce(
    (sum, each) => (each._tag === "ReverseActivity" ? sum + awardsUndoneBy(each).length : sum),
    earned
  )
}

/** The accounts whose balances a command can change: accounts of the partner, and the wallet if the member is known. */
export const accountsOf = (
  ledger: Context.Tag.Service<Ledger>,
  each: Command,
  members: MembersByKey
): ReadonlyArray<AccountKey> => {
  const { partnerId } = each.command
  const member = memberOf(each, members)
  const side = ledger.side(partnerId, sideOf(each)).map((id) => ({ partnerId, id }))
  return member === undefined ? side : [{ partnerId, id: walletOf(member) }, ...side]
}

export const partnersOf = (commands: Commands): ReadonlyArray<PartnerId> =>
  Array.from(new Set(commands.map(({ command }) => command.partnerId)))

/** The rules and their sub-rules, by `partnerKey`. */
export const namesIn = (rules: ReadonlyArray<StoredRule>): State["names"] =>
  new Map(
    rules.flatMap((rule) =>
      namesOf(rule).map((named): [string, Named] => [partnerKey(rule.partnerId, named.name), named])
    )
  )

const noDeciding: State["deciding"] = new Map()

/** See `State.deciding`. Empty if the commands contain no activity. */
export const decidingIn = (commands: Commands, rules: ReadonlyArray<StoredRule>): State["deciding"] => {
  if (!commands.some(({ _tag }) => _tag === "Activity")) return noDeciding
  return Map.groupBy(decidingOf(rules), ({ rule, when }) => partnerKey(rule.partnerId, when.activity))
}

/**
 * Whether the data and the `occurredAt` of an activity are enough to evaluate the conditions. Without `occurredAt`, the time is known
 * only after the locks were taken.
 */
const isDecidedBy = ({ command }: CommandOf<"Activity">, { when }: Deciding): boolean =>
  fieldsRead(when.conditions).every(
    (field) => field.startsWith("data.") || (command.occurredAt !== undefined && field.startsWith("local."))
  )

/** See `State.verdicts`. */
export const verdictsIn = (commands: Commands, deciding: State["deciding"], at: Date): State["verdicts"] => {
  const verdicts = new Map<Command, ReadonlyMap<RuleId, Verdict>>()
  if (deciding.size === 0) return verdicts
  for (const each of commands) {
    if (each._tag !== "Activity") continue
    const { data = {}, occurredAt = at, partnerId, type } = each.command
    const found = new Map<RuleId, Verdict>()
    for (const named of deciding.get(partnerKey(partnerId, type)) ?? []) {
      if (!isDecidedBy(each, named)) continue
      const { timeZone } = named.rule
      const facts = { data, attributes: {}, activities: 0, paid: 0, occurredAt, timeZone }
      found.set(named.id, judge(named.when.conditions, facts))
    }
    verdicts.set(each, found)
  }
  return verdicts
}

/** The pairs of commands whose tallies are read. Leaves out a rule if `verdicts` says that the activity does not meet its conditions. */
export const pairsOf = (
  commands: Commands,
  {
    deciding,
    members,
    names,
    rules,
    verdicts
  }: Pick<State, "deciding" | "members" | "names" | "rules" | "verdicts">
): ReadonlyArray<CommandPair> =>
  commands.flatMap((each): ReadonlyArray<CommandPair> => {
    const memberId = memberOf(each, members)
    if (memberId === undefined) return []
    if (each._tag === "Award") {
      const named = names.get(partnerKey(each.command.partnerId, each.command.ruleName))
      return named === undefined ? [] : [{ each, rule: named.rule, memberId }]
    }
    if (each._tag === "Activity") {
      return (deciding.get(partnerKey(each.command.partnerId, each.command.type)) ?? [])
        .filter(({ id }) => verdicts.get(each)?.get(id)?.met !== false)
        .map(({ rule }) => ({ each, rule, memberId }))
    }
    return awardsUndoneBy(each).flatMap((award) => {
      const rule = rules.get(award.ruleId)
      return rule === undefined ? [] : [{ each, rule, memberId, award }]
    })
  })

/** The members with an activity whose conditions use attributes. */
export const attributeOwners = (
  commands: Commands,
  { deciding, members }: Pick<State, "deciding" | "members">
) => {
  const types = new Set<string>()
  for (const [type, all] of deciding) if (all.some(asksAttributes)) types.add(type)
  if (types.size === 0) return []
  const asking = commands.filter(
    (each) => each._tag === "Activity" && types.has(partnerKey(each.command.partnerId, each.command.type))
  )
  return distinct(
    activityCountKeys(asking, members).map(({ memberId, partnerId }) => ({ partnerId, memberId })),
    ({ memberId }) => memberId
  )
}

const asksAttributes = ({ when }: Deciding): boolean =>
  fieldsRead(when.conditions).some((field) => attributeOf(field) !== undefined)

/** The keys of the counts of activities that commands change. */
export const activityCountKeys = (commands: Commands, members: MembersByKey) =>
  distinct(
    commands.flatMap((each) => {
      const memberId = each._tag === "Activity" ? memberOf(each, members) : undefined
      return each._tag !== "Activity" || memberId === undefined
        ? []
        : [{ partnerId: each.command.partnerId, memberId, type: each.command.type }]
    }),
    ({ memberId, type }) => activityKey(memberId, type)
  )

export const tallyKeysOf = (pairs: ReadonlyArray<Pair>) =>
  distinct(
    pairs.map(({ memberId, rule: { id: ruleId, partnerId } }) => ({ partnerId, ruleId, memberId })),
    ({ ruleId, memberId }) => tallyKey(ruleId, memberId)
  )

const memberKeysOf = (commands: Commands): ReadonlyArray<MemberKey> =>
  distinct(
    commands.flatMap((each) =>
      each._tag === "Award" || each._tag === "Activity" || each._tag === "Transfer" || each._tag === "Adjust"
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
 * Reads or locks the rules that awards name, those that decide about activities, and those of awards to reverse. It is a single
 * statement, so that all groups lock rules in the same order.
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

/** The first statements of a group's transaction. `lock` says whether they lock the rules. */
export const findFirst = (commands: Commands, lock: boolean) =>
  Batch.all({ rules: findRules(commands, lock), members: findMembers(commands) })
export type Found = Batch.Value<ReturnType<typeof findFirst>>

interface Newcomers {
  /** All members, including newcomers. */
  readonly members: MembersByKey
  readonly newcomers: ReadonlyArray<Newcomer>
}

const byKey = Order.mapInput(Order.string, memberKey)

/**
 * Finds users who are not members of the partner yet, and gives each user a new member id. The users are sorted, so that groups that
 * insert the same members do not deadlock.
 */
export const findNewcomers = (
  users: Context.Tag.Service<KnownUsers>,
  ids: Context.Tag.Service<Ids>,
  commands: Commands,
  known: MembersByKey
): Effect.Effect<Newcomers, DatabaseFailure> => {
  const unknown = memberKeysOf(commands).filter((key) => isId(key.userId) && !known.has(memberKey(key)))
  if (unknown.length === 0) return Effect.succeed({ members: known, newcomers: [] })
  return Effect.gen(function* () {
    const accounts = yield* users.among(Array.from(new Set(unknown.map(({ userId }) => userId))))
    const found = unknown.filter(({ userId }) => accounts.has(userId)).sort(byKey)
    const newIds = yield* ids.take(found.length)
    const newcomers = found.map((key, index) => ({
      ...key,
      id: MemberId.make(takenAt(newIds, index), { disableValidation: true })
    }))
    const members = new Map([...known, ...newcomers.map((key) => [memberKey(key), key.id] as const)])
    return { members, newcomers }
  })
}
