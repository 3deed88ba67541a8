import assert from "node:assert/strict"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { handle, inTime, untilGone, workLimit } from "../../lib/http/handle.ts"
import { login } from "../../lib/http/partners/api.ts"
import { handlers, routes } from "../../lib/http/routes.ts"
import { list } from "../../lib/http/rules/api.ts"
import { faultsIn } from "../docs/compiler.ts"
import { describe, it } from "../support/effect.ts"
import { endpoints } from "./endpoints.ts"

const message = "done"

describe("a handler", () => {
  it("gets the caller that its endpoint's access names, and no other: the compiler refuses it", async () => {
    const data = { data: [], hasMore: false, next: null }
    handle(list, ({ session }) => Effect.succeed({ message, data, partnerId: session.partnerId }))
    // @ts-expect-error A login has no session yet.
    handle(login, ({ session }) => Effect.succeed({ message, data: session }))
    // @ts-expect-error A list of rules is not a text.
    handle(list, () => Effect.succeed({ message, data: "rules" }))
    // Each of these comments is an error itself if the compiler accepts the line after it.
    assert.deepEqual(await faultsIn([fileURLToPath(import.meta.url)]), [])
  })

  it("is there once for every endpoint, with the access that the document states", () => {
    assert.equal(new Set(handlers.map(({ guard }) => guard)).size, handlers.length)
    assert.deepEqual(
      routes.map(({ handled, name }) => [name, handled.guard.access, handled.guard.scope]).sort(),
      endpoints.map(({ access, name, scope }) => [name, access, scope]).sort()
    )
  })

  it("interrupts its work when the caller closes the connection, and not before", async () => {
    const caller = new AbortController()
    const request = new Request("http://localhost/", { signal: caller.signal })
    const target = { request, operation: "", eco: "", params: {}, query: {}, publicUrl: "", timeout: 30_000 }
    const unread = () => "unread"
    assert.equal(await Effect.runPromise(untilGone(target, Effect.succeed("read"), unread)), "read")
    let interrupted = false
    const work = Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        interrupted = true
      })
    )
    const running = Effect.runPromise(Effect.flip(untilGone(target, work, unread)))
    caller.abort()
    assert.equal(await running, "unread")
    assert.ok(interrupted)
    assert.equal(await Effect.runPromise(Effect.flip(untilGone(target, work, unread))), "unread")
  })

  it("ends its work before the request times out, and says so", async () => {
    let interrupted = false
    const work = Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        interrupted = true
      })
    )
    const target = { timeout: 20 }
    assert.ok(workLimit(target) < target.timeout)
    assert.equal(await Effect.runPromise(Effect.flip(inTime(target, work, () => "late"))), "late")
    assert.ok(interrupted)
    assert.equal(await Effect.runPromise(inTime(target, Effect.succeed("done"), () => "late")), "done")
  })
})
