// What becomes of a call that waits for a user or a member's id that another transaction holds. PostgreSQL only.
import assert from "node:assert/strict"
import { Effect, Fiber } from "effect"
import { MemberDetails } from "../../../lib/accounts/details/MemberDetails.ts"
import { Links } from "../../../lib/accounts/links/Links.ts"
import { Users } from "../../../lib/accounts/users/Users.ts"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { PartnerId } from "../../../lib/rewards/Id.ts"
import { userBody } from "../../support/bodies.ts"
import { it } from "../../support/effect.ts"
import { outcome } from "../../support/expect.ts"
import { leftOpen, stuck } from "../../support/lock.ts"
import { freshEngine, newPartner, raw } from "../../support/world.ts"
import { record } from "../details/record.ts"
import { accountRow, consentRow, registrationRows } from "./accounts.ts"

const shop = Effect.gen(function* () {
  const partner = yield* newPartner
  for (const text of registrationRows(partner.partnerId)) yield* raw(text)
  yield* partner.rule()
  return partner
})

/** An account that was not verified in time, so that another sign-up may have its tag. */
const abandoned = (tag: string) =>
  Effect.gen(function* () {
    const { id, sql } = accountRow(tag)
    yield* raw(sql)
    yield* raw(`UPDATE rewards_user SET created_at = '2020-01-01T00:00:00.000Z' WHERE id = UUID '${id}'`)
    const users = yield* Users
    return { id, signUp: users.create({ ...userBody, tag, email: `${tag}@example.com` }) }
  })

const accounts = (id: string) =>
  Effect.map(raw(`SELECT id FROM rewards_user WHERE id = UUID '${id}'`), (rows) => rows.length)

export const userLocks = (database: () => Promise<string>): void =>
  it.layer(freshEngine(async () => layerFromUrl(await database())))(
    "a call that waits for a user's row, on PostgreSQL",
    (it) => {
      it.live("a sign-up sees that the account whose tag it wants has become a member", () =>
        Effect.gen(function* () {
          const { award, verify } = yield* shop
          const { id, signUp } = yield* abandoned("awarded-first")
          const commit = yield* leftOpen(award(id))
          const waiting = yield* stuck(outcome(signUp))
          yield* commit
          assert.equal(yield* Fiber.join(waiting), "TagTaken")
          assert.equal(yield* accounts(id), 1)
          assert.deepEqual(yield* verify(), [])
        })
      )

      it.live("a first award sees that the account was removed by a sign-up", () =>
        Effect.gen(function* () {
          const { award, verify } = yield* shop
          const { id, signUp } = yield* abandoned("removed-first")
          const commit = yield* leftOpen(signUp)
          const waiting = yield* stuck(outcome(award(id)))
          yield* commit
          assert.equal(yield* Fiber.join(waiting), "MemberNotFound")
          assert.equal(yield* accounts(id), 0)
          assert.deepEqual(yield* verify(), [])
        })
      )

      it.live("a link sees that the partner's id was linked to another user", () =>
        Effect.gen(function* () {
          const { onboard, partnerId, verify } = yield* shop
          const links = yield* Links
          const [one, other] = [accountRow("linked-first"), accountRow("linked-second")]
          for (const { id, sql } of [one, other]) {
            yield* raw(sql)
            yield* raw(consentRow(partnerId, id).sql)
          }
          yield* onboard("own")
          const link = (tag: string) => links.link({ partnerId, ecosystem: "shop", userId: "own", tag })
          const commit = yield* leftOpen(link(one.tag))
          const waiting = yield* stuck(outcome(link(other.tag)))
          yield* commit
          assert.equal(yield* Fiber.join(waiting), "AlreadyLinked")
          assert.deepEqual(yield* verify(), [])
        })
      )

      for (const change of ["erased", "merged"] as const) {
        it.live(
          `a record that was fetched for a member is not stored with it once the member is ${change}`,
          () =>
            Effect.gen(function* () {
              const { members, onboard, partnerId: id, personalData, verify } = yield* shop
              const partnerId = PartnerId.make(id)
              const { admit } = yield* MemberDetails
              yield* onboard("fetched", "kept")
              const details = { tag: "ada", record, fetchedAt: new Date() }
              const commit = yield* leftOpen<unknown, unknown, never>(
                change === "erased"
                  ? personalData.erase({ partnerId, userId: "fetched" })
                  : members.merge({ partnerId, from: "fetched", into: "kept" })
              )
              const waiting = yield* stuck(
                admit({ partnerId, userId: "fetched", attributes: undefined, details })
              )
              yield* commit
              const { userData, userId } = yield* Fiber.join(waiting)
              assert.deepEqual([userId, userData], [change === "erased" ? "fetched" : "kept", record])
              assert.deepEqual(yield* verify(), [])
            })
        )
      }
    }
  )
