// Records the calls of a scripted run as the examples of their operations.
import assert from "node:assert/strict"
import type { Example, Examples } from "../../../lib/http/openapi/examples.ts"
import type { Call, Reply } from "../../support/calls.ts"
import { stably } from "./stable.ts"

type Send = (call: Call) => Promise<Reply>

export interface Recorder {
  /** Sends a call and keeps it and its answer as the operation's example, of success or of failure. */
  readonly take: (operation: string, call: Call) => Promise<Reply>
  /** The examples by operation. What differs from run to run is replaced. */
  readonly examples: () => Readonly<Record<string, Examples>>
}

const isForm = ({ headers }: Call): boolean => headers["content-type"] === "application/x-www-form-urlencoded"

const bodyOf = (call: Call): unknown =>
  isForm(call) ? Object.fromEntries(new URLSearchParams(String(call.body))) : call.body

const answerOf = ({ body, headers, status, text }: Reply) => {
  const location = headers.get("location")
  const content = body ?? (text === "" ? undefined : text)
  return {
    status,
    ...(content !== undefined && { body: content }),
    ...(location !== null && { location })
  }
}

const exampleOf = (call: Call, reply: Reply): Example => {
  const [path = "", query] = call.path.split("?")
  const body = bodyOf(call)
  return {
    path,
    ...(query !== undefined && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(body !== undefined && { request: body }),
    ...answerOf(reply)
  }
}

export const recorder = (send: Send): Recorder => {
  const found = new Map<string, { success?: Example; failure?: Example }>()
  return {
    take: async (operation, call) => {
      const reply = await send(call)
      assert.equal(reply.headers.has("www-authenticate"), reply.status === 401, operation)
      const kind = reply.status < 400 ? "success" : "failure"
      const examples = found.get(operation) ?? {}
      assert.equal(examples[kind], undefined, `${operation} has an example of ${kind} already: ${reply.text}`)
      found.set(operation, { ...examples, [kind]: exampleOf(call, reply) })
      return reply
    },
    examples: () => {
      const stable = stably()
      return Object.fromEntries(
        Array.from(found, ([operation, { failure, success }]) => {
          assert.ok(success && failure, `${operation} needs an example of success and one of failure`)
          return [operation, stable({ success, failure })]
        })
      )
    }
  }
}
