import { type Context, Effect, Either } from "effect"
import { InvalidInput, parser } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import { onRealTime } from "../../sql/RealTime.ts"
import { now } from "../clock.ts"
import { RuleNotFound, SimulationTimeout } from "../Errors.ts"
import { assembleRules, readById } from "../rules/ruleRows.ts"
import { changedRule, newRule } from "./proposedRule.ts"
import { makeRecordedActivities } from "./recordedActivities.ts"
import { SimulatedRule } from "./SimulatedRule.ts"
import {
  checkSimulateRule,
  isChange,
  ofRule,
  parseNewRule,
  parseRuleChange,
  SimulateRule
} from "./Simulation.ts"
import { makeTurns } from "./turns.ts"

/**
 * The time limit of a simulation in seconds, including its wait for other simulations. HTTP requests with a shorter time-out have a shorter
 * limit.
 */
const seconds = 25

/**
 * Returns the length of the pause after a slice of activities, as a multiple of the time that the slice took. A simulation pauses after
 * each slice, so that other calls are served. On SQLite, a slice blocks the process for all of its time. On PostgreSQL, the process mostly
 * waits.
 */
const restOf = (database: Context.Tag.Service<Database>): number =>
  database.dialect.name === "sqlite" ? 2 : 0.5

const parse = parser(SimulateRule, checkSimulateRule)

/** Makes a pause that takes `rest` times as long as the time since the previous pause. */
const makePause = (rest: number) => {
  let started = performance.now()
  return Effect.suspend(() =>
    Effect.zipRight(
      Effect.sleep((performance.now() - started) * rest),
      Effect.sync(() => {
        started = performance.now()
      })
    )
  )
}

/** Implements `Rules.simulate`. It reads outside a transaction and writes nothing. */
export const makeSimulate = (database: Context.Tag.Service<Database>) => {
  const recorded = makeRecordedActivities(database)
  const inTurn = makeTurns()

  const ruleOf = Effect.fnUntraced(function* ({ partnerId, rule }: SimulateRule) {
    if (!isChange(rule)) return newRule(partnerId, yield* parseNewRule(rule), yield* now)
    const change = yield* parseRuleChange(rule)
    const [found] = assembleRules(yield* database.run(readById, [{ partnerId, id: change.id }]))
    return found === undefined ? yield* new RuleNotFound({ rule: change.id }) : changedRule(found, change)
  })

  const run = Effect.fnUntraced(function* (rule: SimulatedRule, { from, partnerId, to }: SimulateRule) {
    const recordings = { partnerId, types: rule.types, from, to }
    yield* recorded.check(recordings)
    const { readsAttributes, readsData } = rule
    const take = rule.add.bind(rule)
    yield* recorded.read(recordings, { readsAttributes, readsData, take, pause: makePause(restOf(database)) })
    return rule.result()
  })

  return Effect.fnUntraced(function* (input: unknown) {
    const command = yield* parse(input)
    const rule = yield* ruleOf(command)
    if (Either.isLeft(rule)) return yield* new InvalidInput({ faults: ofRule(rule.left) })
    const simulated = Effect.suspend(() => run(new SimulatedRule(rule.right), command))
    return yield* onRealTime(
      Effect.timeoutFail(inTurn(command.partnerId, simulated), {
        duration: seconds * 1000,
        onTimeout: () => new SimulationTimeout({ seconds })
      })
    )
  })
}
