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
import { type Report, sum, Violation, violation } from "./Report.ts"
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

const kindOf = ({ _tag }: HarnessCommand) => {
  switch (_tag) {
    case "Together":
      return "groups"
    case "InTransaction":
      return "transactions"
    case "Restart":
      return "restarts"
    case "Sweep":
      return "sweeps"
    case "Travel":
      return "jumps"
    case "Extra":
      return "extra"
    default:
      return "single"
  }
}

/** Counts commands and answers for the report. Each is counted once, under its kind. The totals are sums of these counts. */
export class RunCounts {
  readonly #commands = { single: 0, groups: 0, transactions: 0, restarts: 0, sweeps: 0, jumps: 0, extra: 0 }
  readonly #answers = { accepted: 0, replayed: 0, conflicts: 0 }
  readonly #refused: Record<string, number> = {}

  countCommand(command: HarnessCommand): void {
    this.#commands[kindOf(command)] += 1
  }

  countAnswers(observed: ReadonlyArray<Observed>): void {
    for (const { line, conflict, replayed } of observed) {
      const reason = /^refused(?:: (.+?))?(?: |$)/.exec(line)
      if (conflict) this.#answers.conflicts += 1
      else if (reason !== null) {
        // The answers of some subjects do not have the reason of a refusal.
        const name = reason[1] ?? "reason ignored"
        this.#refused[name] = (this.#refused[name] ?? 0) + 1
      } else if (replayed) this.#answers.replayed += 1
      else this.#answers.accepted += 1
    }
  }

  get commands(): number {
    return sum(this.#commands)
  }

  report(): Omit<Report, "seed" | "sequences" | "millis"> {
    const refused = Object.fromEntries(
      Object.entries(this.#refused).toSorted(([one], [other]) => (one < other ? -1 : 1))
    )
    const answers = sum(this.#answers) + sum(refused)
    return { commands: this.commands, ...this.#commands, answers, ...this.#answers, refused }
  }
}

const equalsModel = "the subject holds the same as the model"

const unwantedChange = (before: Contents, after: Contents): Violation =>
  violation(
    "a refused or repeated command changes nothing",
    compareLines(before.lines, after.lines).join("\n")
  )

const unsupported = (what: string) => Effect.dieMessage(`the subject does not support ${what}`)

/** Keeps only the first update of each rule. */
const withoutRivalUpdates = (calls: ReadonlyArray<ResolvedCall>): ReadonlyArray<ResolvedCall> => {
  const updated = new Set<number>()
  return calls.filter((call) => {
    if (call._tag !== "UpdateRule") return true
    const isFirst = !updated.has(call.rule)
    updated.add(call.rule)
    return isFirst
  })
}

const arrival = (
  state: Model.State,
  now: number,
  { hours, edge }: Extract<HarnessCommand, { readonly _tag: "Travel" }>
): number => {
  const later = now + hours * 3_600_000
  if (edge === undefined) return later
  const due = edge.day === "due" ? Model.nextDue(state, later - edge.millis) : undefined
  if (due !== undefined) return due + edge.millis
  const next = edge.day === "clock change" ? Model.nextClockChange : Model.nextMidnight
  return next(edge.timeZone, later) + edge.millis
}

/** The open subject and the extra commands, which all sequences of a check share. */
export interface Bench<Tools> {
  readonly system: System<Tools>
  readonly extra: ReadonlyArray<ExtraCommand<Tools>>
}

/** `begin` is the first check of a sequence. `step` runs one command and then checks the subject. */
const makeRun = <Tools>({ extra, system }: Bench<Tools>, trial: Trial<Tools>, counts: RunCounts) => {
  const { say } = system
  let current = startingWith(system.members ?? [])
  let sent: ReadonlyArray<KeyedCall> = []
  let before: Contents = { lines: [], differences: () => [] }
  /** Whether coins have matured or expired since `before` was read. */
  let cameDue = false
  /** The indexes of events that the subject may have written in a different order than the model. */
  const unordered = new Set<number>()

  const resolveAll = (calls: ReadonlyArray<Call>, { state }: RunState): ReadonlyArray<ResolvedCall> => {
    const resolved = calls.flatMap((call) => resolve(state, sent, call, unordered) ?? [])
    sent = [...sent, ...keyedCalls(resolved)]
    return resolved
  }

  /**
   * If `changes` is true, or if coins have matured or expired, checks that the subject equals the model. Otherwise checks that the subject
   * did not change.
   */
  const settle = Effect.fnUntraced(function* (changes: boolean) {
    const earlier = before
    before = yield* trial.read
    if (changes || cameDue) {
      const different = before.differences(current.state, current)
      if (different.length > 0) return yield* violation(equalsModel, different.join("\n"))
    } else if (!sameLines(earlier.lines, before.lines)) {
      return yield* unwantedChange(earlier, before)
    }
  })

  /** Runs the calls one after the other. Returns the model's new state, and does not change `current`. */
  const inOrder = Effect.fnUntraced(function* (perform: Perform, calls: ReadonlyArray<Call>) {
    let run = current
    let changes = false
    for (const each of calls) {
      for (const call of resolveAll([each], run)) {
        const observed = yield* perform(call, run)
        counts.countAnswers(observed)
        const compared = compareAnswers(say, run, { call, observed }, false)
        if (!("run" in compared)) return yield* compared
        run = compared.run
        changes ||= compared.changes
      }
    }
    return { run, changes }
  })

  const alone = Effect.fnUntraced(function* (call: Call) {
    const { run, changes } = yield* inOrder(trial.perform, [call])
    current = run
    yield* settle(changes)
  })

  /** Returns the violation if no order of the concurrent calls explains both their answers and the subject's contents. */
  const unexplained = (calls: ReadonlyArray<PerformedCall>, after: Contents): Violation => {
    const answers = calls.flatMap(({ observed }) => observed.map(({ line }) => line))
    const run = findOrder(say, current, calls, () => true)
    if (run === undefined) {
      const detail = ["no order explains these answers:", ...answers].join("\n")
      return violation("concurrent calls answer as if they ran one at a time, in some order", detail)
    }
    if (run.state === current.state && !cameDue) return unwantedChange(before, after)
    return violation(equalsModel, [...answers, ...after.differences(run.state, run)].join("\n"))
  }

  /**
   * Adds new events to `unordered` if they agree in kind, rule and user, or if they take coins of the same wallet. The subject does not
   * show the order of such events, so it does not show which coins each of them took.
   */
  const forgetOrder = ({ history }: Model.State): void => {
    const first = current.state.history.length
    const added = history.slice(first)
    const takes = (event: Model.Event) => Model.movedBy(event) < 0
    const isAlike = (one: Model.Event, other: Model.Event) =>
      one.user === other.user &&
      ((one.kind === other.kind && one.rule === other.rule) || (takes(one) && takes(other)))
    for (const [index, event] of added.entries()) {
      const alike = added.filter((each) => isAlike(event, each))
      if (alike.length > 1) unordered.add(first + index)
    }
  }

  const together = Effect.fnUntraced(function* (group: ReadonlyArray<Call>) {
    const resolved = resolveAll(group, current)
    const calls = yield* Effect.forEach(
      system.tellsTerms ? resolved : withoutRivalUpdates(resolved),
      (call) => Effect.map(trial.perform(call, current), (observed) => ({ call, observed })),
      { concurrency: "unbounded" }
    )
    for (const { observed } of calls) counts.countAnswers(observed)
    const after = yield* trial.read
    const run = findOrder(say, current, calls, (found) => after.differences(found.state, found).length === 0)
    if (run === undefined) return yield* unexplained(calls, after)
    const isUnchanged = run.state === current.state
    if (isUnchanged && !cameDue && !sameLines(before.lines, after.lines)) {
      return yield* unwantedChange(before, after)
    }
    if (!system.tellsOrder) forgetOrder(run.state)
    current = run
    before = after
  })

  const inTransaction = Effect.fnUntraced(function* (calls: ReadonlyArray<Call>, commit: boolean) {
    if (trial.transact === undefined) return yield* unsupported("host transactions")
    const end = commit ? "commit" : "roll back"
    const { run, changes } = yield* trial.transact((perform) => inOrder(perform, calls), end)
    if (commit) current = run
    yield* settle(commit && changes)
  })

  const runExtra = Effect.fnUntraced(function* (name: string, payload: unknown) {
    const command = extra.find((each) => each.name === name)
    if (command === undefined) return yield* unsupported(`the command "${name}"`)
    const { state, rules } = current
    yield* command.run(payload, { tools: trial.tools(), partners: trial.partners, state, rules })
    yield* settle(true)
  })

  const setTime = Effect.map(Clock.currentTimeMillis, (real) => {
    const { history } = current.state
    const state = Model.passTime(current.state, trial.clock?.now() ?? real)
    current = { ...current, state }
    cameDue = state.history.length > history.length
  })

  /**
   * Advances the model to the time of the subject's clock, then runs a step. Uses the real time if the harness cannot set the subject's
   * clock.
   */
  const during = <E>(step: Effect.Effect<void, E>) => system.during(Effect.zipRight(setTime, step))

  const step = (command: HarnessCommand): Effect.Effect<void, Violation> => {
    counts.countCommand(command)
    switch (command._tag) {
      case "Together":
        return during(together(command.calls))
      case "InTransaction":
        return during(inTransaction(command.calls, command.commit))
      // A restart, a sweep or a jump waits until no step runs in `during`. So it must not run in `during` itself.
      case "Restart":
        return Effect.zipRight(trial.restart ?? unsupported("restarts"), during(settle(false)))
      case "Sweep":
        return Effect.zipRight(trial.sweep ?? unsupported("sweeps"), during(settle(false)))
      case "Travel": {
        const jump = trial.clock?.travel((now) => arrival(current.state, now, command))
        return Effect.zipRight(jump ?? unsupported("jumps in time"), during(settle(false)))
      }
      case "Extra":
        return during(runExtra(command.name, command.payload))
      default:
        return during(alone(command))
    }
  }

  return { begin: during(settle(true)), step }
}

/** Runs one sequence with its own partners, so that sequences can share a subject. First passes the partners' ids to `registered`. */
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
      const { begin, step } = makeRun(bench, trial, counts)
      yield* begin
      for (const [index, command] of commands.entries()) {
        yield* step(command).pipe(
          Effect.catchAllDefect((defect) => violation("no command throws", String(defect))),
          Effect.mapError(({ property, detail }) => new Violation({ property, detail, step: index + 1 }))
        )
      }
    })
  )
