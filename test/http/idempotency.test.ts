import assert from "node:assert/strict"
import { Effect } from "effect"
import { once } from "../../lib/http/idempotency.ts"
import { Idempotency } from "../../lib/rewards/idempotency/Idempotency.ts"
import { DatabaseUnavailable, LockTimeout } from "../../lib/sql/Errors.ts"
import { describe, it } from "../support/effect.ts"

/** A store that is away: every call fails, the nth call with the nth error. */
const away = (...errors: ReadonlyArray<DatabaseUnavailable | LockTimeout>) => {
  const left = [...errors]
  return Idempotency.of({ once: () => Effect.fail(left.shift() ?? assert.fail("called too often")) })
}

describe("a write with a key that fails", () => {
  const lost = new DatabaseUnavailable({ reason: "during commit", committed: "unknown" })
  const later = new LockTimeout()

  it("may have been written, if the first try may have been, whatever the second finds", async () => {
    const request = { idempotencyKey: "k", operation: "o", params: {}, body: {}, session: { partnerId: "p" } }
    const failureOf = (...errors: ReadonlyArray<DatabaseUnavailable | LockTimeout>) =>
      once(Object(request), Effect.succeed("written")).pipe(
        Effect.provideService(Idempotency, away(...errors)),
        Effect.flip,
        Effect.runPromise
      )
    assert.equal(await failureOf(lost, later), lost)
    assert.equal(await failureOf(later, lost), lost)
    const none = new DatabaseUnavailable({ reason: "refused", committed: "no" })
    assert.equal(await failureOf(none, later), later)
  })
})
