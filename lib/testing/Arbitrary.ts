/** fast-check's arbitraries for commands and whole sequences. They compose with an adopter's own properties. */

import * as fc from "fast-check"
import { create, type Kind, kinds, onboard } from "./Arbitrary/calls.ts"
import type { Call, Command, CommandTag } from "./Command.ts"
import { Sequence } from "./Sequence.ts"

export { award, awardBody, transferBody } from "./Arbitrary/calls.ts"
export { names, rule, ruleChange, users } from "./Arbitrary/values.ts"

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

/** Jumps that end the same day, or a day, a month or a year later. */
const jumps = [1, 24, 27 * 24, 365 * 24]

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
  const travel = fc.record({ _tag: fc.constant("Travel" as const), hours: fc.constantFrom(...jumps) })
  return {
    Together: [{ weight: 8, arbitrary: together }],
    InTransaction: [{ weight: 2, arbitrary: inTransaction }],
    Travel: [{ weight: 2, arbitrary: travel }],
    Restart: [{ weight: 1, arbitrary: fc.constant({ _tag: "Restart" }) }]
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

/** A sequence starts by creating rules and members. Without them most of its awards would be refused. */
export const sequence = ({ length, ...options }: SequenceOptions): fc.Arbitrary<ReadonlyArray<Command>> => {
  const setup = Math.min(10, Math.floor(length / 4))
  const atHome: Array<fc.Arbitrary<Call>> = [create.map((call) => ({ ...call, partner: "home" }))]
  if (isWanted("Onboard", options)) atHome.push(onboard.map((call) => ({ ...call, partner: "home" })))
  const opening: fc.Arbitrary<Command> = adapted(fc.oneof(...atHome), options)
  const later = command(options)
  return new Sequence(Array.from({ length }, (_, index) => (index < setup ? opening : later)))
}
