// Every endpoint of the contract with every kind of caller. What each must be answered follows from the access that the
// endpoint declares.
import assert from "node:assert/strict"
import { type Endpoint, endpoints } from "../endpoints.ts"
import { credentialsIn } from "./credentials.ts"
import { gatherEvidence } from "./evidence.ts"
import { openHouse } from "./house.ts"
import { keyCells, userCells } from "./otherCells.ts"
import { partnerCells } from "./partnerCells.ts"
import { publicCells } from "./publicCells.ts"
import { publicRows } from "./publicRows.ts"
import { rows } from "./rows.ts"

const cellsOf = { partner: partnerCells, public: publicCells, user: userCells, key: keyCells }

/** Fails if an endpoint has no row, or a row no endpoint. */
export const assertComplete = (): void => {
  const named = (access: Endpoint["access"]) =>
    endpoints.filter((each) => each.access === access).map(({ name }) => name)
  assert.deepEqual(Object.keys(rows).sort(), named("partner").sort())
  assert.deepEqual(Object.keys(publicRows).sort(), named("public").sort())
}

/**
 * Opens a service on an empty database. `check` tries all callers at one endpoint and returns how many there were; it fails if one of
 * them is shown something that it may not see.
 */
export const openAccess = async (database: string) => {
  const house = await openHouse(database)
  const evidence = await gatherEvidence(house, database.startsWith("postgres"))
  const credentials = credentialsIn(house)
  return {
    check: async (endpoint: Endpoint): Promise<number> => {
      const cells = await cellsOf[endpoint.access](
        house,
        evidence,
        endpoint,
        await credentials(endpoint.scope)
      )
      evidence.leaks.throwIfAny()
      return cells
    },
    leaks: evidence.leaks,
    close: house.close
  }
}
