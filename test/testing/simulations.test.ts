import assert from "node:assert/strict"
import { checkPromise } from "../../lib/entries/testing.ts"
import { it } from "../support/effect.ts"
import { sqlitePlaces } from "./places/sqlite.ts"
import { simulated } from "./simulations.ts"

it("random histories contain simulations that pay, and each pays what the model pays", async () => {
  const [place] = await sqlitePlaces()
  assert.ok(place !== undefined)
  for (let seed = 1; simulated.paid === 0; seed++) {
    assert.ok(seed <= 20, "almost no simulation has paid anything")
    await checkPromise({ ...(await place.open()), seed, seeds: 2, commands: 40 })
  }
})
