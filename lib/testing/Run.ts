import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Effect } from "effect"
import { Partners } from "../rewards/partners/Partners.ts"
import type { Action, Call, Command } from "./Command.ts"
import { difference } from "./difference.ts"
import { Violation, violation } from "./Failure.ts"
import { invariants } from "./invariants.ts"
import * as Known from "./Known.ts"
import { type Names, perform, unknownId } from "./perform.ts"
import { keyed, resolve } from "./resolve.ts"
import type { Session, Writer } from "./Session.ts"
import * as Snapshot from "./Snapshot.ts"
import type { Tally } from "./Tally.ts"

const holdsTheModel = "the tables hold what the model says"

const changedNothing = (before: Snapshot.Snapshot, after: Snapshot.Snapshot): Violation =>
  violation("a refused or repeated command changes nothing", Snapshot.changes(before, after).join("\n"))

/**
 * Runs one sequence against the database. It keeps what is known so far and has a method for each kind of command.
 */
class Run<E> {
  known = Known.nothing
  #sent: ReadonlyArray<Extract<Action, { readonly _tag: "Award" | "Transfer" }>> = []
  #before = Snapshot.none
  #turn = 0
  readonly #session: Session<E>
  readonly #partners: Names["partners"]
  readonly #tally: Tally

  constructor(session: Session<E>, partners: Names["partners"], tally: Tally) {
    this.#session = session
    this.#partners = partners
    this.#tally = tally
  }

  get names(): Names {
    return { partners: this.#partners, rules: this.known.rules }
  }

  /**
   * The writer whose turn it is. Reading does not use up the turn, so a different writer reads what the last one
   * wrote.
   */
  reader(): Writer {
    const writers = this.#session.writers()
    const writer = writers[this.#turn % writers.length]
    if (writer === undefined) throw new Error("the harness needs at least one writer")
    return writer
  }

  writer(): Writer {
    const writer = this.reader()
    this.#turn += 1
    return writer
  }

  resolve(calls: ReadonlyArray<Call>): ReadonlyArray<Action> {
    const actions = calls.flatMap((call) => resolve(this.known.state, this.#sent, call) ?? [])
    this.#sent = [...this.#sent, ...keyed(actions)]
    return actions
  }

  /** Reads the tables and checks the invariants. */
  readonly look = Effect.suspend(() => Snapshot.take(this.reader(), this.names)).pipe(
    Effect.flatMap((after) => {
      // Unchanged tables were checked after the previous step.
      const wrong = Snapshot.same(this.#before, after) ? undefined : invariants(after)
      return wrong === undefined ? Effect.succeed(after) : Effect.fail(wrong)
    })
  )

  /** Checks that the tables equal the model or, if the step should not have written, that they did not change. */
  readonly settle = (changes: boolean) =>
    Effect.flatMap(this.look, (after) => {
      const before = this.#before
      this.#before = after
      if (!changes) {
        return Snapshot.same(before, after) ? Effect.void : Effect.fail(changedNothing(before, after))
      }
      const different = difference(after, this.names, this.known.state)
      return different.length === 0
        ? Effect.void
        : Effect.fail(violation(holdsTheModel, different.join("\n")))
    })

  /** Runs the actions one after the other. Returns the new knowledge; the caller decides whether to keep it. */
  readonly inOrder = (writer: Writer, actions: ReadonlyArray<Action>) =>
    Effect.gen(this, function* () {
      let known = this.known
      let changes = false
      for (const action of actions) {
        const observed = yield* perform(writer, { ...this.names, rules: known.rules }, action)
        this.#tally.count(observed)
        const absorbed = Known.absorb(known, action, observed, false)
        if (Known.isMismatch(absorbed)) return yield* violation(absorbed.property, absorbed.detail)
        known = absorbed.known
        changes ||= absorbed.changes
      }
      return { known, changes }
    })

  readonly alone = (call: Call) =>
    Effect.gen(this, function* () {
      const { known, changes } = yield* this.inOrder(this.writer(), this.resolve([call]))
      this.known = known
      yield* this.settle(changes)
    })

  readonly together = (calls: ReadonlyArray<Call>) =>
    Effect.gen(this, function* () {
      const actions = this.resolve(calls)
      const races = yield* Effect.forEach(
        actions.map((action) => ({ action, writer: this.writer() })),
        ({ action, writer }) =>
          Effect.map(perform(writer, this.names, action), (observed) => ({ action, observed })),
        { concurrency: "unbounded" }
      )
      for (const { observed } of races) this.#tally.count(observed)
      const after = yield* this.look
      const fits = (known: Known.Known) =>
        difference(after, { ...this.names, rules: known.rules }, known.state).length === 0
      const known = Known.someOrder(this.known, races, fits)
      if (known === undefined) return yield* this.unexplained(races, after)
      if (known.state === this.known.state && !Snapshot.same(this.#before, after)) {
        return yield* changedNothing(this.#before, after)
      }
      this.known = known
      this.#before = after
    })

  /** Explains why no order fits a group of concurrent calls: because of the answers or because of the tables. */
  unexplained(races: ReadonlyArray<Known.Race>, after: Snapshot.Snapshot): Violation {
    const answers = races.flatMap(({ observed }) => observed.map(({ line }) => line))
    const known = Known.someOrder(this.known, races, () => true)
    if (known === undefined) {
      const detail = ["no order explains these answers:", ...answers].join("\n")
      return violation("calls made at once answer as in some order, one at a time", detail)
    }
    if (known.state === this.known.state) return changedNothing(this.#before, after)
    const different = difference(after, { ...this.names, rules: known.rules }, known.state)
    return violation(holdsTheModel, [...answers, ...different].join("\n"))
  }

  readonly inTransaction = (calls: ReadonlyArray<Call>, commit: boolean) =>
    Effect.gen(this, function* () {
      const writer = this.writer()
      const body = this.inOrder(writer, this.resolve(calls))
      const rolledBack = { _tag: "RolledBack" } as const
      const result = yield* Effect.flatMap(body, (done) => {
        return commit ? Effect.succeed(done) : Effect.fail(rolledBack)
      }).pipe(
        Context.get(writer, SqlClient.SqlClient).withTransaction,
        Effect.catchTags({
          RolledBack: () => Effect.succeed({ known: this.known, changes: false }),
          SqlError: (error) => Effect.fail(violation("the host's transaction commits", String(error)))
        })
      )
      this.known = result.known
      yield* this.settle(result.changes)
    })

  readonly reopened = Effect.suspend(() =>
    Context.get(this.writer(), Partners).get({ partnerId: this.#partners.home })
  ).pipe(
    Effect.mapError((error) =>
      error._tag === "PartnerNotFound"
        ? violation(
            "what was committed survives a restart",
            'the reopened database is empty: for one that lives with its client, as ":memory:" does, pass restart: "services"'
          )
        : violation("the database opens again after a restart", error.message)
    )
  )

  readonly restart = Effect.suspend(() => this.#session.restart).pipe(
    Effect.mapError((error) => violation("the database opens again after a restart", String(error))),
    // Another sequence may restart next, so this check runs as a step of its own.
    Effect.zipRight(this.#sessionStep(Effect.zipRight(this.reopened, this.settle(false))))
  )

  #sessionStep<A, E2>(effect: Effect.Effect<A, E2>): Effect.Effect<A, E2> {
    return Effect.suspend(() => this.#session.during(effect))
  }

  readonly step = (command: Command): Effect.Effect<void, Violation> => {
    this.#tally.command(command)
    switch (command._tag) {
      case "Together":
        return this.#sessionStep(this.together(command.calls))
      case "InTransaction":
        return this.#sessionStep(this.inTransaction(command.calls, command.commit))
      case "Restart":
        return this.restart
      default:
        return this.#sessionStep(this.alone(command))
    }
  }
}

/**
 * Runs one sequence with partners of its own, so that sequences can share a database. It passes their ids to
 * `registered` first.
 */
export const runSequence = <E>(
  session: Session<E>,
  commands: ReadonlyArray<Command>,
  tally: Tally,
  registered: (partnerIds: ReadonlyArray<string>) => void
): Effect.Effect<void, Violation> =>
  Effect.gen(function* () {
    const register = Effect.suspend(() => {
      const [writer] = session.writers()
      return writer === undefined
        ? Effect.dieMessage("the harness needs at least one writer")
        : Effect.orDie(Context.get(writer, Partners).register({ name: "harness" }))
    })
    const partners = session.during(Effect.all([register, register]))
    const [home, away] = yield* partners
    registered([home.id, away.id])
    const run = new Run(session, { home: home.id, away: away.id, unregistered: unknownId }, tally)
    for (const [index, command] of commands.entries()) {
      yield* run.step(command).pipe(
        Effect.catchAllDefect((defect) => violation("nothing dies", String(defect))),
        Effect.mapError(({ property, detail }) => new Violation({ property, detail, step: index + 1 }))
      )
    }
  })
