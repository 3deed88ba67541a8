import assert from "node:assert/strict"
import { Effect, Either, Stream } from "effect"
import { makeEventStreams } from "../../lib/http/eventStream.ts"
import { makeListTurns } from "../../lib/http/listTurns.ts"
import { describe, it } from "../support/effect.ts"
import { eventually } from "../support/wait.ts"
import { openWorld } from "../support/world.ts"

describe("a stream of server-sent events", () => {
  it("waits while its reader does not read, and goes on when it does", async () => {
    const world = await openWorld()
    const runtime = await world.run(Effect.runtime())
    const streams = makeEventStreams(runtime, makeListTurns())
    let made = 0
    const texts = Effect.sync(() => {
      made += 1
      return "x".repeat(1024)
    })
    // Other work runs between two texts, so that a stream that does not wait fails the test instead of blocking it.
    const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    const stream = Stream.repeatEffect(Effect.zipLeft(texts, turn))
    const requester = { partnerId: "shop", address: undefined }
    const opened = streams.open({ stream, revoked: Effect.never }, requester, {})
    const reader = Either.getOrThrow(opened).body?.getReader()
    assert.ok(reader)
    // 16 KiB wait for the reader, and a few more texts are on their way.
    await eventually(
      "the first texts",
      () => made,
      (count) => count >= 16
    )
    for (let turns = 0; turns < 200; turns++) await Effect.runPromise(turn)
    assert.ok(made < 100, `${made}`)
    const before = made
    for (let read = 0; read < 100; read++) await reader.read()
    await eventually(
      "more texts",
      () => made,
      (count) => count > before + 50
    )
    await reader.cancel()
    await world.close()
  })
})
