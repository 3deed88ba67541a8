import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { Accounts } from "../../lib/entries/accounts.ts"
import { HttpHandler } from "../../lib/entries/http.ts"
import { layerFromUrl } from "../../lib/index.ts"
import { describe, it } from "../support/effect.ts"

const service = HttpHandler.layer({ ecosystems: new Set(["shop"]) }).pipe(
  Layer.provide(Accounts.layer()),
  Layer.provide(layerFromUrl("sqlite::memory:"))
)

describe("the handler as a layer", () => {
  it.live("serves while its scope is open, and refuses further requests afterwards", () =>
    Effect.gen(function* () {
      const ask = (handler: HttpHandler["Type"]) =>
        Effect.promise(() => handler.fetch(new Request("http://localhost/api/v1/laas/rules")))
      const [handler, open] = yield* Effect.scoped(
        Effect.gen(function* () {
          const handler = yield* HttpHandler
          return [handler, yield* ask(handler)] as const
        }).pipe(Effect.provide(service))
      )
      assert.equal(open.status, 401)
      assert.equal((yield* ask(handler)).status, 503)
    })
  )

  it.live("rejects, instead of keeping a request waiting, where the host's own function throws", () =>
    Effect.gen(function* () {
      const handler = yield* HttpHandler
      const call = handler.fetch(new Request("http://localhost/api/v1/laas/rules"))
      yield* Effect.promise(() => assert.rejects(call, /no log/))
    }).pipe(
      Effect.provide(
        HttpHandler.layer({
          onAnswer: () => {
            throw new Error("no log")
          }
        }).pipe(Layer.provide(Accounts.layer()), Layer.provide(layerFromUrl("sqlite::memory:")))
      )
    )
  )
})
