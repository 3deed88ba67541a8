// Tables of requests and answers, which can be compared with the interface document.
import assert from "node:assert/strict"
import type { HandlerOptions } from "../../lib/entries/http.ts"
import type { Call, Reply } from "./calls.ts"
import { type Cast, openCast } from "./cast.ts"
import { afterAll, beforeAll, describe, it } from "./effect.ts"
import { containing, matches, type Pattern } from "./pattern.ts"

export interface Answer {
  readonly status: number
  readonly body: Pattern
  /** Headers and their exact values. Null: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>
}

export interface Row {
  readonly name: string
  readonly send: (world: Cast) => Call
  readonly answer: (world: Cast) => Answer
}

export const row = (name: string, send: Row["send"], answer: Answer | Row["answer"]): Row => ({
  name,
  send,
  answer: typeof answer === "function" ? answer : () => answer
})

export const success = (status: 200 | 201 | 202, message: string, data: Pattern): Answer => ({
  status,
  body: { status: "success", message, data },
  headers: { "idempotency-replayed": null }
})

const failure = (
  status: number,
  message: string,
  errorType: string,
  appErrorCode: string,
  error: Pattern,
  headers: Answer["headers"] = {}
): Answer => ({
  status,
  body: { status: "failed", message, data: { errorType, appErrorCode, error } },
  headers
})

/** A missing or malformed field. */
export const badRequest = (error: Pattern) => failure(400, "Invalid data", "invalid", "Bad request", error)
export const missing = (field: string) => badRequest(`${field} is required`)
/** Well-formed, but refused. */
export const refused = (code: string, ...parts: ReadonlyArray<string>) =>
  failure(400, "Invalid data", "invalid", code, containing(...parts))
/** A record that does not exist. An unknown user has no code. */
export const notFound = (error: Pattern, code = "") =>
  failure(400, "Data not found", "not found", code, error)
export const unauthorized = (error: Pattern) =>
  failure(401, "Unauthorized", "unauthorized", "", error, { "www-authenticate": "Bearer" })
export const forbidden = (error: Pattern) => failure(403, "Forbidden", "forbidden", "", error)
export const mismatch = () =>
  failure(422, "Conflict", "conflict", "idempotency_mismatch", containing("was used for another request"))
export const noRoute = (path: string) =>
  failure(404, "Not found", "not found", "", `no such route: /api/v1${path}`)
export const wrongMethod = (method: string, allow: string) =>
  failure(405, "Method not allowed", "invalid", "", `${method} is not allowed here, use ${allow}`, { allow })
export const badBody = (status: 400 | 413 | 415, error: string): Answer => ({ ...badRequest(error), status })

export const replayed = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, "idempotency-replayed": "true" }
})

/** Asserts that the reply is this answer and has the common properties of the envelope. */
export const meets = (reply: Reply, { body, headers = {}, status }: Answer): void => {
  matches({ status: reply.status, body: reply.body }, { status, body })
  const expected = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...headers
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(reply.headers.get(name), value, name)
  assert.match(reply.headers.get("x-request-id") ?? "", /^[\w.:-]{1,128}$/)
}

/** Everything in a reply that a caller can use to distinguish two answers. */
export const visible = ({ headers, status, text }: Reply) => {
  const { "x-request-id": _, ...rest } = Object.fromEntries(headers)
  return { status, text, headers: rest }
}

const check = async ({ answer, send }: Row, world: Cast): Promise<void> =>
  meets(await world.send(send(world)), answer(world))

export type Table = (
  name: string,
  rows: ReadonlyArray<Row>,
  more?: (test: (name: string, body: (world: Cast) => Promise<void>) => void) => void
) => void

/** Runs tables on one service, row by row: a row may depend on the one before. */
export const tables = (
  name: string,
  database: () => Promise<string>,
  body: (table: Table) => void,
  options: HandlerOptions = {}
): void =>
  describe(name, () => {
    let opened: Cast | undefined
    const world = (): Cast => opened ?? assert.fail("the service did not open")
    beforeAll(async () => {
      opened = await openCast(await database(), options)
    })
    afterAll(() => opened?.close())
    body((name, rows, more) =>
      describe(name, () => {
        for (const each of rows) it(each.name, () => check(each, world()))
        more?.((name, test) => it(name, () => test(world())))
      })
    )
  })
