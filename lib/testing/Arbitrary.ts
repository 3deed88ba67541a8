/** fast-check's arbitraries for commands and whole sequences. They compose with an adopter's own properties. */

import * as fc from "fast-check"
import { create, type Kind, kinds, onboard } from "./Arbitrary/calls.ts"
import { timeZones, users } from "./Arbitrary/values.ts"
import type { Call, Command, CommandTag, Edge, RuleDraft } from "./Command.ts"
import * as Model from "./Model.ts"
import { Sequence } from "./Sequence.ts"

export { award, awardBody, transferBody } from "./Arbitrary/calls.ts"
export { names, rule, ruleChange, timeZones, users } from "./Arbitrary/values.ts"

export interface ExtraArbitrary {
  readonly name: string
  /** How often it is generated; an award has 24. */
  readonly weight: number
  readonly arbitrary: fc.Arbitrary<unknown>
}

export interface CommandOptions {
  /** The kinds of commands to generate; all of them by default. */
  readonly only?: ReadonlySet<CommandTag> | undefined
  /** Changes calls into those that a subject can express, such as calls without idempotency keys. */
  readonly adapt?: ((call: Call) => Call) | undefined
  /** Commands of an adopter's own. */
  readonly extra?: ReadonlyArray<ExtraArbitrary> | undefined
}

export interface SequenceOptions extends CommandOptions {
  readonly length: number
}

type Choices<A> = ReadonlyArray<fc.WeightedArbitrary<A>>

/** Jumps that end the same day, on another day in some time zones alone, or a day, a week, a month or a year later. */
const jumps = [1, 5, 13, 24, 7 * 24, 27 * 24, 365 * 24]

/** Jumps to the last moment of a day or the first of the next. Some of these days have 23 or 25 hours. */
const edge: fc.Arbitrary<Edge> = fc.record({
  timeZone: fc.constantFrom(...timeZones),
  day: fc.constantFrom<Edge["day"]>("next", "next", "clock change"),
  millis: fc.constantFrom<Edge["millis"]>(0, -1)
})

const travel = fc.record({
  _tag: fc.constant("Travel" as const),
  hours: fc.constantFrom(0, ...jumps),
  edge: fc.option(edge, { nil: undefined, freq: 2 })
})

const adapted = (arbitrary: fc.Arbitrary<Call>, { adapt }: CommandOptions): fc.Arbitrary<Call> =>
  adapt === undefined ? arbitrary : arbitrary.map(adapt)

/** The calls that are asked for, by how often they are generated in this place. */
const callsIn = (place: keyof Omit<Kind, "arbitrary">, options: CommandOptions): Choices<Call> =>
  Object.entries(kinds).flatMap(([tag, kind]) => {
    const wanted = kind[place] > 0 && isWanted(tag, options)
    return wanted ? [{ weight: kind[place], arbitrary: adapted(kind.arbitrary, options) }] : []
  })

const isWanted = (tag: string, { only }: CommandOptions): boolean =>
  only === undefined || Array.from<string>(only).includes(tag)

const groups = (
  options: CommandOptions
): Readonly<Record<Exclude<CommandTag, Call["_tag"]>, Choices<Command>>> => {
  const calls = (place: "together" | "inTransaction", least: number, most: number) => {
    const call = fc.oneof(...callsIn(place, options))
    return new Sequence(
      Array.from({ length: most }, () => call),
      least
    )
  }
  // A group of which shrinking has left one call is that call.
  const together = calls("together", 2, 8).map((calls): Command => {
    const [first, second] = calls
    return first !== undefined && second === undefined ? first : { _tag: "Together", calls }
  })
  const inTransaction = fc.record({
    _tag: fc.constant("InTransaction" as const),
    calls: calls("inTransaction", 1, 3),
    commit: fc.boolean()
  })
  return {
    Together: [{ weight: 8, arbitrary: together }],
    InTransaction: [{ weight: 2, arbitrary: inTransaction }],
    Travel: [{ weight: 8, arbitrary: travel }],
    Restart: [{ weight: 2, arbitrary: fc.constant({ _tag: "Restart" }) }]
  }
}

/** One call, as it is generated outside of groups. */
export const call = (options: CommandOptions = {}): fc.Arbitrary<Call> =>
  fc.oneof(...callsIn("alone", options))

/** One command: a call, a group of calls, a restart, a jump in time, or a command of the adopter's own. */
export const command = (options: CommandOptions = {}): fc.Arbitrary<Command> => {
  const groupsWanted = Object.entries(groups(options)).flatMap(([tag, choices]) =>
    isWanted(tag, options) ? choices : []
  )
  const extra = (options.extra ?? []).map(({ name, weight, arbitrary }) => ({
    weight,
    arbitrary: arbitrary.map((payload): Command => ({ _tag: "Extra", name, payload }))
  }))
  return fc.oneof<Array<fc.WeightedArbitrary<Command>>>(
    ...callsIn("alone", options),
    ...groupsWanted,
    ...extra
  )
}

const isSound = (call: Extract<Call, { readonly _tag: "CreateRule" }>): boolean =>
  Model.step(Model.empty, call).state.rules.length > 0

/** Only the last of the first rules has sub-rules, so that these names are free. */
const named = (name: string, rule: RuleDraft): RuleDraft => {
  if (rule.type !== "combined" || name === "r3") return { ...rule, name }
  return { ...rule, name, type: name === "r1" ? "single" : "batched", parts: [] }
}

/** The calls that a sequence starts with: rules of different names, and members. */
const opening = (options: CommandOptions): ReadonlyArray<fc.Arbitrary<Command>> => {
  const rules = ["r1", "r2", "r3"].map((name) =>
    create
      .map(({ rule, ...call }) => ({ ...call, partner: "home" as const, rule: named(name, rule) }))
      .filter((call) => isSound(call) && (name !== "r3" || call.rule.type === "combined"))
  )
  const members = users.map((user) => onboard.map((call): Call => ({ ...call, partner: "home", user })))
  const both = rules.flatMap((rule, index) => [rule, ...members.slice(index, index + 1)])
  const calls = isWanted("Onboard", options) ? [...both, ...members.slice(rules.length)] : rules
  return calls.map((call) => adapted(call, options))
}

/** A sequence starts by creating rules and members. Without them most of its awards would be refused. */
export const sequence = ({ length, ...options }: SequenceOptions): fc.Arbitrary<ReadonlyArray<Command>> => {
  const first = opening(options).slice(0, Math.floor(length / 4))
  const later = command(options)
  return new Sequence(Array.from({ length }, (_, index) => first[index] ?? later))
}
