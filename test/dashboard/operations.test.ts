import assert from "node:assert/strict"
import { operations } from "../../server/dashboard/contract.ts"
import { endpoints } from "../http/endpoints.ts"
import { describe, it } from "../support/effect.ts"

describe("the operations that the dashboard calls", () => {
  it("have the method and the path of the contract", () => {
    const known = Object.fromEntries(endpoints.map(({ method, name, path }) => [name, `${method} ${path}`]))
    for (const [name, stated] of Object.entries(operations)) {
      // The list of endpoints has an ecosystem in its paths already.
      const pattern = new RegExp(`^${stated.replace("/:eco/", "/[a-z]+/")}$`)
      assert.match(known[name] ?? "", pattern, name)
    }
  })
})
