// The document says which role has which scopes. The table in the code decides.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { roles, scopesOf } from "../../lib/accounts/people/Role.ts"
import { describe, it } from "../support/effect.ts"

const page = readFileSync(fileURLToPath(new URL("../../docs/http.md", import.meta.url)), "utf8")
const row = /^\| `([a-z:]+)` \| .* \| ([a-z, ]+) \|$/gm

describe("the document of scopes", () => {
  it("names the roles that have each scope", () => {
    const stated = Object.fromEntries(
      Array.from(page.matchAll(row), ([, scope = "", holders = ""]) => [scope, holders.split(", ")])
    )
    const scopes = new Set(roles.flatMap((role) => scopesOf[role]))
    const holders = Array.from(scopes, (scope) => [
      scope,
      roles.filter((role) => scopesOf[role].includes(scope))
    ])
    assert.deepEqual(stated, Object.fromEntries(holders))
  })
})
