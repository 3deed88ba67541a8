// More concurrent logins than the service can hash passwords for.
import assert from "node:assert/strict"
import { password } from "../../support/bodies.ts"
import { dataIn, post } from "../../support/calls.ts"
import { afterAll, describe, it } from "../../support/effect.ts"
import { type HttpPartner, openWorld } from "../../support/world.ts"
import { midMinute } from "./frozen.ts"

const world = await openWorld("sqlite::memory:", { watch: midMinute() })
afterAll(world.close)

/** A hash that matches no password, with the given cost. */
const hashOf = (memory: number, passes: number) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$MDEyMzQ1Njc4OWFiY2RlZg$${"A".repeat(43)}`

describe("a flood of logins", () => {
  it("is refused beyond the queue at once without counting as failures, while awards succeed", async () => {
    const flooded = world.http({ rateLimits: { failures: 0 } })
    const strict = world.http({ rateLimits: { failures: 1 } })
    const calm = await strict.partner("calm")
    const [slow, quick] = [await strict.partner("slow"), await strict.partner("quick")]
    await calm.rule({ name: "visit" })
    await calm.onboard("ada")
    const set = ({ partnerId }: HttpPartner, hash: string) =>
      world.sql(`UPDATE rewards_login SET password_hash = '${hash}' WHERE partner_id = UUID '${partnerId}'`)
    await set(slow, hashOf(19_456, 30))
    await set(quick, hashOf(8, 1))

    const login = () => strict.send(post("/shop/partners/login", { email: calm.email, password }))
    let answered = 0
    const guess = async ({ email }: HttpPartner) => {
      const { status } = await flooded.send(post("/shop/partners/login", { email, password: "a guess" }))
      answered += 1
      return status
    }
    // Two logins run and a hundred wait.
    const first = [guess(slow), guess(slow)]
    const waiting = Array.from({ length: 100 }, () => guess(quick))
    for (let tries = 0; tries < 3; tries++) {
      const refused = await login()
      assert.equal(refused.status, 503)
      assert.equal(dataIn(refused.body).error, "the service is busy: nothing was written, try again")
      assert.equal(refused.headers.get("retry-after"), "1")
    }
    assert.equal((await calm.award("ada", "visit")).status, 201)
    assert.equal(answered, 0)

    const statuses = await Promise.all([...first, ...waiting])
    assert.deepEqual(new Set(statuses), new Set([401]))
    assert.equal((await login()).status, 200)
  })
})
