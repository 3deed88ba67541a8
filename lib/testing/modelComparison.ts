/** Compares the answers of a subject with the model's answers. */

import type { ResolvedCall } from "./HarnessCommand.ts"
import * as Model from "./Model.ts"
import { type Violation, violation } from "./Report.ts"
import type { Observed, SubjectIds } from "./Subject.ts"

/** The model's state during a sequence, and the ids and answers that the subject returned. */
export interface RunState extends SubjectIds {
  readonly state: Model.State
  /** The subject's answer for each event of the model's history. */
  readonly records: ReadonlyArray<string>
}

export const startingWith = (members: Model.State["members"]): RunState => ({
  state: { ...Model.empty, members },
  rules: [],
  events: [],
  records: []
})

/** Formats an expected answer. */
type Say = (answer: Model.Answer) => string

export interface PerformedCall {
  readonly call: ResolvedCall
  readonly observed: ReadonlyArray<Observed>
}

const sameReplay = "a replay returns the first answer"

const wrongAnswer = (
  say: Say,
  { _tag }: ResolvedCall,
  answer: Model.Answer | undefined,
  observed: Observed | undefined
): Violation => {
  const isBatch = _tag === "AwardMany" || _tag === "RecordMany"
  const property = isBatch ? "a batch answers like its items one at a time" : "the answer is the model's"
  const expected = answer === undefined ? "no answer" : say(answer)
  return violation(
    answer?.replay ? sameReplay : property,
    `expected ${expected}\n     got ${observed?.line ?? "no answer"}`
  )
}

/** Runs a call in the model, and compares the model's answers with the subject's. Returns the new state, or the violation. */
export const compareAnswers = (
  say: Say,
  run: RunState,
  { call, observed }: PerformedCall,
  conflictsAllowed: boolean
): { readonly run: RunState; readonly changes: boolean } | Violation => {
  // After a conflict with other transactions, the call has written nothing, so the model stays unchanged.
  if (conflictsAllowed && observed.length === 1 && observed[0]?.conflict) return { run, changes: false }
  const { state, answers } = Model.step(run.state, call)
  const records = [...run.records]
  const events = [...run.events]
  for (let index = 0; index < Math.max(answers.length, observed.length); index++) {
    const [answer, actual] = [answers[index], observed[index]]
    if (answer === undefined || actual === undefined || say(answer) !== actual.line) {
      return wrongAnswer(say, call, answer, actual)
    }
    if (answer.event === undefined) continue
    if (answer.replay && answer.erased !== true && records[answer.event] !== actual.record) {
      return violation(sameReplay, `first  ${records[answer.event]}\nreplay ${actual.record}`)
    }
    if (answer.erased !== true) records[answer.event] = actual.record ?? ""
    events[answer.event] = actual.id ?? events[answer.event] ?? ""
    if (answer.replay) continue
    const { awards = [] } = answer
    if (actual.awards !== undefined && actual.awards.length !== awards.length) {
      const counts = `expected ${awards.length} awards\n     got ${actual.awards.length}`
      return violation("an activity makes the awards of its answer", counts)
    }
    for (const [position, award] of awards.entries()) {
      records[award] = ""
      events[award] = actual.awards?.[position] ?? ""
    }
  }
  const ruleId = observed[0]?.ruleId
  const isNew = state.rules.length > run.rules.length && ruleId !== undefined
  const rules = isNew ? [...run.rules, ruleId] : run.rules
  return { run: { state, rules, events, records }, changes: answers.some((answer) => answer.changes) }
}

/** The maximum number of calls that one search runs in the model. This is enough to try every order of eight calls. */
const maxTries = 200_000

/**
 * Searches for an order of the calls in which the model gives the same answers, and ends in a state for which `fits` is true. Returns the
 * run in this order; undefined if no order was found within `maxTries` calls.
 */
export const findOrder = (
  say: Say,
  run: RunState,
  calls: ReadonlyArray<PerformedCall>,
  fits: (run: RunState) => boolean
): RunState | undefined => {
  let tries = 0
  const search = (from: RunState, left: ReadonlyArray<PerformedCall>): RunState | undefined => {
    if (left.length === 0) return fits(from) ? from : undefined
    tries += left.length
    if (tries > maxTries) return undefined
    const next = left.flatMap((call, index) => {
      const compared = compareAnswers(say, from, call, true)
      return "run" in compared ? [{ run: compared.run, left: left.toSpliced(index, 1) }] : []
    })
    // A call that changes nothing does not affect the other calls. So it can come first, and no other first call is tried.
    const idle = next.find((each) => each.run.state === from.state)
    if (idle !== undefined) return search(idle.run, idle.left)
    for (const each of next) {
      const found = search(each.run, each.left)
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(run, calls)
}
