// The form of failures that only a broken database, a full service or a refused body cause.
import assert from "node:assert/strict"
import { GrantRefused, Unauthorized } from "../../lib/accounts/Errors.ts"
import { toWire } from "../../lib/http/failure.ts"
import { DatabaseUnavailable, LockTimeout, TransactionConflict } from "../../lib/sql/Errors.ts"
import { describe, it } from "../support/effect.ts"

const shown = (failure: Parameters<typeof toWire>[0]) => {
  const { body, headers, status } = toWire(failure)
  return [status, body.data.errorType, body.data.error, headers] as const
}

describe("a failure over HTTP", () => {
  it("says whether something may have been written, and when to try again, and nothing internal", () => {
    const reason = "connection to 10.0.0.7 refused"
    const again = { "retry-after": "1" }
    assert.deepEqual(shown(new DatabaseUnavailable({ reason, committed: "no" })), [
      503,
      "unavailable",
      "the database is not available: nothing was written, try again",
      again
    ])
    assert.deepEqual(shown(new DatabaseUnavailable({ reason, committed: "unknown" })), [
      503,
      "unavailable",
      "the connection to the database was lost during the write: try again with the same Idempotency-Key",
      again
    ])
    for (const error of [new LockTimeout(), new TransactionConflict({ reason })]) {
      const busy = "the service is busy: nothing was written, try again"
      assert.deepEqual(shown(error), [503, "unavailable", busy, again])
    }
  })

  it("closes the connection where the rest of a body is not read", () => {
    const headersOf = (status: 400 | 408 | 413 | 415) =>
      toWire({ _tag: "BadBody", status, error: "x" }).headers
    for (const status of [408, 413] as const) assert.deepEqual(headersOf(status), { connection: "close" })
    for (const status of [400, 415] as const) assert.deepEqual(headersOf(status), {})
  })

  it("says what is left of a limit, and how many more a bulk needs", () => {
    const common = { _tag: "TooManyRequests", policy: "partner", limit: 10, retryAfter: 7 } as const
    assert.deepEqual(shown({ ...common, left: 3, count: 5 }), [
      429,
      "rate limited",
      "no more than 10 requests a minute for one partner, and each item of a bulk request counts: 5 more were requested, 3 are left: try again in 7 seconds",
      { "retry-after": "7", "ratelimit-policy": '"partner";q=10;w=60', ratelimit: '"partner";r=3;t=7' }
    ])
    const [, , one] = shown({ ...common, left: 0, count: 1 })
    assert.equal(one, "no more than 10 requests a minute for one partner: try again in 7 seconds")
  })

  it("has a challenge for wrong credentials, also of an OAuth client", () => {
    const challenge = { "www-authenticate": "Bearer" }
    assert.deepEqual(shown(new Unauthorized({ reason: "log in" })), [
      401,
      "unauthorized",
      "log in",
      challenge
    ])
    const refused = (code: GrantRefused["code"]) => shown(new GrantRefused({ code, reason: "no" }))
    assert.deepEqual(refused("invalid_client"), [401, "unauthorized", "no", challenge])
    assert.deepEqual(refused("invalid_grant"), [400, "invalid", "no", {}])
  })

  it("does not repeat a secret of the caller", () => {
    const secret = "A".repeat(43)
    const [, , error] = shown({ _tag: "RouteNotFound", path: `/reset/${secret}` })
    assert.equal(error, "no such route: /reset/(looks like a secret)")
  })
})
