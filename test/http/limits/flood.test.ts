// More logins at once than passwords can be checked.
import assert from "node:assert/strict"
import { afterAll, describe, it } from "../../support/effect.ts"
import { freshFile } from "../../support/files.ts"
import { sqlAt } from "../../support/sql.ts"
import { call, newPartner, openEngine } from "./world.ts"

const url = `sqlite:${await freshFile()}`
const engine = await openEngine(url)
afterAll(engine.close)

/** A hash of no password, which it takes this much work to find out. */
const hashOf = (memory: number, passes: number) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$MDEyMzQ1Njc4OWFiY2RlZg$${"A".repeat(43)}`

describe("a flood of logins", () => {
  it("is refused past the queue at once and uncounted, while awards go through", async () => {
    const flooded = engine.handler({ rateLimits: { failures: 0 } })
    const strict = engine.handler({ rateLimits: { failures: 1 } })
    const headers = await newPartner(strict, "calm@shop.example")
    await newPartner(strict, "slow@shop.example")
    await newPartner(strict, "quick@shop.example")
    const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "9", condition: "any" }
    await call(strict, "POST", "/laas/rules/create-rule", { body: rule, headers })
    await call(strict, "POST", "/laas/users", { body: { userId: "ada" }, headers })
    const set = (email: string, hash: string) =>
      sqlAt(url)(`UPDATE rewards_login SET password_hash = '${hash}' WHERE email = '${email}'`)
    await set("slow@shop.example", hashOf(19_456, 30))
    await set("quick@shop.example", hashOf(8, 1))

    const body = { email: "calm@shop.example", password: "Sesame-123" }
    const login = () => call(strict, "POST", "/demo/partners/login", { body })
    let answered = 0
    const guess = async (email: string) => {
      const guessed = { email, password: "a guess" }
      const { status } = await call(flooded, "POST", "/demo/partners/login", { body: guessed })
      answered += 1
      return status
    }
    // Two hold the turns, and a hundred wait behind them.
    const slow = [guess("slow@shop.example"), guess("slow@shop.example")]
    const waiting = Array.from({ length: 100 }, () => guess("quick@shop.example"))
    for (let tries = 0; tries < 3; tries++) {
      const refused = await login()
      assert.equal(refused.status, 503)
      assert.equal(refused.body.data.error, "the service is busy: nothing was written, try again")
      assert.equal(refused.headers.get("retry-after"), "1")
    }
    const award = { userId: "ada", ruleName: "visit" }
    assert.equal((await call(strict, "POST", "/laas/rules/award", { body: award, headers })).status, 201)
    assert.equal(answered, 0)

    const statuses = await Promise.all([...slow, ...waiting])
    assert.deepEqual(new Set(statuses), new Set([401]))
    assert.equal((await login()).status, 200)
  })
})
