import type { Action } from "./Command.ts"
import * as Model from "./Model.ts"
import type { Observed } from "./observe.ts"

/** What the harness knows of a sequence so far: the model, and what the library gave it to remember. */
export interface Known {
  readonly state: Model.State
  /** The real id of each of the model's rules. */
  readonly rules: ReadonlyArray<string>
  /** The real answer behind each event of the model's history. */
  readonly records: ReadonlyArray<string>
}

export const nothing: Known = { state: Model.empty, rules: [], records: [] }

export interface Mismatch {
  readonly property: string
  readonly detail: string
}

export type Absorbed = { readonly known: Known; readonly changes: boolean } | Mismatch

export const isMismatch = (absorbed: Absorbed): absorbed is Mismatch => "property" in absorbed

const mismatch = (
  action: Action,
  answer: Model.Answer | undefined,
  observed: Observed | undefined
): Mismatch => {
  const property = answer?.replay
    ? "a replay answers the same"
    : action._tag === "AwardMany"
      ? "a batch answers as its awards would one at a time"
      : "an answer is the model's"
  return {
    property,
    detail: `expected ${answer?.line ?? "no answer"}\n     got ${observed?.line ?? "no answer"}`
  }
}

/** Steps the model and holds its answers against the real ones; afterwards the real ids and records are known too. */
export const absorb = (
  known: Known,
  action: Action,
  observed: ReadonlyArray<Observed>,
  conflictsAllowed: boolean
): Absorbed => {
  // A conflict that outlasted every retry is an honest refusal: nothing was written, for reasons the model cannot know.
  if (conflictsAllowed && observed.length === 1 && observed[0]?.conflict) return { known, changes: false }
  const { state, answers } = Model.step(known.state, action)
  const records = [...known.records]
  for (let index = 0; index < Math.max(answers.length, observed.length); index++) {
    const [answer, real] = [answers[index], observed[index]]
    if (answer === undefined || answer.line !== real?.line) return mismatch(action, answer, real)
    if (answer.event === undefined) continue
    if (answer.replay && records[answer.event] !== real.record) {
      const detail = `first  ${records[answer.event]}\nreplay ${real.record}`
      return { property: "a replay answers the same", detail }
    }
    records[answer.event] = real.record ?? ""
  }
  const ruleId = observed[0]?.ruleId
  const isNew = state.rules.length > known.rules.length && ruleId !== undefined
  const rules = isNew ? [...known.rules, ruleId] : known.rules
  return { known: { state, rules, records }, changes: answers.some((answer) => answer.changes) }
}

export interface Race {
  readonly action: Action
  readonly observed: ReadonlyArray<Observed>
}

/** Enough for every order of eight calls; a larger group that needs more has no order that is worth waiting for. */
const maxTries = 200_000

/**
 * Looks for an order in which the calls, one at a time, would have answered as they did and led to a state that `fits`.
 * The order of arrival comes first, and a call whose answer does not fit ends its branch, so this is rarely more than one
 * pass.
 */
export const someOrder = (
  known: Known,
  races: ReadonlyArray<Race>,
  fits: (known: Known) => boolean
): Known | undefined => {
  let tries = 0
  const search = (from: Known, left: ReadonlyArray<Race>): Known | undefined => {
    if (left.length === 0) return fits(from) ? from : undefined
    for (const [index, { action, observed }] of left.entries()) {
      if (++tries > maxTries) return undefined
      const next = absorb(from, action, observed, true)
      const found = isMismatch(next) ? undefined : search(next.known, left.toSpliced(index, 1))
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(known, races)
}
