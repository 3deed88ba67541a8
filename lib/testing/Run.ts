import { Clock, Effect } from "effect"
import type { Action, Call, Command } from "./Command.ts"
import type { Extra } from "./Extra.ts"
import { Violation, violation } from "./Failure.ts"
import * as Known from "./Known.ts"
import * as Model from "./Model.ts"
import { type Keyed, keyed, resolve } from "./resolve.ts"
import type { Perform, Reading, System, Trial } from "./Subject.ts"
import type { Tally } from "./Tally.ts"
import * as Text from "./Text.ts"

const holdsTheModel = "the subject holds what the model says"

const nothingRead: Reading = { lines: [], differences: () => [] }

const same = (before: Reading, after: Reading): boolean =>
  before.lines.length === after.lines.length &&
  before.lines.every((line, index) => line === after.lines[index])

const changedNothing = (before: Reading, after: Reading): Violation =>
  violation(
    "a refused or repeated command changes nothing",
    Text.compare(before.lines, after.lines).join("\n")
  )

/** What all sequences of a check share. */
export interface Bench<Tools> {
  readonly system: System<Tools>
  readonly extra: ReadonlyArray<Extra<Tools>>
}

/**
 * Runs one sequence against the subject. It keeps what is known so far and has a method for each kind of command.
 */
class Run<Tools> {
  known: Known.Known
  #sent: ReadonlyArray<Keyed> = []
  #before = nothingRead
  /** Events of which it is not known in which order they came. */
  readonly #unordered = new Set<number>()
  readonly #bench: Bench<Tools>
  readonly #trial: Trial<Tools>
  readonly #tally: Tally

  constructor(bench: Bench<Tools>, trial: Trial<Tools>, tally: Tally) {
    this.known = Known.startingWith(bench.system.members ?? [])
    this.#bench = bench
    this.#trial = trial
    this.#tally = tally
  }

  resolve(calls: ReadonlyArray<Call>, { state } = this.known): ReadonlyArray<Action> {
    const actions = calls.flatMap((call) => resolve(state, this.#sent, call, this.#unordered) ?? [])
    this.#sent = [...this.#sent, ...keyed(actions)]
    return actions
  }

  /** Checks that the subject equals the model or, if the step should not have written, that it did not change. */
  readonly settle = (changes: boolean) =>
    Effect.flatMap(this.#read(), (after) => {
      const before = this.#before
      this.#before = after
      if (!changes) return same(before, after) ? Effect.void : Effect.fail(changedNothing(before, after))
      const different = after.differences(this.known.state, this.known)
      return different.length === 0
        ? Effect.void
        : Effect.fail(violation(holdsTheModel, different.join("\n")))
    })

  #read() {
    return Effect.suspend(() => this.#trial.read)
  }

  /** Runs the calls one after the other. Returns the new knowledge; the caller decides whether to keep it. */
  readonly inOrder = (perform: Perform, calls: ReadonlyArray<Call>) =>
    Effect.gen(this, function* () {
      let known = this.known
      let changes = false
      for (const call of calls) {
        for (const action of this.resolve([call], known)) {
          const observed = yield* perform(action, known)
          this.#tally.count(observed)
          const absorbed = Known.absorb(this.#bench.system.say, known, action, observed, false)
          if (Known.isMismatch(absorbed)) return yield* violation(absorbed.property, absorbed.detail)
          known = absorbed.known
          changes ||= absorbed.changes
        }
      }
      return { known, changes }
    })

  readonly alone = (call: Call) =>
    Effect.gen(this, function* () {
      const { known, changes } = yield* this.inOrder(this.#trial.perform, [call])
      this.known = known
      yield* this.settle(changes)
    })

  readonly together = (calls: ReadonlyArray<Call>) =>
    Effect.gen(this, function* () {
      const actions = this.resolve(calls)
      const races = yield* Effect.forEach(
        this.#bench.system.tellsTerms ? actions : withoutRivals(actions),
        (action) => Effect.map(this.#trial.perform(action, this.known), (observed) => ({ action, observed })),
        { concurrency: "unbounded" }
      )
      for (const { observed } of races) this.#tally.count(observed)
      const after = yield* this.#read()
      const fits = (known: Known.Known) => after.differences(known.state, known).length === 0
      const known = Known.someOrder(this.#bench.system.say, this.known, races, fits)
      if (known === undefined) return yield* this.unexplained(races, after)
      if (known.state === this.known.state && !same(this.#before, after)) {
        return yield* changedNothing(this.#before, after)
      }
      if (!this.#bench.system.tellsOrder) this.#forgetOrder(known.state)
      this.known = known
      this.#before = after
    })

  /** Notes the new awards of which another order is possible. */
  #forgetOrder({ history }: Model.State): void {
    const made = history.slice(this.known.state.history.length)
    for (const [index, { kind, rule, user }] of made.entries()) {
      const alike = made.filter((event) => event.kind === kind && event.rule === rule && event.user === user)
      if (alike.length > 1) this.#unordered.add(this.known.state.history.length + index)
    }
  }

  /** Explains why no order fits a group of concurrent calls: because of the answers or because of what it holds. */
  unexplained(races: ReadonlyArray<Known.Race>, after: Reading): Violation {
    const answers = races.flatMap(({ observed }) => observed.map(({ line }) => line))
    const known = Known.someOrder(this.#bench.system.say, this.known, races, () => true)
    if (known === undefined) {
      const detail = ["no order explains these answers:", ...answers].join("\n")
      return violation("calls made at once answer as in some order, one at a time", detail)
    }
    if (known.state === this.known.state) return changedNothing(this.#before, after)
    return violation(holdsTheModel, [...answers, ...after.differences(known.state, known)].join("\n"))
  }

  readonly inTransaction = (calls: ReadonlyArray<Call>, commit: boolean) =>
    Effect.gen(this, function* () {
      if (this.#trial.transact === undefined) return yield* unable("host transactions")
      const done = yield* this.#trial.transact(
        (perform) => this.inOrder(perform, calls),
        commit ? "commit" : "roll back"
      )
      if (commit) this.known = done.known
      yield* this.settle(commit && done.changes)
    })

  readonly extra = (name: string, payload: unknown) =>
    Effect.gen(this, function* () {
      const command = this.#bench.extra.find((extra) => extra.name === name)
      if (command === undefined) return yield* unable(`the command "${name}"`)
      const { tools, partners } = this.#trial
      const { state, rules } = this.known
      yield* command.run(payload, { tools: tools(), partners, state, rules })
      yield* this.settle(true)
    })

  /** Runs a step at one moment of the subject's clock, which the model sees too. */
  #during<E>(step: Effect.Effect<void, E>): Effect.Effect<void, E> {
    const { clock } = this.#trial
    const setTime = Effect.map(Clock.currentTimeMillis, (real) => {
      this.known = { ...this.known, state: { ...this.known.state, now: clock?.now() ?? real } }
    })
    return this.#bench.system.during(Effect.zipRight(setTime, step))
  }

  /** Reads what is there before the first command, which must be nothing that the model does not know. */
  readonly begin = Effect.suspend(() => this.#during(this.settle(true)))

  readonly step = (command: Command): Effect.Effect<void, Violation> => {
    this.#tally.command(command)
    switch (command._tag) {
      case "Together":
        return this.#during(this.together(command.calls))
      case "InTransaction":
        return this.#during(this.inTransaction(command.calls, command.commit))
      // Another sequence may restart the system or move its clock next, so what follows is a step of its own.
      case "Restart":
        return Effect.zipRight(this.#trial.restart ?? unable("restarts"), this.#during(this.settle(false)))
      case "Travel": {
        const jump = this.#trial.clock?.travel((now) => arrival(now, command))
        return Effect.zipRight(jump ?? unable("jumps in time"), this.#during(this.settle(false)))
      }
      case "Extra":
        return this.#during(this.extra(command.name, command.payload))
      default:
        return this.#during(this.alone(command))
    }
  }
}

/** Without the second and later updates of a rule. */
const withoutRivals = (actions: ReadonlyArray<Action>): ReadonlyArray<Action> => {
  const updated = new Set<number>()
  return actions.filter((action) => {
    if (action._tag !== "UpdateRule") return true
    const isFirst = !updated.has(action.rule)
    updated.add(action.rule)
    return isFirst
  })
}

/** When a jump ends. */
const arrival = (now: number, { hours, edge }: Extract<Command, { readonly _tag: "Travel" }>): number => {
  const later = now + hours * 3_600_000
  if (edge === undefined) return later
  const { day, millis, timeZone } = edge
  const next = day === "next" ? Model.nextMidnight : Model.nextClockChange
  return next(timeZone, later) + millis
}

const unable = (what: string) => Effect.dieMessage(`the subject has no ${what}`)

/**
 * Runs one sequence with partners of its own, so that sequences can share a subject. It passes their ids to
 * `registered` first.
 */
export const runSequence = <Tools>(
  bench: Bench<Tools>,
  commands: ReadonlyArray<Command>,
  tally: Tally,
  registered: (partnerIds: ReadonlyArray<string>) => void
): Effect.Effect<void, Violation> =>
  Effect.scoped(
    Effect.gen(function* () {
      const trial = yield* bench.system.start
      registered(trial.partners)
      const run = new Run(bench, trial, tally)
      yield* run.begin
      for (const [index, command] of commands.entries()) {
        yield* run.step(command).pipe(
          Effect.catchAllDefect((defect) => violation("nothing dies", String(defect))),
          Effect.mapError(({ property, detail }) => new Violation({ property, detail, step: index + 1 }))
        )
      }
    })
  )
