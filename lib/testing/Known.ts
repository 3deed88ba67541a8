import type { Action } from "./Command.ts"
import * as Model from "./Model.ts"
import type { Ids, Observed } from "./Subject.ts"

/**
 * What the harness knows about a running sequence: the model's state, and the ids and answers that the subject
 * returned.
 */
export interface Known extends Ids {
  readonly state: Model.State
  /** The subject's answer for each event of the model's history. */
  readonly records: ReadonlyArray<string>
}

export const startingWith = (members: Model.State["members"]): Known => ({
  state: { ...Model.empty, members },
  rules: [],
  events: [],
  records: []
})

export interface Mismatch {
  readonly property: string
  readonly detail: string
}

export type Absorbed = { readonly known: Known; readonly changes: boolean } | Mismatch

export const isMismatch = (absorbed: Absorbed): absorbed is Mismatch => "property" in absorbed

/** The wording of an expected answer. */
export type Say = (answer: Model.Answer) => string

const mismatch = (
  say: Say,
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
    detail: `expected ${answer === undefined ? "no answer" : say(answer)}\n     got ${observed?.line ?? "no answer"}`
  }
}

/** Steps the model and compares its answers with the subject's. Returns the new knowledge, or the mismatch. */
export const absorb = (
  say: Say,
  known: Known,
  action: Action,
  observed: ReadonlyArray<Observed>,
  conflictsAllowed: boolean
): Absorbed => {
  // A subject may give up after repeated conflicts with other transactions. It then has written nothing, and the
  // model does not step.
  if (conflictsAllowed && observed.length === 1 && observed[0]?.conflict) return { known, changes: false }
  const { state, answers } = Model.step(known.state, action)
  const records = [...known.records]
  const events = [...known.events]
  for (let index = 0; index < Math.max(answers.length, observed.length); index++) {
    const [answer, real] = [answers[index], observed[index]]
    if (answer === undefined || real === undefined || say(answer) !== real.line) {
      return mismatch(say, action, answer, real)
    }
    if (answer.event === undefined) continue
    if (answer.replay && records[answer.event] !== real.record) {
      const detail = `first  ${records[answer.event]}\nreplay ${real.record}`
      return { property: "a replay answers the same", detail }
    }
    records[answer.event] = real.record ?? ""
    events[answer.event] = real.id ?? events[answer.event] ?? ""
  }
  const ruleId = observed[0]?.ruleId
  const isNew = state.rules.length > known.rules.length && ruleId !== undefined
  const rules = isNew ? [...known.rules, ruleId] : known.rules
  return { known: { state, rules, events, records }, changes: answers.some((answer) => answer.changes) }
}

export interface Race {
  readonly action: Action
  readonly observed: ReadonlyArray<Observed>
}

/** Enough for every order of eight calls that all write. The search gives up on larger groups that need more. */
const maxTries = 200_000

/**
 * Searches for a sequential order of the calls that explains their answers and leads to a state that `fits`. It tries
 * the order of arrival first and abandons an order at the first wrong answer, so it rarely needs more than one pass.
 */
export const someOrder = (
  say: Say,
  known: Known,
  races: ReadonlyArray<Race>,
  fits: (known: Known) => boolean
): Known | undefined => {
  let tries = 0
  const search = (from: Known, left: ReadonlyArray<Race>): Known | undefined => {
    if (left.length === 0) return fits(from) ? from : undefined
    tries += left.length
    if (tries > maxTries) return undefined
    const next = left.flatMap(({ action, observed }, index) => {
      const absorbed = absorb(say, from, action, observed, true)
      return isMismatch(absorbed) ? [] : [{ known: absorbed.known, left: left.toSpliced(index, 1) }]
    })
    // A call that changes nothing can come first without a difference for the others, so no other order is tried.
    const idle = next.find((each) => each.known.state === from.state)
    if (idle !== undefined) return search(idle.known, idle.left)
    for (const each of next) {
      const found = search(each.known, each.left)
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(known, races)
}
