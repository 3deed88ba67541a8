import assert from "node:assert/strict"
import { ConfigProvider, Context, Effect } from "effect"
import {
  type CheckOptions,
  check,
  extraCommand,
  fc,
  HarnessFailure,
  implementationSubject,
  Model,
  type Progress,
  type Report,
  showReport,
  urlSubject
} from "../../lib/entries/testing.ts"
import { Awards } from "../../lib/rewards/awards/Awards.ts"
import { Transfers } from "../../lib/rewards/transfers/Transfers.ts"
import { describe, it } from "../support/effect.ts"
import { engine } from "./own/Engine.ts"

const checkHere = <E, Tools>(options: CheckOptions<E, Tools>) =>
  Effect.withConfigProvider(
    check({ seed: 1, seeds: 5, commands: 30, shrinkFor: 180_000, ...options }),
    ConfigProvider.fromMap(new Map())
  )

const inMemory = urlSubject("sqlite::memory:")

const failureOf = <E, Tools>(options: CheckOptions<E, Tools>) =>
  Effect.map(Effect.flip(checkHere(options)), (failure) => {
    assert.ok(failure instanceof HarnessFailure, String(failure))
    return failure
  })

/** The members of the partner "home", each with the last event that changed its balance. */
/** The last moves of the members who were not merged. Those of merged members are listed with those of the other member. */
const lastMoves = ({ members, history }: Model.State) =>
  members
    .filter(({ partner }) => partner === "home")
    .map(({ user }) => history.filter((event) => event.partner === "home" && event.user === user))
    .filter((events) => !events.some(({ kind }) => kind === "merge" || kind === "merged"))
    .flatMap((events) => {
      const last = events.findLast((event) => Model.movedBy(event) !== 0)
      return last === undefined ? [] : [last]
    })

describe("extra commands", () => {
  const own = implementationSubject(() => engine())
  const tooLarge = extraCommand(own, {
    name: "spin the wheel",
    arbitrary: fc.integer({ min: 0, max: 1000 }),
    run: (number) => {
      if (number > 10) throw new Error(`${number} is above 10`)
    }
  })

  it.live("are reported by their name, shrink, and are replayed", () =>
    Effect.gen(function* () {
      const failure = yield* failureOf({ subject: own, extra: [tooLarge] })
      assert.equal(failure.property, 'the command "spin the wheel" succeeds')
      assert.equal(failure.detail, "11 is above 10")
      assert.deepEqual(failure.commands, ["spin the wheel 11"])
      const again = yield* failureOf({ subject: own, extra: [tooLarge], seed: failure.replay, shrinkFor: 0 })
      assert.deepEqual(again.commands, failure.commands)
    })
  )

  it.live("can be promises that reject, and get the implementation", () =>
    Effect.gen(function* () {
      const subject = implementationSubject(() => ({ ...engine(), colour: "green" }))
      const reject = extraCommand(subject, {
        name: "look at the colour",
        arbitrary: fc.constant(undefined),
        run: async (_, { tools }) => Promise.reject(new Error(tools.colour))
      })
      const failure = yield* failureOf({ subject, extra: [reject] })
      assert.deepEqual([failure.detail, failure.commands], ["green", ["look at the colour"]])
    })
  )

  it.live("must not change what the model knows", () =>
    Effect.gen(function* () {
      const secretly = extraCommand(inMemory, {
        name: "award in secret",
        weight: 20,
        arbitrary: fc.constantFrom("u1", "u2"),
        run: (userId, { tools, partners: [partnerId = ""] }) =>
          Effect.asVoid(
            Effect.ignore(Context.get(tools, Awards).award({ partnerId, userId, ruleName: "r1" }))
          )
      })
      const failure = yield* failureOf({ subject: inMemory, extra: [secretly] })
      assert.match(failure.property, /holds the same as the model/)
      assert.match(failure.commands.at(-1) ?? "", /^award in secret "u[12]"$/)
    })
  )
})

describe("jumps in time", () => {
  it.live("are seen by the library and the model alike", () =>
    Effect.gen(function* () {
      const sameTime = extraCommand(inMemory, {
        name: "compare the times",
        weight: 20,
        arbitrary: fc.constant(null),
        run: (_, { tools, state, partners: [partnerId = ""] }) =>
          Effect.forEach(
            lastMoves(state),
            ({ at, user }) =>
              Effect.map(
                Context.get(tools, Transfers).statement({ partnerId, userId: user, limit: 1 }),
                ([entry]) => assert.equal(entry?.createdAt.getTime(), at)
              ),
            { discard: true }
          )
      })
      const report = yield* checkHere({ subject: inMemory, extra: [sameTime] })
      assert.ok(report.jumps > 0 && report.extra > 0)
    })
  )

  it.live("reach an implementation that has a clock", () =>
    Effect.gen(function* () {
      const make = () => {
        const inner = engine()
        const setClock = (now: number): void => {
          own.now = now
          inner.setClock?.(now)
        }
        const own = { ...inner, now: 0, setClock }
        return own
      }
      const subject = implementationSubject(make)
      const sameTime = extraCommand(subject, {
        name: "compare the times",
        arbitrary: fc.constant(null),
        run: (_, { tools, state }) => assert.equal(tools.now, state.now)
      })
      const report = yield* checkHere({ subject, extra: [sameTime] })
      assert.ok(report.jumps > 0 && report.extra > 0)
    })
  )
})

describe("progress", () => {
  it.live("is reported after every sequence", () =>
    Effect.gen(function* () {
      const reported: Array<Progress> = []
      yield* checkHere({
        subject: implementationSubject(() => engine()),
        seeds: 3,
        onProgress: (progress) => void reported.push(progress)
      })
      assert.deepEqual(
        reported.map(({ commands, finished, sequences }) => [finished, sequences, commands]),
        [
          [1, 3, 30],
          [2, 3, 60],
          [3, 3, 90]
        ]
      )
    })
  )
})

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/** Asserts that every command and every answer of the report is counted exactly once. */
const addsUp = (report: Report): void => {
  const { accepted, conflicts, extra, groups, jumps, replayed, restarts, single, sweeps, transactions } =
    report
  assert.equal(report.commands, single + groups + transactions + restarts + sweeps + jumps + extra)
  const refused = sum(Object.values(report.refused))
  assert.equal(report.answers, accepted + replayed + conflicts + refused)
  const [, commands = "", answers = "", ...reasons] = showReport(report).split("\n")
  const numbersIn = (line: string) => Array.from(line.matchAll(/\d+/g), Number)
  assert.equal(sum(numbersIn(commands)), report.commands, commands)
  const [total, ...parts] = numbersIn(answers)
  assert.deepEqual([total, sum(parts)], [report.answers, report.answers], answers)
  assert.equal(sum(reasons.map((line) => Number(/\d+$/.exec(line)?.[0]))), refused)
}

describe("the counts of a report", () => {
  it.live("add up, with host transactions and extra commands", () =>
    Effect.gen(function* () {
      const idle = extraCommand(inMemory, { name: "wait", arbitrary: fc.constant(null), run: () => {} })
      const report = yield* checkHere({ subject: inMemory, extra: [idle] })
      assert.equal(report.commands, 150)
      assert.ok(report.transactions > 0 && report.extra > 0 && report.replayed > 0)
      addsUp(report)
    })
  )

  it.live("add up if reasons are ignored, and refusals are still counted as refused", () =>
    Effect.gen(function* () {
      const subject = implementationSubject(() => engine(), { reasons: "ignored" })
      const report = yield* checkHere({ subject })
      const compared = yield* checkHere({ subject: implementationSubject(() => engine()) })
      addsUp(report)
      assert.equal(report.accepted, compared.accepted)
      assert.deepEqual(report.refused, { "reason ignored": sum(Object.values(compared.refused)) })
    })
  )
})

describe("a failure says what an implementation must return", () => {
  it.live("if undefined is expected as a balance, as points or as the number of participants", () =>
    Effect.gen(function* () {
      const make = () => {
        const inner = engine()
        return {
          ...inner,
          balance: async (user: string) => (await inner.balance(user)) ?? 0,
          points: async (user: string) => (await inner.points?.(user)) ?? 0,
          participants: async (rule: string) => (await inner.participants?.(rule)) ?? 0
        }
      }
      const { message } = yield* failureOf({ subject: implementationSubject(make) })
      assert.match(
        message,
        /^does not hold before the first command: the subject holds the same as the model\n/
      )
      assert.match(message, /hint: balance must return undefined for a user that is not a member: u1/)
      assert.match(message, /hint: points must return undefined for a user that is not a member: u1/)
      assert.match(message, /hint: participants must return undefined if there is no such rule: /)
    })
  )

  it.live("if a method returns nothing", () =>
    Effect.gen(function* () {
      const award = () => JSON.parse("{}").nothing
      const subject = implementationSubject(() => ({ ...engine(), award }))
      const { message } = yield* failureOf({ subject })
      assert.match(
        message,
        /got returned undefined: a method returns \{ ok: true, … \} or \{ ok: false, reason \}/
      )
    })
  )
})
