// How servers send a large answer whose caller does not read. Runs on Bun and on Node.
import assert from "node:assert/strict"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { makeLargeAnswers } from "../../../lib/http/largeAnswer.ts"
import { makeDeadlines, makeRequestSlots } from "../../../lib/http/run.ts"
import { listen } from "../../../server/platform.ts"
import { afterAll, describe, it } from "../../support/effect.ts"

/** More than the operating system buffers. */
const size = 64 * 1024 ** 2
const text = "x".repeat(size)
const who = { partnerId: "shop", address: undefined }

const slots = makeRequestSlots({ whole: 1, partner: 1, address: 1 })
const limits = { whole: size, partner: size, address: size }
const largeAnswer = makeLargeAnswers({ limits, slots, deadlines: makeDeadlines(60_000) })
const server = await listen({ port: 0, hostname: "127.0.0.1", idleTimeout: 60, exactPaths: [] })
server.serve({
  exact: {},
  rest: () => {
    const large = largeAnswer(who, text)
    assert.ok(large !== undefined)
    return new Response(large.body, { headers: { "content-length": String(large.length) } })
  }
})
afterAll(server.stop)

const isHeld = (): boolean => slots.refusalOf(who) !== undefined
const released = async (): Promise<void> => {
  for (let tries = 0; isHeld(); tries++) {
    assert.ok(tries < 2000, "the slot was not released")
    await setTimeout(10)
  }
}

/** Reads the rest of an answer, also if the connection is reset. Returns the number of bytes. */
const restOf = (socket: Socket): Promise<number> =>
  new Promise((resolve) => {
    let received = 0
    socket.on("data", (chunk: Uint8Array) => {
      received += chunk.byteLength
    })
    socket.on("close", () => resolve(received))
    socket.resume()
  })

/** A caller that has received the first bytes of an answer, and reads no more. */
const open = async (): Promise<{ readonly socket: Socket; readonly first: number }> => {
  const socket = connect(server.port, "127.0.0.1")
  socket.on("error", () => {})
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
  const [chunk]: ReadonlyArray<Uint8Array> = await once(socket, "data")
  socket.pause()
  return { socket, first: chunk?.byteLength ?? 0 }
}

describe("a large answer over a socket", () => {
  it("holds its slot until its caller has read it", async () => {
    const { first, socket } = await open()
    assert.equal(isHeld(), true)
    const received = first + (await restOf(socket))
    assert.ok(received > size, `received ${received} bytes`)
    await released()
  })

  it("releases its slot when its caller disconnects", async () => {
    const { socket } = await open()
    assert.equal(isHeld(), true)
    socket.destroy()
    await released()
  })

  it("does not look complete to its caller when it is cut", async () => {
    const { first, socket } = await open()
    // Another answer needs all bytes.
    const other = largeAnswer(who, text)
    const received = first + (await restOf(socket))
    assert.ok(received < size, `received ${received} bytes`)
    await other?.body.cancel()
    await released()
  })
})
