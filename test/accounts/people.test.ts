// What People checks itself, for callers whom the HTTP interface has let in.
import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { People } from "../../lib/entries/accounts.ts"
import { Actor } from "../../lib/rewards/Actor.ts"
import { it } from "../support/effect.ts"
import { refused } from "../support/expect.ts"
import { freshFile } from "../support/files.ts"
import { engineOn, newPartner, raw } from "../support/world.ts"
import { registrationRows } from "./suite/accounts.ts"

const client = Layer.unwrapEffect(Effect.map(Effect.promise(freshFile), (filename) => layer({ filename })))

const link = ({ token }: { readonly token: string }) => token

/** A partner with an owner and a manager, and the calls of a person. */
const firm = Effect.gen(function* () {
  const { partnerId } = yield* newPartner
  for (const text of registrationRows(partnerId)) yield* raw(text)
  const people = yield* People
  const [owner] = yield* people.list({ partnerId })
  const email = `${partnerId}@people.example`
  const manager = yield* people.invite({ partnerId, email, role: "manager", link })
  return { people, partnerId, owner: owner ?? assert.fail(), manager }
})

const by = (id: string) =>
  Effect.provideService(Actor, {
    kind: "person",
    id,
    name: "somebody",
    credential: "somebody",
    address: undefined
  })

it.layer(engineOn(client))("people", (it) => {
  it.live(
    "are managed by owners alone, also if a caller lost the role or was removed since the request began",
    () =>
      Effect.gen(function* () {
        const { manager, owner, partnerId, people } = yield* firm
        const invited = { partnerId, email: `x${partnerId}@people.example`, role: "viewer", link } as const
        for (const caller of [manager.id, crypto.randomUUID()]) {
          yield* refused("Forbidden")(people.invite(invited).pipe(by(caller)))
          yield* refused("Forbidden")(
            people.changeRole({ partnerId, id: owner.id, role: "viewer" }).pipe(by(caller))
          )
          yield* refused("Forbidden")(people.remove({ partnerId, id: owner.id }).pipe(by(caller)))
        }
        assert.equal((yield* people.list({ partnerId })).length, 2)
        yield* people.invite(invited).pipe(by(owner.id))
        assert.equal((yield* people.list({ partnerId })).length, 3)
      })
  )

  it.live("are managed by the host itself, which keeps an owner who can log in", () =>
    Effect.gen(function* () {
      const { manager, owner, partnerId, people } = yield* firm
      yield* people.changeRole({ partnerId, id: manager.id, role: "owner" })
      // The invited owner cannot log in yet.
      yield* refused("LastOwner")(people.changeRole({ partnerId, id: owner.id, role: "viewer" }))
      yield* refused("LastOwner")(people.remove({ partnerId, id: owner.id }))
      assert.equal((yield* people.get({ partnerId, personId: owner.id })).role, "owner")
    })
  )
})
