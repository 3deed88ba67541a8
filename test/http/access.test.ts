// Who may call what, for every endpoint of the contract. `npm run proof` does the same on PostgreSQL.
import assert from "node:assert/strict"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { assertComplete, openAccess } from "./access/cells.ts"
import { endpoints } from "./endpoints.ts"

let access: Awaited<ReturnType<typeof openAccess>>

describe("access", () => {
  beforeAll(async () => {
    access = await openAccess("sqlite::memory:")
  })
  afterAll(() => access.close())

  it("is written down for every endpoint, and for no other", assertComplete)

  for (const endpoint of endpoints) {
    it(`is given at ${endpoint.name} to those it declares, and shows nothing to others`, async () => {
      const cells = await access.check(endpoint)
      assert.ok(cells > 1, `${cells} callers tried ${endpoint.name}`)
    })
  }

  it("is checked for every answer that must show nothing", () => {
    assert.ok(access.leaks.examined("leaks") > endpoints.length)
  })
})
