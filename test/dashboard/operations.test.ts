import assert from "node:assert/strict"
import { maxPeople } from "../../lib/accounts/people/Person.ts"
import { roles, scopesOf } from "../../lib/accounts/people/Role.ts"
import { needs, operations } from "../../server/dashboard/contract.ts"
import { mostPeople, roles as shownRoles } from "../../server/dashboard/pages/settings/roles.ts"
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

  it("need the scopes that the pages ask for, or only what every role has", () => {
    const isCommon = (scope: string | undefined) =>
      scope === undefined ||
      scope === "person" ||
      roles.every((role) => scopesOf[role].some((each) => each === scope))
    const needed = endpoints.filter(({ name, scope }) => name in operations && !isCommon(scope))
    assert.deepEqual({ ...needs }, Object.fromEntries(needed.map(({ name, scope }) => [name, scope])))
  })

  it("offer the roles of the service", () => {
    assert.deepEqual(
      shownRoles.map(([role]) => role),
      roles
    )
    assert.equal(mostPeople, maxPeople)
  })
})
