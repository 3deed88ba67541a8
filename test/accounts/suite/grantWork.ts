// What a user has allowed a partner, without HTTP.
import assert from "node:assert/strict"
import { Effect, Fiber } from "effect"
import { Authorizations } from "../../../lib/accounts/authorization/Authorizations.ts"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { it } from "../../support/effect.ts"
import { outcome } from "../../support/expect.ts"
import { leftOpen, stuck } from "../../support/lock.ts"
import { freshEngine, newPartner, raw } from "../../support/world.ts"
import { accountRow, consentRow, registrationRows, tokenRow } from "./accounts.ts"

/** A partner, and a user who has allowed it something. */
const allowed = (tag: string) =>
  Effect.gen(function* () {
    const { partnerId } = yield* newPartner
    const account = accountRow(tag)
    const grant = consentRow(partnerId, account.id)
    const { sql, token } = tokenRow(partnerId, grant.id)
    for (const text of [...registrationRows(partnerId), account.sql, grant.sql, sql]) yield* raw(text)
    const clientId = partnerId.replaceAll("-", "").repeat(2)
    yield* raw(
      `UPDATE rewards_application SET client_id = '${clientId}' WHERE partner_id = UUID '${partnerId}'`
    )
    return { partnerId, clientId, userId: account.id, token }
  })

export const grantWork = (name: string, database: () => Promise<string>): void =>
  it.layer(freshEngine(async () => layerFromUrl(await database())))(`authorizations, on ${name}`, (it) => {
    it.live("a profile is found by two ids; anything else is as an unknown token", () =>
      Effect.gen(function* () {
        const authorizations = yield* Authorizations
        const { partnerId, userId } = yield* allowed("profiled")
        const profile = (ids: Readonly<Record<"partnerId" | "userId", string>>) =>
          outcome(authorizations.profile(ids, "shop"))
        assert.equal(yield* profile({ partnerId, userId }), "ok")
        assert.equal(yield* profile({ partnerId: "x", userId }), "Unauthorized")
        assert.equal(yield* profile({ partnerId, userId: "x" }), "Unauthorized")
      })
    )
  })

export const grantLocks = (database: () => Promise<string>): void =>
  it.layer(freshEngine(async () => layerFromUrl(await database())))(
    "a call that waits for a token's row, on PostgreSQL",
    (it) => {
      it.live("a revocation sees that another has revoked the access token, and records nothing", () =>
        Effect.gen(function* () {
          const authorizations = yield* Authorizations
          const { clientId, partnerId, token } = yield* allowed("revoked")
          const revoke = authorizations.revoke({ ecosystem: "shop", clientId, token })
          const commit = yield* leftOpen(revoke)
          const waiting = yield* stuck(outcome(revoke))
          yield* commit
          assert.equal(yield* Fiber.join(waiting), "ok")
          const entries = yield* raw(
            `SELECT outcome, detail FROM rewards_audit WHERE partner_id = UUID '${partnerId}'`
          )
          assert.deepEqual(entries, [{ outcome: "done", detail: "an access token was revoked" }])
        })
      )
    }
  )
