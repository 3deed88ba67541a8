import assert from "node:assert/strict"
import { Effect, Layer } from "effect"
import { layer } from "../../../lib/drivers/postgres.ts"
import { PersonalData } from "../../../lib/index.ts"
import { it } from "../../support/effect.ts"
import { outcome, tally } from "../../support/expect.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { engineOn, newPartner, partnerView, raw, services } from "../../support/world.ts"

const userIds = Array.from(
  { length: 24 },
  (_, index) => `01890a5d-ac96-774b-bcce-${String(index).padStart(12, "0")}`
)

const register = Effect.forEach(userIds, (id, index) =>
  raw(`INSERT INTO rewards_user (id, tag, email, email_key, fullname, phone, country_code, is_adult, password_hash,
    created_at) VALUES ('${id}', 'tag${index}', 'e${index}', 'e${index}', 'n', '0', '+1', false, '', now())`)
)

it.live(
  "users who get their first award from several engines concurrently become members once, also when they come back",
  () =>
    Effect.gen(function* () {
      const client = layer({ url: yield* Effect.promise(migratedDatabase) })
      const engines = yield* Effect.forEach([1, 2, 3, 4], () => Layer.build(Layer.fresh(engineOn(client))))
      const [home] = engines
      assert.ok(home)
      yield* Effect.provide(register, home)
      const partner = yield* Effect.provide(newPartner, home)
      for (const index of engines.keys())
        yield* partner.rule({ name: `rule ${index}`, maxNumberOfParticipant: 20 })
      const views = yield* Effect.forEach(engines, (engine) =>
        Effect.map(Effect.provide(services, engine), (engine) => partnerView(engine, partner.partnerId))
      )
      // Each engine has its own rule, so that no lock on a rule serializes them. Two engines use the reverse order.
      const calls = views.flatMap(({ award }, index) =>
        (index % 2 === 0 ? userIds : userIds.toReversed()).map((userId) =>
          outcome(award(userId, `rule ${index}`))
        )
      )
      const found = yield* Effect.all(calls, { concurrency: "unbounded" })
      assert.deepEqual(tally(found), { ok: 80, ParticipantLimitReached: 16 })
      const members = yield* Effect.provide(raw("SELECT user_id FROM rewards_member"), home)
      assert.equal(members.length, userIds.length)
      assert.deepEqual(yield* partner.verify(), [])

      // All of them come back at once, while payments to the erased ones are reversed.
      const { partnerId } = partner
      const { data: paid } = yield* partner.awards.list({ partnerId, limit: 100 })
      const data = yield* Effect.provide(PersonalData, home)
      for (const userId of userIds) yield* data.erase({ partnerId, userId })
      const again = views.flatMap(({ award, awards }, index) => [
        ...(index % 2 === 0 ? userIds : userIds.toReversed()).map((userId) =>
          outcome(award(userId, `rule ${index}`))
        ),
        ...paid
          .filter((_, turn) => turn % 16 === index)
          .map(({ id: awardId }) => outcome(awards.reverse({ partnerId, awardId })))
      ])
      const tags = tally(yield* Effect.all(again, { concurrency: "unbounded" }))
      assert.deepEqual(Object.keys(tags).sort(), ["ParticipantLimitReached", "ok"])
      const successors = yield* Effect.provide(
        raw("SELECT DISTINCT successor_id FROM rewards_erasure WHERE successor_id IS NOT NULL"),
        home
      )
      assert.ok(successors.length >= 20, String(successors.length))
      assert.deepEqual(yield* partner.verify(), [])
    })
)
