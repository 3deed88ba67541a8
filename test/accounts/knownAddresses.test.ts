import assert from "node:assert/strict"
import { Effect } from "effect"
import { Caller } from "../../lib/accounts/audit/Audit.ts"
import { KnownAddresses } from "../../lib/accounts/rates/KnownAddresses.ts"
import { password } from "../support/bodies.ts"
import { post } from "../support/calls.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { newWatch, openWorld } from "../support/world.ts"

const day = 24 * 60 * 60 * 1000

const databases = [
  ["SQLite", async () => "sqlite::memory:"],
  ["PostgreSQL", migratedDatabase]
] as const

for (const [name, database] of databases) {
  describe(`the addresses of an account on ${name}`, async () => {
    const watch = newWatch("2030-01-01T12:00:15.000Z")
    const world = await openWorld(await database(), { watch })
    afterAll(world.close)
    let place: string | undefined
    const http = world.http({ address: () => place, rateLimits: { failures: 0, public: 0 } })
    const logIn = async (email: string, given: string, where: string | undefined) => {
      place = where
      return (await http.send(post("/shop/partners/login", { email, password: given }))).status
    }
    const rowsOf = (id: string) =>
      world.sql(`SELECT address, seen_at FROM rewards_known_address WHERE account_id = (SELECT p.id FROM rewards_person p WHERE p.partner_id = UUID '${id}')
        ORDER BY seen_at DESC, address`)

    it("are stored after a login, as hashes that differ for each account", async () => {
      const [one, two] = [await world.partner("kept-1"), await world.partner("kept-2")]
      for (const { email } of [one, two]) {
        assert.equal(await logIn(email, password, "192.0.2.1"), 200)
        assert.equal(await logIn(email, password, "192.0.2.1:4711"), 200)
        assert.equal(await logIn(email, "guess", "192.0.2.2"), 401)
        assert.equal(await logIn(email, password, undefined), 200)
      }
      const stored = [...(await rowsOf(one.partnerId)), ...(await rowsOf(two.partnerId))]
      assert.equal(stored.length, 2)
      assert.equal(new Set(stored.map(({ address }) => address)).size, 2)
      for (const { address } of stored) assert.match(String(address), /^[\w-]{43}$/)
    })

    it("are known for ninety days, with all of their network, to the account alone", async () => {
      const [one, two] = [await world.partner("known-1"), await world.partner("known-2")]
      const isKnown = (email: string, where: string | undefined) =>
        Effect.flatMap(KnownAddresses, (known) =>
          known.hasCaller({ kind: "person", ecosystem: "shop", email })
        ).pipe(Effect.provideService(Caller, { address: () => where }), world.run)
      assert.equal(await isKnown(one.email, "2001:db8:1:2::1"), false)
      assert.equal(await logIn(one.email, password, "2001:db8:1:2::1"), 200)
      assert.equal(await isKnown(one.email, "2001:db8:1:2::9"), true)
      assert.equal(await isKnown(one.email, "2001:db8:1:3::1"), false)
      assert.equal(await isKnown(one.email, undefined), false)
      assert.equal(await isKnown(two.email, "2001:db8:1:2::1"), false)
      assert.equal(await isKnown("no\0body", "2001:db8:1:2::1"), false)
      watch.now += 90 * day - 1
      assert.equal(await isKnown(one.email, "2001:db8:1:2::1"), true)
      watch.now += 1
      assert.equal(await isKnown(one.email, "2001:db8:1:2::1"), false)
    })

    it("are stored at most once a day", async () => {
      const { email, partnerId } = await world.partner("daily")
      const seen = async () => (await rowsOf(partnerId)).map(({ seen_at }) => String(seen_at))
      assert.equal(await logIn(email, password, "192.0.2.1"), 200)
      const first = await seen()
      watch.now += day - 1
      assert.equal(await logIn(email, password, "192.0.2.1"), 200)
      assert.deepEqual(await seen(), first)
      watch.now += 1
      assert.equal(await logIn(email, password, "192.0.2.1"), 200)
      assert.notDeepEqual(await seen(), first)
    })

    it("are the twenty latest, for ninety days after the last login", async () => {
      const { email, partnerId } = await world.partner("kept-3")
      for (let index = 0; index < 25; index++) {
        watch.now += 1000
        assert.equal(await logIn(email, password, `198.51.100.${index}`), 200)
      }
      const latest = await rowsOf(partnerId)
      assert.equal(latest.length, 20)
      // An address that is still used stays, although it was the oldest.
      watch.now += 2 * day
      assert.equal(await logIn(email, password, "198.51.100.5"), 200)
      assert.equal(await logIn(email, password, "198.51.100.99"), 200)
      const rows = await rowsOf(partnerId)
      assert.equal(rows.length, 20)
      assert.deepEqual(
        rows.slice(2).map(({ address }) => address),
        latest.slice(0, 18).map(({ address }) => address)
      )
      // Each address that is stored deletes a few expired ones, of any account.
      watch.now += 91 * day
      const other = await world.partner("kept-4")
      for (const place of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
        assert.equal(await logIn(other.email, password, place), 200)
      }
      assert.deepEqual(await rowsOf(partnerId), [])
    })
  })
}
