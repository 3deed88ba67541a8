// Reads an answer of server-sent events, as a client without a library would.
import assert from "node:assert/strict"
import { soon } from "../support/wait.ts"

export interface SentEvent {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

const fieldIn = (block: string, name: string): string | undefined =>
  block
    .split("\n")
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)

export const readerOf = (response: Response) => {
  assert.equal(response.headers.get("content-type"), "text/event-stream")
  assert.ok(response.body)
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  let comments = 0
  const fail = (error: unknown): never => {
    void reader.cancel()
    throw error
  }
  /** Waits for something to come. A stream that is quiet still sends comments, so it is not enough that bytes come. */
  const awaited = <A>(what: string, coming: Promise<A>): Promise<A> => soon(what, coming).catch(fail)
  /** The next block, or undefined at the end of the answer. */
  const block = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf("\n\n")
      if (end >= 0) {
        const found = text.slice(0, end)
        text = text.slice(end + 2)
        return found
      }
      const { done, value } = await reader.read()
      if (done) return undefined
      text += decoder.decode(value, { stream: true })
    }
  }
  const nextEvent = async (): Promise<SentEvent | undefined> => {
    for (;;) {
      const found = await block()
      if (found === undefined) return undefined
      if (found.startsWith(":")) comments += 1
      const id = fieldIn(found, "id")
      if (id === undefined) continue
      return { id, event: fieldIn(found, "event") ?? "", data: JSON.parse(fieldIn(found, "data") ?? "null") }
    }
  }
  const nextComment = async (): Promise<void> => {
    const before = comments
    while (comments === before) {
      const found = await block()
      assert.ok(found !== undefined, "the stream ended")
      if (found.startsWith(":")) comments += 1
    }
  }
  /** The next event, or undefined at the end. */
  const next = () => awaited("the next event of the stream, or its end", nextEvent())
  return {
    next,
    /** Returns when the next comment has come. */
    comment: () => awaited("a comment of the stream", nextComment()),
    take: async (count: number): Promise<ReadonlyArray<SentEvent>> => {
      const found: Array<SentEvent> = []
      while (found.length < count) {
        const event = await next()
        found.push(event ?? assert.fail("the stream ended"))
      }
      return found
    },
    /** The events up to the end of the answer. */
    rest: async (): Promise<ReadonlyArray<SentEvent>> => {
      const found: Array<SentEvent> = []
      for (let event = await next(); event !== undefined; event = await next()) found.push(event)
      return found
    },
    cancel: () => reader.cancel()
  }
}
