import { Clock, Effect } from "effect"
import type { ExtraCommand } from "./extraCommand.ts"
import type { Call, HarnessCommand, ResolvedCall } from "./HarnessCommand.ts"
import * as Model from "./Model.ts"
import {
  compareAnswers,
  findOrder,
  type PerformedCall,
  type RunState,
  startingWith
} from "./modelComparison.ts"
import { Violation, violation } from "./Report.ts"
import { type KeyedCall, keyedCalls, resolve } from "./resolveCall.ts"
import {
  type Contents,
  compareLines,
  type Observed,
  type Perform,
  type System,
  sameLines,
  type Trial
} from "./Subject.ts"

/** Counts commands and answers, so that a report shows how often each limit was reached. */
export class RunCounts {
  commands = 0
  accepted = 0
  replayed = 0
  conflicts = 0
  restarts = 0
  groups = 0
  jumps = 0
  extra = 0
  readonly refused = new Map<string, number>()

  command({ _tag }: HarnessCommand): void {
    this.commands += 1
    if (_tag === "Restart") this.restarts += 1
    if (_tag === "Together") this.groups += 1
    if (_tag === "Travel") this.jumps += 1
    if (_tag === "Extra") this.extra += 1
  }

  answers(observed: ReadonlyArray<Observed>): void {
    for (const { line, conflict, replayed } of observed) {
      const reason = /^refused: (.+?)(?: |$)/.exec(line)?.[1]
      if (conflict) this.conflicts += 1
      else if (reason !== undefined) this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1)
      else if (replayed) this.replayed += 1
      else this.accepted += 1
    }
  }
}

const equalsModel = "the subject holds the same as the model"

const unwantedChange = (before: Contents, after: Contents): Violation =>
  violation(
    "a refused or repeated command changes nothing",
    compareLines(before.lines, after.lines).join("\n")
  )

const unsupported = (what: string) => Effect.dieMessage(`the subject does not support ${what}`)

/** Leaves one update of each rule. */
const withoutRivalUpdates = (calls: ReadonlyArray<ResolvedCall>): ReadonlyArray<ResolvedCall> => {
  const updated = new Set<number>()
  return calls.filter((call) => {
    if (call._tag !== "UpdateRule") return true
    const isFirst = !updated.has(call.rule)
    updated.add(call.rule)
    return isFirst
  })
}

/** When a jump in time ends. */
const arrival = (
  now: number,
  { hours, edge }: Extract<HarnessCommand, { readonly _tag: "Travel" }>
): number => {
  const later = now + hours * 3_600_000
  if (edge === undefined) return later
  const next = edge.day === "next" ? Model.nextMidnight : Model.nextClockChange
  return next(edge.timeZone, later) + edge.millis
}

/** What all sequences of a check share. */
export interface Bench<Tools> {
  readonly system: System<Tools>
  readonly extra: ReadonlyArray<ExtraCommand<Tools>>
}

/** Runs one sequence against the subject. It has a method for each kind of command. */
class SequenceRun<Tools> {
  #run: RunState
  #sent: ReadonlyArray<KeyedCall> = []
  #before: Contents = { lines: [], differences: () => [] }
  /** Events whose order is unknown. */
  readonly #unordered = new Set<number>()
  readonly #bench: Bench<Tools>
  readonly #trial: Trial<Tools>
  readonly #counts: RunCounts

  constructor(bench: Bench<Tools>, trial: Trial<Tools>, counts: RunCounts) {
    this.#run = startingWith(bench.system.members ?? [])
    this.#bench = bench
    this.#trial = trial
    this.#counts = counts
  }

  #resolve(calls: ReadonlyArray<Call>, { state }: RunState): ReadonlyArray<ResolvedCall> {
    const resolved = calls.flatMap((call) => resolve(state, this.#sent, call, this.#unordered) ?? [])
    this.#sent = [...this.#sent, ...keyedCalls(resolved)]
    return resolved
  }

  readonly #read = Effect.suspend(() => this.#trial.read)

  /** Checks that the subject equals the model or, if the step should not have written, that it did not change. */
  #settle(changes: boolean) {
    return Effect.flatMap(this.#read, (after) => {
      const before = this.#before
      this.#before = after
      if (!changes)
        return sameLines(before.lines, after.lines) ? Effect.void : Effect.fail(unwantedChange(before, after))
      const different = after.differences(this.#run.state, this.#run)
      return different.length === 0 ? Effect.void : Effect.fail(violation(equalsModel, different.join("\n")))
    })
  }

  /** Runs the calls one after the other. Returns the new state; the caller decides whether it applies. */
  #inOrder(perform: Perform, calls: ReadonlyArray<Call>) {
    return Effect.gen(this, function* () {
      let run = this.#run
      let changes = false
      for (const each of calls) {
        for (const call of this.#resolve([each], run)) {
          const observed = yield* perform(call, run)
          this.#counts.answers(observed)
          const compared = compareAnswers(this.#bench.system.say, run, { call, observed }, false)
          if (!("run" in compared)) return yield* compared
          run = compared.run
          changes ||= compared.changes
        }
      }
      return { run, changes }
    })
  }

  #alone(call: Call) {
    return Effect.gen(this, function* () {
      const { run, changes } = yield* this.#inOrder(this.#trial.perform, [call])
      this.#run = run
      yield* this.#settle(changes)
    })
  }

  #together(group: ReadonlyArray<Call>) {
    return Effect.gen(this, function* () {
      const { say, tellsOrder, tellsTerms } = this.#bench.system
      const resolved = this.#resolve(group, this.#run)
      const calls = yield* Effect.forEach(
        tellsTerms ? resolved : withoutRivalUpdates(resolved),
        (call) => Effect.map(this.#trial.perform(call, this.#run), (observed) => ({ call, observed })),
        { concurrency: "unbounded" }
      )
      for (const { observed } of calls) this.#counts.answers(observed)
      const after = yield* this.#read
      const fits = (run: RunState) => after.differences(run.state, run).length === 0
      const run = findOrder(say, this.#run, calls, fits)
      if (run === undefined) return yield* this.#unexplained(calls, after)
      if (run.state === this.#run.state && !sameLines(this.#before.lines, after.lines)) {
        return yield* unwantedChange(this.#before, after)
      }
      if (!tellsOrder) this.#forgetOrder(run.state)
      this.#run = run
      this.#before = after
    })
  }

  /** Notes the new awards that may have come in another order. */
  #forgetOrder({ history }: Model.State): void {
    const first = this.#run.state.history.length
    const added = history.slice(first)
    for (const [index, { kind, rule, user }] of added.entries()) {
      const alike = added.filter((event) => event.kind === kind && event.rule === rule && event.user === user)
      if (alike.length > 1) this.#unordered.add(first + index)
    }
  }

  /** Finds out why no order fits: because of the answers, or because of the subject's contents. */
  #unexplained(calls: ReadonlyArray<PerformedCall>, after: Contents): Violation {
    const answers = calls.flatMap(({ observed }) => observed.map(({ line }) => line))
    const run = findOrder(this.#bench.system.say, this.#run, calls, () => true)
    if (run === undefined) {
      const detail = ["no order explains these answers:", ...answers].join("\n")
      return violation("concurrent calls answer as in some order, one at a time", detail)
    }
    if (run.state === this.#run.state) return unwantedChange(this.#before, after)
    return violation(equalsModel, [...answers, ...after.differences(run.state, run)].join("\n"))
  }

  #inTransaction(calls: ReadonlyArray<Call>, commit: boolean) {
    return Effect.gen(this, function* () {
      if (this.#trial.transact === undefined) return yield* unsupported("host transactions")
      const { run, changes } = yield* this.#trial.transact(
        (perform) => this.#inOrder(perform, calls),
        commit ? "commit" : "roll back"
      )
      if (commit) this.#run = run
      yield* this.#settle(commit && changes)
    })
  }

  #extra(name: string, payload: unknown) {
    return Effect.gen(this, function* () {
      const command = this.#bench.extra.find((extra) => extra.name === name)
      if (command === undefined) return yield* unsupported(`the command "${name}"`)
      const { tools, partners } = this.#trial
      const { state, rules } = this.#run
      yield* command.run(payload, { tools: tools(), partners, state, rules })
      yield* this.#settle(true)
    })
  }

  /** Runs a step at one time of the subject's clock, which is also the model's. */
  #during<E>(step: Effect.Effect<void, E>): Effect.Effect<void, E> {
    const { clock } = this.#trial
    const setTime = Effect.map(Clock.currentTimeMillis, (real) => {
      this.#run = { ...this.#run, state: { ...this.#run.state, now: clock?.now() ?? real } }
    })
    return this.#bench.system.during(Effect.zipRight(setTime, step))
  }

  /** Checks that the subject holds nothing that the model does not know before the first command. */
  readonly begin = Effect.suspend(() => this.#during(this.#settle(true)))

  step(command: HarnessCommand): Effect.Effect<void, Violation> {
    this.#counts.command(command)
    switch (command._tag) {
      case "Together":
        return this.#during(this.#together(command.calls))
      case "InTransaction":
        return this.#during(this.#inTransaction(command.calls, command.commit))
      // Another sequence may restart the system or move its clock in between, so the check is a step of its own.
      case "Restart":
        return Effect.zipRight(
          this.#trial.restart ?? unsupported("restarts"),
          this.#during(this.#settle(false))
        )
      case "Travel": {
        const jump = this.#trial.clock?.travel((now) => arrival(now, command))
        return Effect.zipRight(jump ?? unsupported("jumps in time"), this.#during(this.#settle(false)))
      }
      case "Extra":
        return this.#during(this.#extra(command.name, command.payload))
      default:
        return this.#during(this.#alone(command))
    }
  }
}

/**
 * Runs one sequence with its own partners, so that sequences can share a subject. It passes their ids to `registered`
 * first.
 */
export const runSequence = <Tools>(
  bench: Bench<Tools>,
  commands: ReadonlyArray<HarnessCommand>,
  counts: RunCounts,
  registered: (partnerIds: ReadonlyArray<string>) => void
): Effect.Effect<void, Violation> =>
  Effect.scoped(
    Effect.gen(function* () {
      const trial = yield* bench.system.start
      registered(trial.partners)
      const run = new SequenceRun(bench, trial, counts)
      yield* run.begin
      for (const [index, command] of commands.entries()) {
        yield* run.step(command).pipe(
          Effect.catchAllDefect((defect) => violation("no command throws", String(defect))),
          Effect.mapError(({ property, detail }) => new Violation({ property, detail, step: index + 1 }))
        )
      }
    })
  )
