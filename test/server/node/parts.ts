// What servers do when a caller disconnects, or does not read a large answer. Runs on Bun and on Node.
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

/** The signals of the requests to `/waits`, in their order. */
const signals: Array<AbortSignal> = []
/** Answers the last request to `/waits`. */
let end = () => {}

server.serve({
  exact: {},
  rest: ({ signal, url }) => {
    if (url.endsWith("/waits")) {
      signals.push(signal)
      return new Promise((resolve) => {
        end = () => resolve(new Response("done"))
      })
    }
    const large = largeAnswer(who, text)
    assert.ok(large !== undefined)
    return new Response(large.body, { headers: { "content-length": String(large.length) } })
  }
})
afterAll(server.stop)

/** Waits until a condition is true. `failure` says what is wrong if it never is. */
const until = async (isTrue: () => boolean, failure: string): Promise<void> => {
  for (let tries = 0; !isTrue(); tries++) {
    assert.ok(tries < 2000, failure)
    await setTimeout(10)
  }
}

const isHeld = (): boolean => slots.refusalOf(who) !== undefined
const released = () => until(() => !isHeld(), "the slot was not released")

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

describe("the signal of a request", () => {
  it("is aborted when its caller disconnects before the answer, and not when the caller has the answer", async () => {
    const ask = async (method: string) => {
      const known = signals.length
      const socket = connect(server.port, "127.0.0.1")
      socket.on("error", () => {})
      const body = method === "POST" ? "content-length: 2\r\n\r\n{}" : "\r\n"
      socket.write(`${method} /waits HTTP/1.1\r\nhost: localhost\r\n${body}`)
      await until(() => signals.length > known, "the request did not arrive")
      return { socket, signal: signals[known] ?? assert.fail("the request has no signal") }
    }
    for (const method of ["GET", "POST"]) {
      const answered = await ask(method)
      const data = once(answered.socket, "data")
      end()
      await data
      const gone = await ask(method)
      assert.equal(gone.signal.aborted, false)
      gone.socket.destroy()
      await until(() => gone.signal.aborted, "the signal was not aborted")
      answered.socket.destroy()
      await once(answered.socket, "close")
      assert.equal(answered.signal.aborted, false, method)
    }
  })
})
