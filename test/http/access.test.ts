// Who may call what, for every endpoint of the contract. `npm run proof` does the same on PostgreSQL.
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { assertComplete, openAccess } from "./access/cells.ts"
import { endpoints } from "./endpoints.ts"

let access: Awaited<ReturnType<typeof openAccess>> | undefined

describe("access", () => {
  beforeAll(async () => {
    access = await openAccess("sqlite::memory:")
  })
  afterAll(() => access?.close())

  it("is written down for every endpoint, and for no other", assertComplete)

  for (const endpoint of endpoints) {
    it(`is given at ${endpoint.name} to those it declares, and shows nothing to others`, async () => {
      await access?.check(endpoint)
    })
  }
})
