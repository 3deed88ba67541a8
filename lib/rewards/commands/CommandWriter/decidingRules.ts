import { fieldsRead, judge, type Verdict } from "../../activities/judge.ts"
import { attributeOf } from "../../activities/When.ts"
import { type Deciding, decidingOf } from "../../rules/Named.ts"
import type { StoredRule } from "../../rules/Rule.ts"
import type { Command, CommandOf } from "../Command.ts"
import { partnerKey, type State } from "./Changes.ts"

/** Finds the rules that decide about activities, and computes the verdicts that depend on the activity alone. These need no locks. */

type ByType = State["deciding"]

const none: ByType = new Map()

/** Returns the value of `State.deciding`. It is empty if the commands contain no activity. */
export const decidingIn = (commands: ReadonlyArray<Command>, rules: ReadonlyArray<StoredRule>): ByType => {
  if (!commands.some(({ _tag }) => _tag === "Activity")) return none
  return Map.groupBy(decidingOf(rules), ({ rule, when }) => partnerKey(rule.partnerId, when.activity))
}

const noRules: ReadonlyArray<Deciding> = []

/** Returns the rules and sub-rules that decide about an activity. */
export const decidingFor = ({ command }: CommandOf<"Activity">, deciding: ByType): ReadonlyArray<Deciding> =>
  deciding.get(partnerKey(command.partnerId, command.type)) ?? noRules

/**
 * The facts that conditions need in addition to the data of an activity: nothing, `occurredAt`, or facts about the member. If an activity
 * has no `occurredAt`, its time is known only after the locks were taken.
 */
type Needs = "nothing" | "time" | "member"

const needsOf = ({ when }: Deciding): Needs => {
  const others = fieldsRead(when.conditions).filter((field) => !field.startsWith("data."))
  if (others.length === 0) return "nothing"
  return others.every((field) => field.startsWith("local.")) ? "time" : "member"
}

/** Returns the value of `State.verdicts`. */
export const verdictsIn = (
  commands: ReadonlyArray<Command>,
  deciding: ByType,
  at: Date
): State["verdicts"] => {
  const verdicts = new Map<Command, ReadonlyArray<Verdict | undefined>>()
  if (deciding.size === 0) return verdicts
  const needs = new Map(Array.from(deciding.values(), (all) => [all, all.map(needsOf)]))
  for (const each of commands) {
    if (each._tag !== "Activity") continue
    const all = decidingFor(each, deciding)
    const { data = {}, occurredAt } = each.command
    const facts = { data, attributes: {}, activities: 0, paid: 0, occurredAt: occurredAt ?? at }
    const needed = needs.get(all)
    const found = all.map(({ rule, when }, index) => {
      const need = needed?.[index]
      const isKnown = need === "nothing" || (need === "time" && occurredAt !== undefined)
      return isKnown ? judge(when.conditions, { ...facts, timeZone: rule.timeZone }) : undefined
    })
    verdicts.set(each, found)
  }
  return verdicts
}

/** Returns a function that is true for activities that are judged by attributes of their member. */
export const judgedByAttributes = (deciding: ByType): ((each: CommandOf<"Activity">) => boolean) => {
  const types = new Set<string>()
  for (const [type, all] of deciding) if (all.some(asksAttributes)) types.add(type)
  return ({ command }) => types.size > 0 && types.has(partnerKey(command.partnerId, command.type))
}

const asksAttributes = ({ when }: Deciding): boolean =>
  fieldsRead(when.conditions).some((field) => attributeOf(field) !== undefined)
