// More concurrent logins than the service can hash passwords for.
import assert from "node:assert/strict"
import { password } from "../../support/bodies.ts"
import { dataIn, post } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { tally } from "../../support/expect.ts"
import { type Http, type HttpPartner, openWorld } from "../../support/world.ts"
import { address, from, midMinute } from "./frozen.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute() })
afterAll(world.close)

/** A hash that matches no password, with the given cost. */
const hashOf = (memory: number, passes: number) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$MDEyMzQ1Njc4OWFiY2RlZg$${"A".repeat(43)}`

const flooded = world.http({ address, rateLimits: { failures: 0 } })
const strict = world.http({ address, rateLimits: { failures: 1 } })

/** Sets the password of a partner to one that nobody knows, and whose hash takes this long. */
const set = ({ partnerId }: HttpPartner, hash: string) =>
  world.sql(`UPDATE rewards_person SET password_hash = '${hash}' WHERE partner_id = UUID '${partnerId}'`)

const login = (http: Http, email: string, given: string, place: string) =>
  http.send(from(post("/shop/partners/login", { email, password: given }), place))

/** Partners for one test. Two logins of the slow one keep both threads busy. */
const partners = async (name: string) => {
  const [slow, quick, calm] = [
    await world.partner(`slow-${name}`),
    await world.partner(`quick-${name}`),
    await world.partner(`calm-${name}`)
  ]
  await set(slow, hashOf(19_456, 30))
  await set(quick, hashOf(8, 1))
  return { slow, quick, calm }
}

describe("a flood of logins", () => {
  it("from many addresses is refused beyond the queue at once without counting as failures, while awards succeed", async () => {
    const { calm, quick, slow } = await partners("many")
    await calm.rule({ name: "visit" })
    await calm.onboard("ada")
    let answered = 0
    const guess = async ({ email }: HttpPartner, place: string) => {
      const { status } = await login(flooded, email, "a guess", place)
      answered += 1
      return status
    }
    // Two logins run and a hundred wait.
    const first = [guess(slow, "192.0.2.1"), guess(slow, "192.0.2.2")]
    const waiting = Array.from({ length: 100 }, (_, index) => guess(quick, `198.51.100.${index}`))
    for (let tries = 0; tries < 3; tries++) {
      const refused = await login(strict, calm.email, password, "192.0.2.3")
      assert.equal(refused.status, 503)
      assert.equal(dataIn(refused.body).error, "the service is busy: nothing was written, try again")
      assert.equal(refused.headers.get("retry-after"), "1")
    }
    assert.equal((await calm.award("ada", "visit")).status, 201)
    assert.equal(answered, 0)

    const statuses = await Promise.all([...first, ...waiting])
    assert.deepEqual(new Set(statuses), new Set([401]))
    assert.equal((await login(strict, calm.email, password, "192.0.2.3")).status, 200)
  })

  it("from one address is refused for that address alone; others log in before its logins are tried", async () => {
    const { calm, quick, slow } = await partners("one")
    const guess = ({ email }: HttpPartner, place: string) => login(flooded, email, "a guess", place)
    const first = [guess(slow, "192.0.2.1"), guess(slow, "192.0.2.2")]
    const order: Array<string> = []
    const crowd = Array.from({ length: 150 }, async () => {
      const reply = await guess(quick, "203.0.113.1")
      if (reply.status === 401) order.push("crowd")
      return reply
    })
    const owner = login(strict, calm.email, password, "192.0.2.3").then((reply) => {
      order.push("owner")
      return reply
    })
    const replies = await Promise.all(crowd)
    const refused = replies.find(({ status }) => status === 429) ?? assert.fail("none was refused")
    assert.equal(refused.headers.get("retry-after"), "1")
    assert.equal(refused.headers.get("ratelimit-policy"), '"address-passwords";q=25;qu="concurrent-requests"')
    assert.equal(
      dataIn(refused.body).error,
      "too many passwords from one address or for one account wait to be checked: try again when some have been checked"
    )
    assert.deepEqual(tally(replies.map(({ status }) => String(status))), { 401: 25, 429: 125 })
    assert.equal((await owner).status, 200)
    // Both threads may answer at the same time, so one login of the crowd can come first.
    assert.ok(order.indexOf("owner") <= 2, order.join())
    assert.deepEqual(new Set((await Promise.all(first)).map(({ status }) => status)), new Set([401]))
  })
})
