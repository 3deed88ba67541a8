import assert from "node:assert/strict"
import { Effect } from "effect"
import type { Services } from "../../lib/http/handle.ts"
import { partnerBody } from "../support/bodies.ts"
import { type Call, get, post, withBearer } from "../support/calls.ts"
import { it } from "../support/effect.ts"
import { matches } from "../support/pattern.ts"
import { forbidden, meets, unauthorized } from "../support/table.ts"
import { freshEngine, httpOn, type MakeClient, raw } from "../support/world.ts"

/** The HTTP interface of the test's engine, whose database the test can access. */
const service = Effect.map(Effect.runtime<Services>(), (runtime) => {
  const http = httpOn(runtime)
  const send = (call: Call, token?: string) =>
    Effect.promise(() => http.send(token === undefined ? call : withBearer(call, token)))
  return { send, login: Effect.promise(() => http.logIn(partnerBody.email)) }
})

const wrong = unauthorized("the access token is missing, expired, revoked or unknown: log in")
const write = { name: "x", coinValue: 1, maxNumberOfParticipant: 1, condition: "any" }

/** Tokens that are no longer valid, or lack a scope. */
export const tokens = (name: string, makeClient: MakeClient): void =>
  it.layer(freshEngine(makeClient))(`${name}: access tokens`, (it) => {
    it.live("a partner logs in", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        assert.equal((yield* send(post("/shop/partners", partnerBody))).status, 201)
        assert.equal((yield* send(get("/laas/rules"), yield* login)).status, 200)
      })
    )

    it.live("tokens are stored as hashes only", () =>
      Effect.gen(function* () {
        const { login } = yield* service
        const token = yield* login
        const rows = JSON.stringify(yield* raw("SELECT * FROM rewards_token"))
        assert.ok(rows.length > 2 && !rows.includes(token))
      })
    )

    it.live("an expired token is refused", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        const token = yield* login
        yield* raw(
          "UPDATE rewards_token SET created_at = '2000-01-01T00:00:00.000Z', expires_at = '2000-01-01T04:00:00.000Z'"
        )
        meets(yield* send(get("/laas/rules"), token), wrong)
      })
    )

    it.live("a revoked token is refused", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        const token = yield* login
        yield* raw("DELETE FROM rewards_token")
        meets(yield* send(get("/laas/rules"), token), wrong)
      })
    )

    it.live("a token without the scope can read but not write", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        const token = yield* login
        yield* raw("UPDATE rewards_token SET scopes = 'read'")
        meets(
          yield* send(post("/laas/rules/create-rule", write), token),
          forbidden("this needs the scope rules:write")
        )
        meets(
          yield* send(post("/laas/rules/award", {}), token),
          forbidden("this needs the scope awards:write")
        )
        meets(
          yield* send(post("/laas/coins/transfer-from-user-wallet", {}), token),
          forbidden("this needs the scope coins:write")
        )
        const { body, status } = yield* send(get("/laas/rules"), token)
        matches(
          { status, body },
          {
            status: 200,
            body: {
              status: "success",
              message: "Rules returned successfully",
              data: { data: [], hasMore: false, next: null }
            }
          }
        )
      })
    )

    it.live("an internal error is reported as such, without details", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        const token = yield* login
        yield* raw("ALTER TABLE rewards_rule RENAME TO rewards_gone")
        meets(yield* send(get("/laas/rules"), token), {
          status: 500,
          body: {
            status: "failed",
            message: "Internal error",
            data: {
              errorType: "internal",
              appErrorCode: "",
              error: "an internal error: the log has it under the x-request-id of this answer"
            }
          }
        })
      })
    )
  })
