import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import {
  accessibilityFaults,
  openStage,
  overflows,
  probe,
  type Stage,
  showsProbe
} from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import type { HttpPartner } from "../support/world.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const memberUrl = (userId: string) =>
  `${at().url}/dashboard/members/member?${new URLSearchParams({ userId })}`

const read = async (shop: HttpPartner, path: string) =>
  dataIn((await at().world.send(shop.as(get(path)))).body)

const coinsOf = async (shop: HttpPartner, userId: string) =>
  (await read(shop, `/laas/get-user-coin-data?userId=${userId}`)).totalPartnerCoins

const pointsOf = async (shop: HttpPartner, userId: string) =>
  (await read(shop, `/laas/leaderboard/new?userId=${userId}`)).userPosition

/** The visible text of the table's rows. */
const rowsOf = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await page.locator("tbody tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " "))

/** Opens the dialog, and fills it in. */
const openAdjust = async (
  page: Page,
  direction: "Add coins" | "Remove coins",
  coins: string,
  reason: string
) => {
  await button(page, "Adjust balance").click()
  await page.getByRole("radio", { name: direction }).check()
  await page.getByLabel("Coins", { exact: true }).fill(coins)
  await page.getByLabel("Reason").fill(reason)
}

const adjust = async (shop: HttpPartner, coins: number, reason = "goodwill"): Promise<void> => {
  const body = { userId: "ada", coins, debitOrCredit: "CR", reason }
  assert.equal((await at().world.send(shop.as(post("/laas/coins/adjust", body)))).status, 201)
}

describe("adjustments on the dashboard", () => {
  if ("missing" in found) return it.skip(`adjustments: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("add coins to an empty wallet and remove some, with the balance before and after, and each fault at its field", async () => {
    const { enter, world } = at()
    const shop = await world.partner("corrects")
    await shop.onboard("ada")
    const { complaints, page } = await enter(shop)
    await page.goto(memberUrl("ada"))

    await button(page, "Adjust balance").click()
    const dialog = page.getByRole("dialog", { name: "Adjust balance" })
    await dialog.getByText("ada has 0 coins now.").waitFor()
    await button(page, "Add coins").click()
    await dialog.locator(".fault", { hasText: "coins is required" }).waitFor()
    await dialog.locator(".fault", { hasText: "reason is required" }).waitFor()
    await page.locator('[name="coins"]:focus').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByLabel("Coins", { exact: true }).fill("25.5")
    await dialog.getByText("ada has 0 coins now, and 25.5 afterwards.").waitFor()
    await page.getByLabel("Reason").fill("x".repeat(201))
    await button(page, "Add 25.5 coins").click()
    await dialog.locator(".fault", { hasText: "reason must be text of 1 to 200 characters" }).waitFor()
    assert.equal(await coinsOf(shop, "ada"), "0")
    await page.getByLabel("Reason").fill(probe)
    await page.getByLabel("Note").fill("call 17")
    await dialog.getByRole("checkbox", { name: "Counts on the leaderboards" }).check()
    await button(page, "Add 25.5 coins").click()
    await page.getByText("25.5 coins added to ada").waitFor()
    await page.getByRole("cell", { name: "+25.5" }).waitFor()
    await showsProbe(page)
    assert.match(
      (await rowsOf(page))[0] ?? "",
      /^Adjustment <img .*> call 17 corrects → ada .* \+25.5 25.5 Reverse/
    )
    assert.equal(await coinsOf(shop, "ada"), "25.5")
    assert.notEqual(await pointsOf(shop, "ada"), null)

    // A debit never counts, whatever was checked before.
    await openAdjust(page, "Add coins", "5.5", "counted twice")
    await dialog.getByRole("checkbox", { name: "Counts on the leaderboards" }).check()
    await page.getByRole("radio", { name: "Remove coins" }).check()
    assert.equal(await dialog.getByRole("checkbox").count(), 0)
    await dialog.getByText("ada has 25.5 coins now, and 20 afterwards.").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await button(page, "Remove 5.5 coins").click()
    await page.getByRole("cell", { name: "−5.5" }).waitFor()
    assert.match((await rowsOf(page))[0] ?? "", /^Adjustment counted twice ada → corrects .* −5.5 20 Reverse/)
    assert.equal(await coinsOf(shop, "ada"), "20")
    assert.deepEqual(
      complaints.filter((complaint) => !/status of 400/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("never take the wallet below zero: the dialog says so before, and shows the refusal at the coins", async () => {
    const { enter, world } = at()
    const shop = await world.partner("refuses")
    await shop.onboard("ada")
    await adjust(shop, 100)
    const { page } = await enter(shop)
    await page.goto(memberUrl("ada"))
    await openAdjust(page, "Remove coins", "100.5", "counted twice")
    await page.getByText("ada has 100 coins, so 100.5 cannot be removed.").waitFor()
    await page.getByLabel("Coins", { exact: true }).fill("60")
    // Another program spends meanwhile.
    await shop.transfer("ada", 50)
    await button(page, "Remove 60 coins").click()
    await page
      .locator(".fault", { hasText: "coins must be no more than the wallet holds: it has 50, this needs 60" })
      .waitFor()
    assert.equal(await coinsOf(shop, "ada"), "50")
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Escape")
    await page.getByRole("cell", { name: "−50" }).waitFor()
    await page.context().close()
  })

  it("are reversed once from the list, on a small phone too; a credit that is spent is refused in words", async () => {
    const { enter, world } = at()
    const shop = await world.partner("reverses")
    await shop.onboard("ada")
    await adjust(shop, 30, "entered for the wrong member")
    await adjust(shop, 20)
    await shop.transfer("ada", 10)
    const { page } = await enter(shop, { viewport: { width: 360, height: 740 } })
    await page.goto(memberUrl("ada"))
    await button(page, "Reverse 30 coins").click()
    const dialog = page.getByRole("dialog", { name: "Reverse this adjustment?" })
    await dialog
      .getByText("Takes 30 coins out of the wallet of ada, which has 40 now and 10 afterwards.")
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overflows(page), false)
    await dialog.getByLabel("Reason").fill("it was for bea")
    await dialog.getByRole("button", { name: "Reverse the adjustment" }).click()
    await page.getByText("30 coins taken back from ada").waitFor()
    await page.locator(".pill", { hasText: "reversed" }).first().waitFor()
    await button(page, "Reverse 30 coins").waitFor({ state: "detached" })
    assert.match((await rowsOf(page))[0] ?? "", /^Reversal of an adjustment it was for bea .* −30 10/)
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])

    await button(page, "Reverse 20 coins").click()
    await dialog.getByText("This adjustment added 20 coins, and ada has 10 left.").waitFor()
    await dialog.getByRole("button", { name: "Reverse the adjustment" }).click()
    await dialog
      .getByRole("alert")
      .getByText("coins must be no more than the wallet holds: it has 10, this needs 20")
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await button(page, "Cancel").click()
    await button(page, "Reverse 20 coins").waitFor()
    assert.equal(await coinsOf(shop, "ada"), "10")
    await page.context().close()
  })

  it("happen once if the answer is lost and the form is sent again", async () => {
    const { enter, world } = at()
    const shop = await world.partner("once")
    await shop.onboard("ada")
    const { page } = await enter(shop)
    let sent = 0
    await page.route("**/coins/adjust", async (route) => {
      if (sent++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.goto(memberUrl("ada"))
    await openAdjust(page, "Add coins", "30", "goodwill")
    await page.getByLabel("Reason").press("Enter")
    await page.getByText("The service could not be reached.").waitFor()
    await page.getByLabel("Reason").press("Enter")
    await page.getByRole("cell", { name: "+30" }).waitFor()
    assert.deepEqual([await coinsOf(shop, "ada"), sent], ["30", 2])
    await page.context().close()
  })

  it("are named apart on the overview, and have a line in the live feed with their reason", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("totals")
    await shop.rule()
    await shop.onboard("ada")
    await shop.award("ada")
    const { complaints, page } = await enter(shop)
    await page.goto(`${url}/dashboard`)
    await page.getByText("reconnects automatically").waitFor()
    assert.equal(await page.getByText("Adjusted by hand").count(), 0)
    await adjust(shop, 40, probe)
    await page.locator(".feed").getByText("had the balance adjusted").waitFor()
    await showsProbe(page)
    const debit = { userId: "ada", coins: 12.5, debitOrCredit: "DE", reason: "counted twice" }
    assert.equal((await world.send(shop.as(post("/laas/coins/adjust", debit)))).status, 201)
    await page.reload()
    await page.getByText("40 coins added, 12.5 removed").waitFor()
    // Earned and spent do not count them.
    assert.match(
      (await page.locator(".tiles").first().innerText()).replace(/\s+/g, " "),
      /Owed to members .* 37\.5 .*Coins earned .* 10 .*Coins spent .* 0 /
    )
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})
