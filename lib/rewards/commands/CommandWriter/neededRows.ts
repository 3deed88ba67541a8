import { type Context, Effect, Order } from "effect"
import { isId } from "../../../schema/Id.ts"
import * as Batch from "../../../sql/Batch.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { MemberId, type PartnerId, type RuleId } from "../../Id.ts"
import { type Ids, takenAt } from "../../Ids.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import type { KnownUsers, Subscribers } from "../../ports.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import { assembleRules, lockByName, lockByNameOrId, readByName } from "../../rules/ruleRows.ts"
import { memberIds } from "../../tables.ts"
import { type Command, sideOf } from "../Command.ts"
import { type Named, namesOf, partnerKey, type State, tallyKey } from "./Changes.ts"

/** Finds the rows that commands need: their rules, members, accounts and tallies. */

export type Commands = ReadonlyArray<Command>

/** The ids of members, by `memberKey`. */
export type MembersByKey = State["members"]

/** A user who becomes a member of the partner if an award to the user is accepted. */
export interface Newcomer extends MemberKey {
  /** The id that the member will have. */
  readonly id: MemberId
}

/** The rule and the member of an award or a reversal. */
export interface Pair {
  readonly rule: StoredRule
  readonly memberId: MemberId
}

export interface CommandPair extends Pair {
  readonly each: Command
}

export const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.length < 2 ? items : Array.from(new Map(items.map((item) => [key(item), item])).values())

/** The member of a command; undefined for an unknown member. */
export const memberOf = (each: Command, members: MembersByKey): MemberId | undefined => {
  switch (each._tag) {
    case "Award":
    case "Transfer":
      return members.get(memberKey(each.command))
    case "Reverse":
      return each.award?.memberId
    case "Refund":
      return each.transfer?.memberId
  }
}

/** The rule of an award or a reversal; undefined for an unknown rule and for other commands. */
export const ruleIdOf = (each: Command, names: State["names"]): RuleId | undefined => {
  if (each._tag === "Reverse") return each.award?.ruleId
  return each._tag === "Award"
    ? names.get(partnerKey(each.command.partnerId, each.command.ruleName))?.rule.id
    : undefined
}

/** The accounts whose balances a command can change: an account of the partner, and the wallet if the member is known. */
export const accountsOf = (
  ledger: Context.Tag.Service<Ledger>,
  each: Command,
  members: MembersByKey
): ReadonlyArray<AccountKey> => {
  const { partnerId } = each.command
  const member = memberOf(each, members)
  const side = { partnerId, id: ledger.side(partnerId, sideOf(each)) }
  return member === undefined ? [side] : [{ partnerId, id: walletOf(member) }, side]
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

export const pairsOf = (
  commands: Commands,
  { members, names, rules }: Pick<State, "members" | "names" | "rules">
): ReadonlyArray<CommandPair> =>
  commands.flatMap((each) => {
    const ruleId = ruleIdOf(each, names)
    const rule = ruleId && rules.get(ruleId)
    const memberId = memberOf(each, members)
    return rule === undefined || memberId === undefined ? [] : [{ each, rule, memberId }]
  })

export const tallyKeysOf = (pairs: ReadonlyArray<Pair>) =>
  distinct(
    pairs.map(({ memberId, rule: { id: ruleId, partnerId } }) => ({ partnerId, ruleId, memberId })),
    ({ ruleId, memberId }) => tallyKey(ruleId, memberId)
  )

const memberKeysOf = (commands: Commands): ReadonlyArray<MemberKey> =>
  distinct(
    commands.flatMap((each) =>
      each._tag === "Award" || each._tag === "Transfer"
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

/** Reads the rules that awards name. */
export const readRules = (commands: Commands): Batch.Batch<ReadonlyArray<StoredRule>> =>
  Batch.map(Batch.of(readByName, rulesNamedBy(commands)), assembleRules)

/** Locks the rules of awards and reversals. It is a single statement, so that all groups lock rules in the same order. */
const lockRules = (commands: Commands): Batch.Batch<ReadonlyArray<StoredRule>> => {
  const named = rulesNamedBy(commands)
  const reversed = distinct(
    commands.flatMap((each) => (each._tag === "Reverse" && each.award !== undefined ? [each.award] : [])),
    ({ ruleId }) => ruleId
  )
  if (reversed.length === 0) return Batch.map(Batch.of(lockByName, named), assembleRules)
  const either = [
    ...named.map((each) => ({ ...each, ruleId: null })),
    ...reversed.map(({ partnerId, ruleId }) => ({ partnerId, name: null, ruleId }))
  ]
  return Batch.map(Batch.of(lockByNameOrId, either), assembleRules)
}

/** The first statements of a group's transaction. `lock` says whether they lock the rules. `subscribers` comes last. */
export const findFirst = (commands: Commands, lock: boolean, subscribers: Batch.Batch<Subscribers>) =>
  Batch.all({
    rules: lock ? lockRules(commands) : readRules(commands),
    members: findMembers(commands),
    subscribers
  })
export type Found = Batch.Value<ReturnType<typeof findFirst>>

interface Newcomers {
  /** All members, including newcomers. */
  readonly members: MembersByKey
  readonly newcomers: ReadonlyArray<Newcomer>
}

const byKey = Order.mapInput(Order.string, memberKey)

/**
 * Finds users who are not members of the partner yet, and gives each user a new member id. The users are sorted. Groups that insert
 * the same members in the same order do not deadlock.
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
