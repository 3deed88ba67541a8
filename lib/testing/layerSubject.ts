import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Data, Effect } from "effect"
import { type InvalidInput, layerFromUrl, Partners, Rewards } from "../index.ts"
import { type CommandTag, callTags } from "./HarnessCommand.ts"
import { perform } from "./layerSubject/calls.ts"
import { contentsReader } from "./layerSubject/contents.ts"
import {
  type LibraryOptions,
  type OpenError,
  type OpenLibrary,
  openLibrary,
  type WriterContext
} from "./layerSubject/library.ts"
import { answerText } from "./ModelOutcome.ts"
import { type Violation, violation } from "./Report.ts"
import { unknownId } from "./requestFields.ts"
import type { Perform, Subject, Trial } from "./Subject.ts"

export type { LibraryOptions, OpenError, WriterContext } from "./layerSubject/library.ts"

export type LayerOptions = Partial<Omit<LibraryOptions<never>, "layer">>

const commands = new Set<CommandTag>([
  ...callTags,
  ...(["Together", "InTransaction", "Restart", "Sweep", "Travel"] as const)
])

/** Lets writers (instances of the services) take turns. `current` returns the writer whose turn it is. `next` also ends the turn. */
const takeTurns = <E>(library: OpenLibrary<E>) => {
  let turn = 0
  const current = (): WriterContext => {
    const writer = library.writers().at(turn % library.writers().length)
    if (writer === undefined) throw new Error("the harness needs at least one writer")
    return writer
  }
  const next = (): WriterContext => {
    const writer = current()
    turn += 1
    return writer
  }
  return { current, next }
}

const stillThere = (writer: WriterContext, partnerId: string): Effect.Effect<void, Violation> =>
  Context.get(writer, Partners)
    .get({ partnerId })
    .pipe(
      Effect.mapError((error) =>
        error._tag === "PartnerNotFound"
          ? violation(
              "committed data survives a restart",
              'the reopened database is empty. If it exists only as long as its client, as ":memory:" does, pass restart: "services"'
            )
          : violation("the database opens again after a restart", error.message)
      )
    )

/** The error that rolls a transaction back. It carries the result of the transaction's body. */
class RolledBack<A> extends Data.TaggedError("RolledBack")<{ readonly result: A }> {}

const inTransaction = <A>(
  writer: WriterContext,
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

const start = Effect.fnUntraced(function* <E>(library: OpenLibrary<E>) {
  yield* library.rewind
  const writers = takeTurns(library)
  const register = Effect.suspend(() =>
    Effect.orDie(Context.get(writers.current(), Partners).register({ name: "harness" }))
  )
  const [home, away] = yield* library.during(Effect.all([register, register]))
  const partners = { home: home.id, away: away.id, unregistered: unknownId }
  const known = { partners, firstIds: new Map<string, string>() }
  const performBy =
    (writer: () => WriterContext): Perform =>
    (call, ids) =>
      Effect.suspend(() => perform(writer(), { ...known, ...ids }, call))
  const trial: Trial<WriterContext> = {
    partners: [home.id, away.id],
    tools: writers.current,
    perform: performBy(writers.next),
    read: contentsReader(writers.current, known),
    transact: (body, end) =>
      Effect.suspend(() => {
        const writer = writers.next()
        return inTransaction(writer, body(performBy(() => writer)), end)
      }),
    sweep: library.sweep,
    clock: { now: library.now, travel: library.travel },
    restart: library.restart.pipe(
      Effect.mapError((error) => violation("the database opens again after a restart", String(error))),
      Effect.zipRight(library.during(Effect.suspend(() => stillThere(writers.next(), home.id))))
    )
  }
  return trial
})

const audit = <E>(library: OpenLibrary<E>) =>
  Effect.gen(function* () {
    const [writer] = library.writers()
    const divergences = writer === undefined ? [] : yield* Effect.provide(Rewards.verify(), writer)
    const lineOf = ({ partnerId: _, ...divergence }: (typeof divergences)[number]): string => {
      const fields = Object.entries(divergence).map(([name, value]) => `${name} ${value}`)
      return `verify: ${fields.join(", ")}`
    }
    const byPartner = Map.groupBy(divergences, ({ partnerId }) => partnerId)
    return new Map<string, string>(Array.from(byPartner, ([id, own]) => [id, own.map(lineOf).join("\n")]))
  }).pipe(Effect.orDie)

/**
 * Tests the library on the database of a `SqlClient` layer. After every step, the rows of the partners of the running sequence of commands
 * are compared with the model. The audit calls `Rewards.verify`. `layer` is called for every client that is opened. All clients must
 * connect to the same database. Extra commands get the services and the client of one writer.
 */
export const layerSubject = <E>(
  layer: LibraryOptions<E>["layer"],
  { restart = "client", writers = 1 }: LayerOptions = {}
): Subject<OpenError<E>, WriterContext> => ({
  open: (users) =>
    Effect.map(openLibrary({ layer, restart, writers }, users), (library) => ({
      commands,
      tellsOrder: true,
      tellsTerms: true,
      say: answerText,
      start: start(library),
      during: library.during,
      audit: audit(library)
    }))
})

/**
 * Tests the library on the database that a URL names: `sqlite:./data/harness.db`, `sqlite::memory:` or `postgres://…`. For
 * `sqlite::memory:` the default of `restart` is "services".
 */
export const urlSubject = (
  url: string,
  options: LayerOptions = {}
): Subject<OpenError<SqlError | InvalidInput>, WriterContext> =>
  layerSubject(() => layerFromUrl(url), {
    restart: /^sqlite:(\/\/)?:memory:/.test(url) ? "services" : "client",
    ...options
  })
