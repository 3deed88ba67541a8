import assert from "node:assert/strict"
import { setImmediate } from "node:timers/promises"
import { Effect, Either, Stream } from "effect"
import { makeEventStreams, type StreamOptions } from "../../lib/http/eventStream.ts"
import type { Services, StreamAnswer } from "../../lib/http/handle.ts"
import { makeListTurns } from "../../lib/http/listTurns.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { eventually, soon } from "../support/wait.ts"
import { openWorld } from "../support/world.ts"

const world = await openWorld()
afterAll(world.close)

const open = async (options: StreamOptions = {}) =>
  makeEventStreams(await world.run(Effect.runtime<Services>()), makeListTurns(), {
    heartbeat: 3_600_000,
    ...options
  })
type Streams = Awaited<ReturnType<typeof open>>

const revoked: Effect.Effect<void> = Effect.never
const endless: StreamAnswer = { stream: Stream.never, revoked }

const outcomeOf = (streams: Streams, partnerId: string, answer = endless) => {
  const opened = streams.open(answer, { partnerId, address: undefined }, {})
  return Either.getOrElse(opened, ({ _tag }) => _tag)
}

const opened = (streams: Streams, partnerId: string, answer = endless): Response => {
  const response = outcomeOf(streams, partnerId, answer)
  return response instanceof Response ? response : assert.fail(response)
}

describe("an event stream", () => {
  it("that is closed ends at its source, and gives its place back once", async () => {
    const streams = await open({ max: 2 })
    let ended = 0
    const source = {
      revoked,
      stream: Stream.ensuring(
        Stream.never,
        Effect.sync(() => (ended += 1))
      )
    }
    const [first, second] = [opened(streams, "one", source), opened(streams, "two", source)]
    assert.equal(outcomeOf(streams, "three"), "Overloaded")
    await first.body?.cancel()
    await eventually(
      "the end of the source",
      () => ended,
      (count) => count === 1
    )
    const third = opened(streams, "three", source)
    assert.equal(outcomeOf(streams, "four"), "Overloaded")
    for (const { body } of [second, third]) await body?.cancel()
    await eventually(
      "the end of the other sources",
      () => ended,
      (count) => count === 3
    )
  })

  it("reads its source only as far as its reader reads, and a little more", async () => {
    const streams = await open()
    const text = "x".repeat(1000)
    let read = 0
    const counted = Stream.tap(Stream.take(Stream.repeatValue(text), 1000), () =>
      Effect.sync(() => (read += 1))
    )
    const { body } = opened(streams, "one", { revoked, stream: Stream.rechunk(counted, 1) })
    const reader = body?.getReader() ?? assert.fail("there is no body")
    const settled = async () => {
      let before = -1
      while (before !== read) {
        before = read
        for (let turn = 0; turn < 20; turn++) await setImmediate()
      }
      return read
    }
    assert.ok((await settled()) < 100, `${read} parts were read although nobody reads`)
    let size = 0
    for (;;) {
      const { done, value } = await soon("the rest of the stream", reader.read())
      if (done) break
      size += value.byteLength
    }
    assert.equal(size, 1000 * text.length)
  })

  it("ends with its token and with the service, which then opens no other", async () => {
    const streams = await open()
    const byToken = opened(streams, "one", { stream: Stream.never, revoked: Effect.void })
    assert.equal(await soon("the end of the first stream", byToken.text()), "")
    const byService = opened(streams, "one")
    streams.end()
    assert.equal(await soon("the end of the second stream", byService.text()), "")
    await soon("the end of all streams", streams.ended)
    assert.equal(outcomeOf(streams, "two"), "Overloaded")
  })

  it("sends a comment while nothing happens", async () => {
    const streams = await open({ heartbeat: 1 })
    const reader = opened(streams, "one").body?.getReader() ?? assert.fail("there is no body")
    for (let count = 0; count < 2; count++) {
      const { value } = await soon("a comment", reader.read())
      assert.equal(new TextDecoder().decode(value), ":\n\n")
    }
    await reader.cancel()
  })
})
