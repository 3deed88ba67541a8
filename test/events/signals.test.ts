// Signals between processes: two services on one PostgreSQL database, each with connections of its own.
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/postgres.ts"
import { EventSignals } from "../../lib/events/EventSignals.ts"
import { PartnerId } from "../../lib/rewards/Id.ts"
import { Database } from "../../lib/sql/Database.ts"
import { describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { repeatUntil } from "../support/wait.ts"

const newIds = (count: number): ReadonlyArray<PartnerId> =>
  Array.from({ length: count }, () => PartnerId.make(randomUUID()))

/** Sent until both services listen. */
const hello = PartnerId.make(randomUUID())

/** A service, and the partners that its listener has heard of. */
const signalsOn = Effect.fnUntraced(function* (url: string) {
  const context = yield* Layer.build(
    EventSignals.layer.pipe(Layer.provide(Database.layer), Layer.provide(layer({ url })))
  )
  const signals = Context.get(context, EventSignals)
  const heard: Array<PartnerId> = []
  let greetings = 0
  yield* signals.listen((partnerId) => {
    if (partnerId === hello) greetings += 1
    else heard.push(partnerId)
  })
  return { greetings: () => greetings, heard, notify: signals.notify }
})

const two = Effect.gen(function* () {
  const url = yield* Effect.promise(migratedDatabase)
  const [one, other] = [yield* signalsOn(url), yield* signalsOn(url)]
  for (const [sender, receiver] of [
    [one, other],
    [other, one]
  ] as const) {
    const before = receiver.greetings()
    const greet = Effect.sync(() => sender.notify([hello]))
    yield* repeatUntil("a service that listens", greet, () => receiver.greetings() > before)
  }
  return [one, other] as const
})

const until = (what: string, holds: () => boolean) => repeatUntil(what, Effect.sync(holds), Boolean)

describe("signals of events, on PostgreSQL", () => {
  it.live("reach another process, however many partners there are", () =>
    Effect.gen(function* () {
      const [one, other] = yield* two
      const partners = newIds(300)
      one.notify(partners)
      assert.deepEqual(one.heard, partners)
      yield* until("all partners", () => other.heard.length >= 300)
      assert.deepEqual(other.heard.toSorted(), partners.toSorted())
    })
  )

  it.live("reach their own process once", () =>
    Effect.gen(function* () {
      const [one, other] = yield* two
      const [first, second] = [newIds(1), newIds(1)]
      one.notify(first)
      yield* until("the first partner", () => other.heard.length > 0)
      // A process gets messages in the order in which they were sent.
      other.notify(second)
      yield* until("the second partner", () => second.every((each) => one.heard.includes(each)))
      assert.deepEqual(one.heard, [...first, ...second])
    })
  )

  it.live("go on after one that PostgreSQL refuses", () =>
    Effect.gen(function* () {
      const [one, other] = yield* two
      one.notify([PartnerId.make("x".repeat(9000), { disableValidation: true })])
      const [partner] = newIds(1)
      assert.ok(partner)
      const again = Effect.sync(() => one.notify([partner]))
      yield* repeatUntil("a later signal", again, () => other.heard.includes(partner))
    })
  )
})
