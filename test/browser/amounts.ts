import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import type { HttpPartner } from "../support/world.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const coinsOf = async (partner: HttpPartner, userId: string) => {
  const { body } = await at().world.send(partner.as(get(`/laas/get-user-coin-data?userId=${userId}`)))
  return dataIn(body).totalPartnerCoins
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const explained = (page: Page) => page.getByRole("complementary", { name: "What it would do" })

const byAmount = {
  name: "purchase",
  coinValue: "1",
  unit: "10",
  maxCoins: "5",
  maxNumberOfParticipant: "100",
  condition: "buys something"
}

describe("amounts on the dashboard", () => {
  if ("missing" in found) return it.skip(`amounts: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("creates a rule that pays by amount, says what is wrong beside the field, and describes it everywhere alike", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("creates")
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/rules/new`)
    for (const [label, text] of [
      ["Name", "purchase"],
      ["Coins", "1"],
      ["Members who can earn it", "100"],
      ["Condition", "buys something"]
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text)
    }
    const unit = page.locator('[name="unit"]')
    const most = page.locator('[name="maxCoins"]')
    await most.fill("5")
    await button(page, "Create the rule").click()
    await page.locator(".fault", { hasText: "maxCoins can only be given together with unit" }).waitFor()
    await unit.fill("10.00001")
    await button(page, "Create the rule").click()
    await page.locator(".fault", { hasText: "unit must be a decimal above 0" }).waitFor()
    await page.locator('[name="unit"]:focus').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])

    // Only a single rule pays by amount.
    await page.getByLabel("Pays", { exact: true }).selectOption("batched")
    assert.equal(await unit.count(), 0)
    await page.getByLabel("Pays", { exact: true }).selectOption("single")
    await unit.fill("10")
    const sentence = "Pays 1 coin for every 10, at most 5 coins an award, to at most 100 members"
    await page.getByText(sentence).waitFor()
    await button(page, "Create the rule").click()
    await page.getByText("Rule purchase created").waitFor()
    await page.getByText(sentence).waitFor()
    assert.match((await page.locator("tbody tr").textContent()) ?? "", /1for every 10at most 5/)
    await page.getByRole("link", { name: "purchase" }).click()
    await page.getByText(sentence).waitFor()
    await page.locator(".pill", { hasText: /^by amount$/ }).waitFor()

    await page.getByRole("link", { name: "Edit" }).click()
    assert.equal(await unit.inputValue(), "10")
    await most.fill("")
    await button(page, "Save the changes").click()
    await page.getByText("Rule purchase saved").waitFor()
    await page.getByText("Pays 1 coin for every 10, to at most 100 members").waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("says what an amount pays while it is typed, and pays it", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("types")
    await partner.rule(byAmount)
    await partner.rule({ name: "visit" })
    await partner.onboard("ada")
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/award?userId=ada&ruleName=purchase`)
    await explained(page).getByText("Enter the amount").waitFor()
    const amount = page.getByLabel("Amount", { exact: true })
    await amount.fill("25")
    await explained(page)
      .getByText("1 coin for every 10, at most 5 coins an award; 25 pays 2.", { exact: true })
      .waitFor()
    await explained(page).getByRole("heading", { name: "Would pay 2 coins" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await amount.fill("5")
    await explained(page)
      .getByText(/amount must be at least 10/)
      .waitFor()
    await amount.fill("0.00001")
    await page.locator(".fault", { hasText: "amount must be a decimal above 0" }).waitFor()
    assert.equal(await button(page, "Award").isDisabled(), true)
    await amount.fill("250")
    await button(page, "Pay 5 coins").click()
    await page.getByText("Paid 5 coins to ada for 250").waitFor()
    assert.equal(await coinsOf(partner, "ada"), "5")

    // A rule without a unit has no amount.
    await page.goto(`${url}/dashboard/award?userId=ada&ruleName=visit`)
    await button(page, "Pay 10 coins").waitFor()
    assert.equal(await amount.count(), 0)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("reverses an award in parts: each says how many coins go back, and goes back once", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("parts")
    await partner.rule({ ...byAmount, maxCoins: "20" })
    await partner.onboard("ada")
    const body = { userId: "ada", ruleName: "purchase", amount: "105" }
    assert.equal((await world.send(partner.as(post("/laas/rules/award", body)))).status, 201)
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/awards`)
    const row = page.locator("tbody tr")
    await row.waitFor()
    assert.match((await row.textContent()) ?? "", /10for 105.*paid/)
    const dialog = page.getByRole("dialog", { name: "Reverse this award?" })
    const reverse = button(page, "Reverse purchase for ada")

    // Some coins. A key that is pressed twice, and an answer that is lost, take them back once.
    await reverse.click()
    assert.equal(await dialog.getByLabel("All that is left").isChecked(), true)
    await dialog.getByText("10 coins leave the wallet of ada. The payment no longer counts").waitFor()
    await dialog.getByLabel("Some coins").check()
    await dialog.getByLabel("Coins to take back").fill("11")
    await dialog.getByRole("button", { name: "Reverse the award" }).click()
    await dialog
      .locator(".fault", {
        hasText: "coins must be at most 10, the part of the award that is not reversed yet"
      })
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await dialog.getByLabel("Coins to take back").fill("3")
    await dialog.getByText("3 coins leave the wallet of ada, and 7 of the award stay.").waitFor()
    await page.route(
      "**/laas/rules/award/reverse",
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 }
    )
    await page.keyboard.press("Enter")
    await dialog.getByText("The service could not be reached").waitFor()
    assert.equal(await coinsOf(partner, "ada"), "7")
    await dialog.getByLabel("Coins to take back").press("Enter")
    await page.keyboard.press("Enter")
    await page.getByText("3 coins were taken back").waitFor()
    assert.equal(await coinsOf(partner, "ada"), "7")
    await row.getByText("partly reversed").waitFor()
    assert.match((await row.textContent()) ?? "", /107 leftfor 105/)

    // A part of the amount, which says the coins that the rest does not earn.
    if (await dialog.isVisible()) await page.keyboard.press("Escape")
    await reverse.click()
    await dialog.getByLabel("A part of the amount").check()
    await dialog.getByLabel("Amount that was returned").fill("50")
    await dialog
      .getByText(
        "By 1 coin for every 10, at most 20 coins an award, the 55 that is left pays 5. 2 coins leave"
      )
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await dialog.getByRole("button", { name: "Reverse the award" }).click()
    await page.getByText("2 coins were taken back").waitFor()
    assert.match((await row.textContent()) ?? "", /105 leftfor 55 of 105/)

    // All that is left.
    await page.getByLabel("State").selectOption("partly_reversed")
    await reverse.click()
    await dialog.getByText("5 coins leave the wallet of ada. The payment no longer counts").waitFor()
    await dialog.getByRole("button", { name: "Reverse the award" }).click()
    await page.getByText("5 coins were taken back").waitFor()
    await row.getByText(/^reversed/).waitFor()
    assert.equal(await reverse.count(), 0)
    assert.equal(await coinsOf(partner, "ada"), "0")
    assert.deepEqual(
      complaints.filter((complaint) => !/ERR_FAILED/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("shows partial reversals live on the overview and with the member, on a narrow screen too", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("live")
    await partner.rule(byAmount)
    await partner.onboard("ada")
    const { page } = await enter(partner, { viewport: { width: 360, height: 740 } })
    const body = { userId: "ada", ruleName: "purchase", amount: "25" }
    const { body: made } = await world.send(partner.as(post("/laas/rules/award", body)))
    await page.goto(`${url}/dashboard`)
    await page.getByText("reconnects automatically").waitFor()
    const part = { awardId: dataIn(made).id, coins: "1" }
    assert.equal((await world.send(partner.as(post("/laas/rules/award/reverse", part)))).status, 201)
    await page.getByText("ada had a part of purchase reversed").waitFor()
    assert.equal(await overflows(page), false)
    for (const [place, shown] of [
      ["/awards", page.getByText("partly reversed").last()],
      [
        "/members/member?userId=ada&view=awards",
        page.getByRole("table", { name: "Awards of ada" }).getByText("partly reversed")
      ],
      ["/rules", page.getByText("for every 10").last()],
      ["/award?userId=ada&ruleName=purchase", page.getByText("Enter the amount")],
      ["/rules/new", button(page, "Create the rule")]
    ] as const) {
      await page.goto(`${url}/dashboard${place}`)
      await shown.waitFor()
      assert.equal(await overflows(page), false, place)
    }
    await page.goto(`${url}/dashboard/awards`)
    await button(page, "Reverse purchase for ada").click()
    await page.getByLabel("A part of the amount").check()
    assert.equal(await overflows(page), false)
    await page.context().close()
  })
})
