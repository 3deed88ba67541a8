import assert from "node:assert/strict"
import { Effect, Schema } from "effect"
import { makeHandler } from "../../lib/http.ts"
import type { Rewards } from "../../lib/layers/Rewards.ts"
import { it } from "../support/effect.ts"
import { freshEngine, type MakeClient, raw } from "../support/engine.ts"
import { matches } from "../support/pattern.ts"
import { type Answer, forbidden, unauthorized } from "../support/table.ts"
import { partnerBody, password } from "./people.ts"

const LoggedIn = Schema.Struct({ data: Schema.Struct({ accessToken: Schema.String }) })

/** The handler on the engine of the test, which can reach into the database behind it. */
const service = Effect.map(Effect.runtime<Rewards>(), (runtime) => {
  const handler = makeHandler(runtime)
  const send = (method: string, path: string, body?: object, token = "") =>
    Effect.promise(async () => {
      const response = await handler.fetch(
        new Request(`http://rewards.example/api/v1${path}`, {
          method,
          headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
          ...(body && { body: JSON.stringify(body) })
        })
      )
      const answer: unknown = await response.json()
      return { status: response.status, body: answer, headers: response.headers }
    })
  const { email } = partnerBody
  const login = Effect.map(
    send("POST", "/shop/partners/login", { email, password }),
    ({ body }) => Schema.decodeUnknownSync(LoggedIn)(body).data.accessToken
  )
  return { send, login }
})

type Sent = Effect.Effect.Success<ReturnType<Effect.Effect.Success<typeof service>["send"]>>

const expect = ({ body, headers, status }: Sent, answer: Answer): void => {
  matches({ status, body }, { status: answer.status, body: answer.body })
  for (const [name, value] of Object.entries(answer.headers ?? {})) assert.equal(headers.get(name), value)
}

const wrong = unauthorized("the access token is missing, expired, revoked or unknown: log in")
const write = { name: "x", coinValue: 1, maxNumberOfParticipant: 1, condition: "any" }

/** What becomes of a token that is no longer good, or not good for everything. */
export const tokens = (name: string, makeClient: MakeClient): void =>
  it.layer(freshEngine(makeClient))(`${name}: access tokens`, (it) => {
    it.live("a partner logs in", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        assert.equal((yield* send("POST", "/shop/partners", partnerBody)).status, 201)
        assert.equal((yield* send("GET", "/laas/rules", undefined, yield* login)).status, 200)
      })
    )

    it.live("tokens are kept as hashes alone", () =>
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
        expect(yield* send("GET", "/laas/rules", undefined, token), wrong)
      })
    )

    it.live("a revoked token is refused", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        const token = yield* login
        yield* raw("DELETE FROM rewards_token")
        expect(yield* send("GET", "/laas/rules", undefined, token), wrong)
      })
    )

    it.live("a token without the scope reads, and writes nothing", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        const token = yield* login
        yield* raw("UPDATE rewards_token SET scopes = 'read'")
        expect(
          yield* send("POST", "/laas/rules/create-rule", write, token),
          forbidden("this needs the scope rules:write")
        )
        expect(
          yield* send("POST", "/laas/rules/award", {}, token),
          forbidden("this needs the scope awards:write")
        )
        expect(
          yield* send("POST", "/laas/coins/transfer-from-user-wallet", {}, token),
          forbidden("this needs the scope coins:write")
        )
        const { body, status } = yield* send("GET", "/laas/rules", undefined, token)
        matches(
          { status, body },
          { status: 200, body: { status: "success", message: "Rules returned successfully", data: [] } }
        )
      })
    )

    it.live("a fault of ours is told as one, and nothing about it", () =>
      Effect.gen(function* () {
        const { login, send } = yield* service
        const token = yield* login
        yield* raw("ALTER TABLE rewards_condition RENAME TO rewards_gone")
        expect(yield* send("GET", "/laas/rules", undefined, token), {
          status: 500,
          body: {
            status: "failed",
            message: "Internal error",
            data: {
              errorType: "internal",
              appErrorCode: "",
              error: "something went wrong on our side; the x-request-id header finds it in the log"
            }
          }
        })
      })
    )
  })
