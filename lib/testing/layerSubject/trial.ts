import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Data, Effect } from "effect"
import { Partners } from "../../rewards/partners/Partners.ts"
import { unknownId } from "../bodies.ts"
import { type Violation, violation } from "../Failure.ts"
import type { Perform, Reading, Trial } from "../Subject.ts"
import * as Text from "../Text.ts"
import { difference } from "./difference.ts"
import { invariants } from "./invariants.ts"
import { type Names, perform } from "./perform.ts"
import * as Scores from "./Scores.ts"
import type { Session, Writer } from "./Session.ts"
import * as Snapshot from "./Snapshot.ts"

type PartnerIds = Names["partners"]

/** Writers take turns, so that a different writer reads what the last one wrote. */
const turns = <E>(session: Session<E>) => {
  let turn = 0
  const current = (): Writer => {
    const writers = session.writers()
    const writer = writers[turn % writers.length]
    if (writer === undefined) throw new Error("the harness needs at least one writer")
    return writer
  }
  const next = (): Writer => {
    const writer = current()
    turn += 1
    return writer
  }
  return { current, next }
}

/** Reads the tables and the boards and checks the invariants, unless the same rows were read and checked before. */
const reader = (writer: () => Writer, partners: PartnerIds): Effect.Effect<Reading, Violation> => {
  let checked: Snapshot.Snapshot = Snapshot.none
  let reading: Reading = { lines: [], differences: () => [] }
  let turn = 0
  const isChecked = ({ lines }: Snapshot.Snapshot) =>
    lines.length > 0 &&
    lines.length === checked.lines.length &&
    lines.every((line, index) => line === checked.lines[index])
  return Effect.gen(function* () {
    const snapshot = yield* Snapshot.take(writer(), partners)
    if (isChecked(snapshot)) return reading
    const wrong = invariants(snapshot)
    if (wrong !== undefined) return yield* wrong
    turn += 1
    const scores = (yield* Effect.forEach(["home", "away"] as const, (partner) =>
      Scores.read(writer(), snapshot, partner, partners[partner], turn)
    )).flat()
    const shown = Scores.lines(scores)
    checked = snapshot
    reading = {
      lines: [...snapshot.lines, ...shown],
      differences: (state, ids) => [
        ...difference(snapshot, { partners, ...ids }, state),
        ...Text.compare(Scores.expected(scores, state), shown)
      ]
    }
    return reading
  })
}

/** Whether a reopened database still has the sequence's partner. */
const stillThere = (writer: Writer, partnerId: string): Effect.Effect<void, Violation> =>
  Context.get(writer, Partners)
    .get({ partnerId })
    .pipe(
      Effect.mapError((error) =>
        error._tag === "PartnerNotFound"
          ? violation(
              "what was committed survives a restart",
              'the reopened database is empty: for one that lives with its client, as ":memory:" does, pass restart: "services"'
            )
          : violation("the database opens again after a restart", error.message)
      )
    )

/** Carries a result out of a transaction that is rolled back. */
class RolledBack<A> extends Data.TaggedError("RolledBack")<{ readonly result: A }> {}

const inTransaction = <A>(
  writer: Writer,
  body: Effect.Effect<A, Violation>,
  end: "commit" | "roll back"
): Effect.Effect<A, Violation> =>
  Effect.flatMap(body, (result) =>
    end === "commit" ? Effect.succeed(result) : Effect.fail(new RolledBack({ result }))
  ).pipe(
    Context.get(writer, SqlClient.SqlClient).withTransaction,
    Effect.catchTags({
      RolledBack: ({ result }) => Effect.succeed(result),
      SqlError: (error) => Effect.fail(violation("the host's transaction commits", String(error)))
    })
  )

/** Registers two partners in the database. */
export const start = <E>(session: Session<E>): Effect.Effect<Trial<Writer>> =>
  Effect.gen(function* () {
    yield* session.rewind
    const writers = turns(session)
    const register = Effect.suspend(() =>
      Effect.orDie(Context.get(writers.current(), Partners).register({ name: "harness" }))
    )
    const [home, away] = yield* session.during(Effect.all([register, register]))
    const partners = { home: home.id, away: away.id, unregistered: unknownId }
    const performBy =
      (writer: () => Writer): Perform =>
      (action, ids) =>
        Effect.suspend(() => perform(writer(), { partners, ...ids }, action))
    return {
      partners: [home.id, away.id],
      tools: writers.current,
      perform: performBy(writers.next),
      read: reader(writers.current, partners),
      transact: (body, end) =>
        Effect.suspend(() => {
          const writer = writers.next()
          return inTransaction(writer, body(performBy(() => writer)), end)
        }),
      clock: { now: session.now, travel: session.travel },
      restart: session.restart.pipe(
        Effect.mapError((error) => violation("the database opens again after a restart", String(error))),
        Effect.zipRight(session.during(Effect.suspend(() => stillThere(writers.next(), home.id))))
      )
    }
  })
