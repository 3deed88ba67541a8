import assert from "node:assert/strict"
import { assertComplete, openAccess } from "../../http/access/cells.ts"
import { endpoints } from "../../http/endpoints.ts"
import type { Check } from "../check.ts"
import { databases, emptyDatabase } from "../databases.ts"

/** All cells in both forms: an endpoint that is left out could be the one that shows too much. */
export const access: Check = {
  name: "access",
  claim: "every endpoint answers those it declares, refuses all others, and shows them nothing",
  unit: "endpoints",
  rounds: { short: endpoints.length, full: endpoints.length },
  databases,
  run: async ({ database, progress }) => {
    assertComplete()
    const { check, close, leaks } = await openAccess(await emptyDatabase(database))
    let cells = 0
    for (const [index, endpoint] of endpoints.entries()) {
      const tried = await check(endpoint)
      assert.ok(tried > 1, `${tried} callers tried ${endpoint.name}`)
      cells += tried
      progress(index + 1)
    }
    await close()
    assert.ok(leaks.examined("leaks") > endpoints.length, "too few answers were examined for leaks")
    return { endpoints: endpoints.length, cells, ...leaks.figures() }
  }
}
