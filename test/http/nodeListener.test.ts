import assert from "node:assert/strict"
import { createServer, get, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { nodeListener } from "../../lib/entries/node.ts"
import { describe, it } from "../support/effect.ts"

/** Serves an answer on Node's own server while `use` runs. */
const serving = async (answer: () => Response, use: (url: string) => Promise<void>): Promise<void> => {
  const server = createServer(nodeListener(async () => answer()))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port }: Partial<AddressInfo> = Object(server.address())
  try {
    await use(`http://127.0.0.1:${port}/`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const open = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => get(url, resolve).once("error", reject))

const encoder = new TextEncoder()
const csv = { "content-type": "text/csv" }

/** A body of numbered lines, each of which is made when the reader asks for it. Fails after the last line, or ends. */
const lines = (count: number, end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => {
  const made = { count: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (made.count === count) return end(controller)
        made.count += 1
        controller.enqueue(encoder.encode(`${made.count},${"x".repeat(10_000)}\n`))
      }
    },
    { highWaterMark: 0 }
  )
  return { made, body }
}

describe("the listener for Node's servers", () => {
  it("sends a short body whole, with its length", () =>
    serving(
      () => new Response("short"),
      async (url) => {
        const answer = await open(url)
        assert.equal(answer.headers["content-length"], "5")
        assert.equal(await text(answer), "short")
      }
    ))

  it("sends a long document in parts, and makes no more of it while the caller does not read", async () => {
    const total = 5000
    const { body, made } = lines(total, (controller) => controller.close())
    await serving(
      () => new Response(body, { headers: csv }),
      async (url) => {
        const answer = await open(url)
        assert.equal(answer.headers["content-length"], undefined)
        assert.ok(made.count < total, `${made.count} of ${total} lines were made before the first was read`)
        const received = await text(answer)
        assert.equal(received.trimEnd().split("\n").length, total)
      }
    )
  })

  for (const count of [1, 5]) {
    it(`cuts the connection if a document fails after ${count} parts`, async () => {
      const { body } = lines(count, (controller) => controller.error(new Error("the database is away")))
      await serving(
        () => new Response(body, { headers: csv }),
        (url) => assert.rejects(open(url).then(text))
      )
    })
  }
})
