import assert from "node:assert/strict"
import type { Locator, Page } from "playwright-core"
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
import { join } from "../support/staff.ts"
import type { HttpPartner } from "../support/world.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const memberUrl = (userId: string) =>
  `${at().url}/dashboard/members/member?${new URLSearchParams({ userId })}`
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const steps = (page: Page) => ({
  choice: page.getByRole("dialog", { name: "Merge into another member" }),
  question: page.getByRole("dialog", { name: "Merge these members?" })
})

/** Opens the dialog of the merge, and chooses the member that remains. */
const choose = async (page: Page, into: string): Promise<void> => {
  await button(page, "Merge into another member…").click()
  const { choice } = steps(page)
  await choice.getByRole("combobox").fill(into)
  // Suggestions, which may arrive now, would lie over the button.
  await page.keyboard.press("Enter")
  await choice.getByRole("button", { name: "Continue" }).click()
}

const coinsOf = async (shop: HttpPartner, userId: string): Promise<unknown> => {
  const query = new URLSearchParams({ userId })
  return dataIn((await at().world.send(shop.as(get(`/laas/get-user-coin-data?${query}`)))).body)
    .totalPartnerCoins
}

const rowsOf = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await page.locator("main tbody tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " "))

/** Whether a person sees the element without scrolling. */
const isInWindow = async (element: Locator): Promise<boolean> => {
  const box = await element.boundingBox()
  const height = element.page().viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

describe("two members of one person, on the dashboard", () => {
  if ("missing" in found) return it.skip(`merges: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("become one after the figures and a typed confirmation, and both ids lead to it", async () => {
    const { enter, world } = at()
    const shop = await world.partner("merges")
    await shop.rule({ name: "visit", coinValue: "50.5" })
    await shop.rule({ name: "later", coinValue: "10", pendingDays: 3 })
    for (const userId of ["ada", probe]) {
      await shop.onboard(userId)
      await shop.award(userId, "visit")
    }
    await shop.award(probe, "later")
    const { complaints, page } = await enter(shop, { viewport: { width: 360, height: 740 } })
    const { choice, question } = steps(page)
    await page.goto(memberUrl(probe))
    await choose(page, "")
    await choice.locator(".fault", { hasText: "into is required" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await choice.getByRole("combobox").fill("nobody")
    await choice.getByRole("button", { name: "Continue" }).click()
    await choice.getByText("userId nobody was not found").waitFor()
    await choice.getByRole("combobox").fill(probe)
    await choice.getByRole("button", { name: "Continue" }).click()
    await choice.getByText(`${probe} leads to this member already.`).waitFor()
    await choice.getByRole("combobox").fill("ad")
    await choice.getByRole("option", { name: "ada" }).click()
    // A held key goes to the next step once, and presses nothing there.
    await choice.getByRole("button", { name: "Continue" }).focus()
    for (let repeat = 0; repeat < 4; repeat++) await page.keyboard.down("Enter")
    await page.keyboard.up("Enter")

    await question
      .getByText(
        `${probe} becomes a part of ada, with 50.5 coins and 10 pending coins. Both ids then lead to ada.`
      )
      .waitFor()
    const amounts = (await question.locator("tbody tr").allInnerTexts()).map((row) =>
      row.replace(/\s+/g, " ")
    )
    assert.deepEqual(amounts, [
      `${probe} becomes a part of ada 50.5 10`,
      "ada remains 50.5 0",
      "Together 101 10"
    ])
    await question.getByLabel("Id of the member that goes away").fill("ada")
    await question.getByRole("button", { name: "Merge the members" }).click()
    await question.locator(".fault", { hasText: "from must be" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overflows(page), false)
    await showsProbe(page)
    await question.getByLabel("Id of the member that goes away").fill(probe)
    assert.equal(await coinsOf(shop, "ada"), "50.5")
    await question.getByRole("button", { name: "Merge the members" }).click()

    await heading(page, "ada").waitFor()
    await page
      .getByText(`${probe} is now a part of ada, with 50.5 coins and 10 pending coins`, { exact: true })
      .waitFor()
    assert.equal(await page.evaluate("document.activeElement.tagName"), "H1")
    assert.equal(await page.title(), "ada · Member · Laurel")
    await page.getByRole("link", { name: "and 10 pending" }).waitFor()
    const [merge, ...awards] = await rowsOf(page)
    assert.match(merge ?? "", /^Coins of a merged member merged member → ada .* \+50.5 101$/)
    assert.deepEqual(
      awards.map((row) => row.includes("in the wallet of a merged member")),
      [true, false]
    )
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overflows(page), false)

    await page.goto(memberUrl(probe))
    await heading(page, "ada").waitFor()
    await page.getByText(`${probe} is another id of this member, and leads here.`).waitFor()
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overflows(page), false)
    await page
      .getByRole("list", { name: "Lists of this member" })
      .getByRole("link", { name: "Awards" })
      .click()
    await page.getByText(`as ${probe}`).first().waitFor()
    assert.deepEqual(
      (await rowsOf(page)).map((row) => row.includes(`as ${probe}`)),
      [true, true, false]
    )
    await choose(page, "ada")
    await choice.getByText("ada leads to this member already.").waitFor()
    assert.deepEqual(
      complaints.filter((complaint) => !/status of 400/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("are merged although a limit is passed only if the person says so, and not by a second press", async () => {
    const { enter, world } = at()
    const shop = await world.partner("limits")
    await shop.rule({ name: "once", coinValue: "20", userLimitAward: "1" })
    for (const userId of ["ada", "ada-2"]) {
      await shop.onboard(userId)
      await shop.award(userId, "once")
    }
    const { page } = await enter(shop, { viewport: { width: 360, height: 740 } })
    const { question } = steps(page)
    await page.goto(memberUrl("ada-2"))
    await choose(page, "ada")
    await question.getByLabel("Id of the member that goes away").fill("ada-2")
    for (let press = 0; press < 3; press++) {
      await question.getByRole("button", { name: "Merge the members" }).click()
      await question.getByText("rule once has paid both members 2 of 1 awards per member").waitFor()
    }
    assert.equal(await coinsOf(shop, "ada"), "20")
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overflows(page), false)
    const anyway = question.getByRole("checkbox", { name: "Merge anyway" })
    assert.equal(await isInWindow(anyway), true)
    await anyway.check()
    await question.getByRole("button", { name: "Merge anyway" }).click()
    await heading(page, "ada").waitFor()
    assert.equal(await coinsOf(shop, "ada-2"), "40")
    await page.context().close()
  })

  it("are merged once if the answer is lost, and not if the id leads to a third member meanwhile", async () => {
    const { enter, world } = at()
    const shop = await world.partner("races")
    for (const userId of ["ada", "ada-2", "bob", "cy"]) await shop.onboard(userId)
    const { page } = await enter(shop)
    const { question } = steps(page)
    await page.goto(memberUrl("ada-2"))
    await choose(page, "ada")
    await question.getByLabel("Id of the member that goes away").fill("ada-2")
    await page.route("**/users/merge", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await question.getByRole("button", { name: "Merge the members" }).click()
    await question.getByText("The service could not be reached.").waitFor()
    await page.unroute("**/users/merge")
    await question.getByRole("button", { name: "Merge the members" }).click()
    await page.getByText("ada-2 is now a part of ada, with no coins", { exact: true }).waitFor()

    await page.goto(memberUrl("cy"))
    await choose(page, "ada-2")
    await question.getByText("cy becomes a part of ada, with no coins.").waitFor()
    const { status } = await world.send(shop.as(post("/laas/users/merge", { from: "cy", into: "bob" })))
    assert.equal(status, 200)
    await question.getByLabel("Id of the member that goes away").fill("cy")
    await question.getByRole("button", { name: "Merge the members" }).click()
    await question.getByText("cy now leads to bob. Nothing was merged.").waitFor()
    await question.getByRole("button", { name: "Close" }).click()
    await heading(page, "bob").waitFor()
    await page.getByText("cy is another id of this member, and leads here.").waitFor()
    await page.context().close()
  })

  it("are not merged by people whose role does not allow it", async () => {
    const { enter, world } = at()
    const shop = await world.partner("watched")
    await shop.onboard("ada")
    const { email } = await join(world, shop, "vera@merges.example", "viewer")
    const { page } = await enter({ ...shop, email })
    await page.goto(memberUrl("ada"))
    await page.getByRole("heading", { name: "Personal data" }).waitFor()
    assert.equal(await button(page, "Merge into another member…").count(), 0)
    await page.context().close()
  })
})
