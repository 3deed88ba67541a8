import type { MemberId, PartnerId, RuleId } from "../../Id.ts"
import type { Payment } from "../../limits/windows.ts"
import { type MemberKey, memberKey } from "../../members/Member.ts"
import type { RuleCore } from "../../rules/Rule.ts"
import type { Command } from "../Command.ts"
import { type Named, nameKey, tallyKey } from "./Changes.ts"
import type { MemberIds } from "./newcomers.ts"

/** What commands are about: members, rules, and pairs of them. */

type Commands = ReadonlyArray<Command>

export const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> =>
  items.length < 2 ? items : Array.from(new Map(items.map((item) => [key(item), item])).values())

/** The member that a command is about, if it is one. */
export const memberOf = (each: Command, known: MemberIds): MemberId | undefined => {
  switch (each._tag) {
    case "Award":
    case "Transfer":
      return known.get(memberKey(each.command))
    case "Reverse":
      return each.award?.memberId
    case "Refund":
      return each.transfer?.memberId
  }
}

/** The ids by which commands name their members. */
export const keysIn = (commands: Commands): ReadonlyArray<MemberKey> =>
  commands.flatMap((each) =>
    each._tag === "Award" || each._tag === "Transfer"
      ? [{ partnerId: each.command.partnerId, userId: each.command.userId }]
      : []
  )

/** A rule that has to be locked: by its name for an award, by its id for a reversal. */
export interface WantedRule {
  readonly partnerId: PartnerId
  readonly name: string | null
  readonly ruleId: RuleId | null
}

/** What a command is about: a rule and a member of the partner. */
export interface Pair extends Omit<Payment, "at"> {
  readonly each: Command
}

/** The rules that commands name, or whose awards they reverse, each once. */
export const rulesIn = (commands: Commands): ReadonlyArray<WantedRule> =>
  distinct(
    commands.flatMap((each): ReadonlyArray<WantedRule> => {
      const { partnerId } = each.command
      if (each._tag === "Award") return [{ partnerId, name: each.command.ruleName, ruleId: null }]
      return each._tag === "Reverse" && each.award !== undefined
        ? [{ partnerId, name: null, ruleId: each.award.ruleId }]
        : []
    }),
    ({ partnerId, name, ruleId }) => nameKey(partnerId, name ?? `/${ruleId}`)
  )

/** The rule and member of each award and reversal, where both are known. */
export const pairsOf = (
  commands: Commands,
  rules: ReadonlyArray<RuleCore>,
  names: ReadonlyMap<string, Named>,
  known: MemberIds
): ReadonlyArray<Pair> => {
  const byId = new Map<RuleId, RuleCore>()
  if (commands.some(({ _tag }) => _tag === "Reverse")) for (const rule of rules) byId.set(rule.id, rule)
  const ruleOf = (each: Command): RuleCore | undefined => {
    if (each._tag === "Award") return names.get(nameKey(each.command.partnerId, each.command.ruleName))?.rule
    return each._tag === "Reverse" && each.award !== undefined ? byId.get(each.award.ruleId) : undefined
  }
  const pairs: Array<Pair> = []
  for (const each of commands) {
    const rule = ruleOf(each)
    const memberId = memberOf(each, known)
    if (rule !== undefined && memberId !== undefined) pairs.push({ each, rule, memberId })
  }
  return pairs
}

/** The keys of the tallies of pairs, each once. */
export const tallyRows = (pairs: ReadonlyArray<Pair>) =>
  distinct(
    pairs.map(({ memberId, rule }) => ({
      partner_id: rule.partnerId,
      rule_id: rule.id,
      member_id: memberId
    })),
    ({ rule_id, member_id }) => tallyKey(rule_id, member_id)
  )
