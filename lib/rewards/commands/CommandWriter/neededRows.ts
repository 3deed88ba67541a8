import type { Context } from "effect"
import type { MemberId, PartnerId, RuleId } from "../../Id.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { AccountKey, Ledger } from "../../ledger/Ledger.ts"
import { memberKey } from "../../members/Member.ts"
import type { ReversedAward } from "../../reversals/Reversal.ts"
import { type Named, namesOf } from "../../rules/Named.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import { type Command, movingCommand, sideOf } from "../Command.ts"
import { activityKey, partnerKey, type State, tallyKey } from "./Changes.ts"
import { decidingFor, judgedByAttributes } from "./decidingRules.ts"

/** Finds the rows that commands need in addition to the rows of `findFirst.ts`: accounts, tallies and counts of activities. */

export type Commands = ReadonlyArray<Command>

/** The ids of members, by `memberKey`. */
export type MembersByKey = State["members"]

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

/** A count of activities, and how many activities the commands may add to it. */
interface AddedCount {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  readonly type: string
  readonly added: number
}

export const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> => {
  if (items.length < 2) return items
  const found = new Map<string, A>()
  for (const item of items) found.set(key(item), item)
  return Array.from(found.values())
}

/** Returns the member of a command; undefined for an unknown member. */
export const memberOf = (each: Command, members: MembersByKey): MemberId | undefined => {
  switch (each._tag) {
    case "Award":
    case "Activity":
    case "Transfer":
    case "Adjust":
      return members.get(memberKey(each.command))
    case "Reverse":
    case "Confirm":
      return each.award?.memberId
    case "Refund":
      return each.transfer?.memberId
    case "ReverseAdjustment":
      return each.adjustment?.memberId
    case "Approve":
    case "Decline":
      return each.request?.memberId
    case "ReverseActivity":
      return each.activity?.memberId
  }
}

/**
 * Returns the user id of a command's member. It is in the command itself, or in the record that the command undoes or decides about. It is
 * empty if this record does not exist.
 */
export const userIdOf = (each: Command): string => {
  switch (each._tag) {
    case "Award":
    case "Activity":
    case "Transfer":
    case "Adjust":
      return each.command.userId
    case "Reverse":
    case "Confirm":
      return each.award?.userId ?? ""
    case "Refund":
      return each.transfer?.userId ?? ""
    case "ReverseAdjustment":
      return each.adjustment?.userId ?? ""
    case "ReverseActivity":
      return each.activity?.userId ?? ""
    case "Approve":
    case "Decline":
      return each.request?.userId ?? ""
  }
}

/** Returns the awards that a command may reverse. */
export const awardsUndoneBy = (each: Command): ReadonlyArray<ReversedAward> => {
  if (each._tag === "ReverseActivity") return each.activity?.awards ?? []
  return each._tag === "Reverse" && each.award !== undefined ? [each.award] : []
}

type RulesByName = Pick<State, "names" | "deciding">

/** Returns the rules that a command may award, and the rules of awards that it reverses. */
export const ruleIdsOf = (each: Command, { deciding, names }: RulesByName): ReadonlyArray<RuleId> => {
  switch (each._tag) {
    case "Award": {
      const named = names.get(partnerKey(each.command.partnerId, each.command.ruleName))
      return named === undefined ? [] : [named.rule.id]
    }
    case "Activity":
      return decidingFor(each, deciding).map(({ rule }) => rule.id)
    default:
      return awardsUndoneBy(each).map(({ ruleId }) => ruleId)
  }
}

/** Returns the largest number of transfers from or to the partner's expired coins that a command writes, in addition to its own record. */
const expiredTransfers = (command: Command): number => {
  const each = movingCommand(command)
  return each._tag === "ReverseAdjustment" || each._tag === "Refund" ? 1 : awardsUndoneBy(each).length
}

/** Returns the largest number of records that commands can write, in addition to one record for each command. Each record needs an id. */
export const furtherRecords = (commands: Commands, pairs: ReadonlyArray<CommandPair>): number => {
  const earned = pairs.filter(({ each }) => each._tag === "Activity").length
  return commands.reduce(
    (sum, each) =>
      sum + expiredTransfers(each) + (each._tag === "ReverseActivity" ? awardsUndoneBy(each).length : 0),
    earned
  )
}

/**
 * Returns the accounts that a command needs locked: accounts of the partner, and the wallet if the member is known. The partner's accounts
 * of expired coins are locked later.
 */
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

/** Returns the rules and their sub-rules, by `partnerKey`. */
export const namesIn = (rules: ReadonlyArray<StoredRule>): State["names"] =>
  new Map(
    rules.flatMap((rule) =>
      namesOf(rule).map((named): [string, Named] => [partnerKey(rule.partnerId, named.name), named])
    )
  )

/**
 * Returns the rule and the member of each tally that is read for a command. Leaves out a rule if `verdicts` says that the activity does not
 * meet the conditions of the rule.
 */
export const pairsOf = (
  commands: Commands,
  {
    deciding,
    members,
    names,
    rules,
    verdicts
  }: Pick<State, "deciding" | "members" | "names" | "rules" | "verdicts">
): ReadonlyArray<CommandPair> => {
  const pairs: Array<CommandPair> = []
  for (const each of commands) {
    const memberId = memberOf(each, members)
    if (memberId === undefined) continue
    if (each._tag === "Award") {
      const named = names.get(partnerKey(each.command.partnerId, each.command.ruleName))
      if (named !== undefined) pairs.push({ each, rule: named.rule, memberId })
    } else if (each._tag === "Activity") {
      const known = verdicts.get(each)
      for (const [index, { rule }] of decidingFor(each, deciding).entries())
        if (known?.[index]?.met !== false) pairs.push({ each, rule, memberId })
    } else {
      for (const award of awardsUndoneBy(each)) {
        const rule = rules.get(award.ruleId)
        if (rule !== undefined) pairs.push({ each, rule, memberId, award })
      }
    }
  }
  return pairs
}

/** Returns the members with an activity that is judged by their attributes. */
export const attributeOwners = (
  commands: Commands,
  { deciding, members }: Pick<State, "deciding" | "members">
) => {
  const isJudged = judgedByAttributes(deciding)
  const asking = commands.filter((each) => each._tag === "Activity" && isJudged(each))
  return distinct(
    addedCountsOf(asking, members).map(({ memberId, partnerId }) => ({ partnerId, memberId })),
    ({ memberId }) => memberId
  )
}

/** Returns how many activities the commands add for each member and type. */
export const addedCountsOf = (commands: Commands, members: MembersByKey): ReadonlyArray<AddedCount> => {
  const counts = new Map<string, AddedCount>()
  for (const each of commands) {
    const memberId = each._tag === "Activity" ? memberOf(each, members) : undefined
    if (each._tag !== "Activity" || memberId === undefined) continue
    const { partnerId, type } = each.command
    const key = activityKey(memberId, type)
    counts.set(key, { partnerId, memberId, type, added: (counts.get(key)?.added ?? 0) + 1 })
  }
  return Array.from(counts.values())
}

export const tallyKeysOf = (pairs: ReadonlyArray<Pair>) =>
  distinct(
    pairs.map(({ memberId, rule: { id: ruleId, partnerId } }) => ({ partnerId, ruleId, memberId })),
    ({ ruleId, memberId }) => tallyKey(ruleId, memberId)
  )
