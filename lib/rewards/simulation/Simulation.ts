import { Predicate, Schema } from "effect"
import type * as Documented from "../../schema/Documented.ts"
import { FormId } from "../../schema/Documented.ts"
import { type CrossCheck, type Fault, InstantInput, mustBe, parser, required } from "../../schema/Input.ts"
import { PartnerId } from "../Id.ts"
import { CreateRule, checkCreateRule, checkUpdateRule, UpdateRule } from "../rules/RuleInput.ts"

export const NewRule = CreateRule.omit("partnerId")
export const RuleChange = UpdateRule.omit("partnerId")

/** The rule of a simulation as callers write it. `checkSimulateRule` reports its faults. */
type RuleForm = typeof NewRule.Encoded | typeof RuleChange.Encoded

const RuleField: Schema.Schema<RuleForm> = Schema.declare((value): value is RuleForm =>
  Predicate.isRecord(value)
).annotations({ [FormId]: Schema.Union(NewRule, RuleChange) })

/** Runs a rule over the activities that were recorded at or after `from` and before `to`. */
export const SimulateRule = Schema.Struct({
  partnerId: required(PartnerId),
  rule: required(RuleField.pipe(mustBe("a new rule, or the id of a rule with changes"))),
  from: required(InstantInput),
  to: required(InstantInput)
})
export type SimulateRule = typeof SimulateRule.Type
export type SimulateRuleInput = Documented.Of<typeof SimulateRule, Documented.SimulateRuleInput>

export const parseNewRule = parser(NewRule, checkCreateRule)
export const parseRuleChange = parser(RuleChange, checkUpdateRule)

/** Whether the rule of a simulation is a change of a rule that exists. */
export const isChange = (rule: Readonly<Record<string, unknown>>): boolean => rule.id !== undefined

/** Adds `rule.` to the fields of the rule's faults, because the rule is the field `rule` of the simulation. */
export const ofRule = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  faults.map(({ field, problem }) => ({ field: `rule.${field}`, problem }))

const checkRule = (rule: unknown): ReadonlyArray<Fault> => {
  if (!Predicate.isRecord(rule)) return []
  const parsed = isChange(rule) ? parseRuleChange(rule) : parseNewRule(rule)
  return parsed._tag === "Left" ? ofRule(parsed.left.faults) : []
}

const timeIn = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : Number.NaN)

export const checkSimulateRule: CrossCheck = ({ from, rule, to }) => [
  ...checkRule(rule),
  ...(timeIn(to) <= timeIn(from) ? [{ field: "to", problem: `must be after from, which is ${from}` }] : [])
]

/** The coins that a rule would have paid on one day of its time zone. */
const DayOfSimulation = Schema.Struct({
  day: Schema.String,
  /** Decimal text, because the sum can exceed the largest amount of coins. */
  coins: Schema.String
})

/** What a rule would have paid for the activities between two times, without other rules and with counters that start at zero. */
export const Simulation = Schema.Struct({
  /** The number of activities of the types that the rule names, without reversed activities. */
  activities: Schema.Int,
  /** The number of activities that met the conditions of the rule, or of one of its sub-rules. */
  met: Schema.Int,
  /** The number of awards that paid. */
  awards: Schema.Int,
  /** The number of members who were paid. */
  members: Schema.Int,
  /** Decimal text, because the sum can exceed the largest amount of coins. */
  coins: Schema.String,
  /** How many times conditions were met, but the award was refused or suppressed. The keys are the tags of the errors. */
  refusals: Schema.Record({ key: Schema.String, value: Schema.Int }),
  /** The days with a payment, by the calendar of the rule's time zone. */
  days: Schema.Array(DayOfSimulation)
})
export type Simulation = typeof Simulation.Type
