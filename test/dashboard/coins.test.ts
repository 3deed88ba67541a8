import assert from "node:assert/strict"
import { coinsFault } from "../../server/dashboard/parts/numbers.ts"
import { dataIn, post } from "../support/calls.ts"
import { it } from "../support/effect.ts"
import { openWorld } from "../support/world.ts"

it("the page reports a wrong amount of coins in the words of the API", async () => {
  const world = await openWorld()
  const shop = await world.partner("amounts")
  await shop.rule({ coinValue: "500000000000" })
  await shop.onboard("ada")
  await shop.award("ada")
  const path = "/laas/coins/transfer-from-user-wallet"
  for (const coins of [
    "0",
    "-1",
    "1e3",
    "01",
    "1.23456",
    "500000000001",
    "ten",
    "0.0001",
    "12.5",
    "400000000000"
  ]) {
    const reply = await world.send(shop.as(post(path, { userId: "ada", coins })))
    const fault = coinsFault(coins)
    if (fault === undefined) assert.equal(reply.status, 201, coins)
    else assert.equal(dataIn(reply.body).error, `coins ${fault}`)
  }
  const missing = await world.send(shop.as(post(path, { userId: "ada" })))
  assert.equal(dataIn(missing.body).error, `coins ${coinsFault(" ")}`)
  await world.close()
})
