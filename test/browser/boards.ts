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
import { post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import type { HttpPartner } from "../support/world.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const now = new Date()
const year = String(now.getUTCFullYear())
const monthName = now.toLocaleString("en", { month: "long", timeZone: "UTC" })

/** The visible text of the table's rows. */
const rowsOf = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await page.locator("tbody tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim())

/** The rows of the table, once the last of them is there. */
const until = async (page: Page, ...rows: ReadonlyArray<string>): Promise<void> => {
  await page.getByRole("row", { name: rows.at(-1) ?? "", exact: true }).waitFor()
  assert.deepEqual(await rowsOf(page), rows)
}

/** Onboards members, and pays each of them the given number of times. */
const pay = async (shop: HttpPartner, paid: Readonly<Record<string, number>>): Promise<void> => {
  await shop.rule()
  for (const [userId, times] of Object.entries(paid)) {
    await shop.onboard(userId)
    for (const _ of Array(times).keys()) await shop.award(userId)
  }
}

describe("the leaderboards, in a browser", () => {
  if ("missing" in found) return it.skip(`the leaderboards: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("say what they are for while nobody is on them", async () => {
    const { enter, url, world } = at()
    const { complaints, page } = await enter(await world.partner("nobody"))
    await page.goto(`${url}/dashboard/leaderboards`)
    await page.getByRole("heading", { name: "Nobody is on this board yet" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.goto(`${url}/dashboard/leaderboards?board=earner&year=${Number(year) - 1}`)
    await page.getByText("Nobody.").first().waitFor()
    assert.equal(await page.getByText("Nobody.").count(), 12)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("show competition ranks, explain ties, and have the board and its period in the address", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("ties")
    await pay(shop, { ada: 2, bob: 2, [probe]: 1 })
    await shop.transfer("bob", 5)
    const { complaints, page } = await enter(shop)
    await page.goto(`${url}/dashboard/leaderboards`)
    await page.getByRole("link", { name: "ada" }).waitFor()
    assert.deepEqual(
      (await rowsOf(page)).map((row) => row.split(" ")[0]),
      ["1", "1", "3"]
    )
    await page
      .getByText("2 members share rank 1: of equal scores, the one that was reached first is listed first.")
      .waitFor()
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page), [])

    await page.getByLabel("Board").selectOption("spender")
    await page.getByText("Coins that members redeemed at any time.").waitFor()
    await until(page, "1 bob 5")
    await page.getByLabel("Board").selectOption("earner")
    await page.getByLabel("Year").selectOption(year)
    await page.getByLabel("Month", { exact: true }).selectOption({ label: monthName })
    await page.waitForURL(new RegExp(`board=earner&year=${year}&month=${now.getUTCMonth() + 1}$`))
    await until(page, "1 ada 20", "1 bob 20", `3 ${probe} 10`)
    await page.reload()
    await page.getByRole("link", { name: probe }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("lead to a member on any page, and know ranks that are shared with the previous page", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("pages")
    await pay(shop, {
      top: 2,
      ...Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`m${index + 10}`, 1]))
    })
    await shop.onboard("idle")
    const { complaints, page } = await enter(shop, { viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/dashboard/leaderboards?board=earner`)
    await page.getByRole("row", { name: "1 top 20" }).waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("m31")
    await page.keyboard.press("Enter")
    await page.getByText("m31 has rank 2 of 24, with 10 coins.").waitFor()
    await page.getByText("Several members share rank 2").waitFor()
    assert.match(page.url(), /around=m31$/)
    assert.deepEqual(
      (await rowsOf(page)).map((row) => row.split(" ").slice(0, 2)),
      [
        ["2", "m29"],
        ["2", "m30"],
        ["2", "m31"],
        ["2", "m32"]
      ]
    )
    assert.equal(await page.locator("tr[aria-current]").count(), 1)
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: "Previous page" }).click()
    await page.getByText("Page 1 of 2 · 24 members").waitFor()
    assert.equal((await rowsOf(page))[0], "1 top 20")
    await page.getByText("m31 has rank 2 of 24").waitFor()

    await page.getByLabel("Jump to a member").fill("idle")
    await page.getByRole("button", { name: "Jump" }).click()
    await page.getByText("idle is not on this board yet.").waitFor()
    assert.deepEqual(complaints, [])
    await page.getByLabel("Jump to a member").fill("stranger")
    await page.getByRole("button", { name: "Jump" }).click()
    await page.getByRole("alert").getByText("stranger was not found").waitFor()
    await page.context().close()
  })

  it("show a year as twelve charts with one scale, and the same as a table", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("year")
    await pay(shop, { ada: 4, [probe]: 1 })
    await world.send(shop.as(post("/laas/users", { userId: "idle" })))
    const { complaints, page } = await enter(shop)
    await page.goto(`${url}/dashboard/leaderboards?board=earner&year=${year}`)
    await page.getByText("The year as a table").waitFor()
    await showsProbe(page)
    assert.equal(await page.locator(".charts > li").count(), 12)
    const widths = await page
      .locator(".charts rect")
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute("width")))
    assert.deepEqual(widths, ["100%", "25%"])
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByText("The year as a table").click()
    await until(page, `${monthName} ada 40`, `${monthName} ${probe} 10`)
    await page.setViewportSize({ width: 360, height: 740 })
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: monthName, exact: true }).click()
    await page.waitForURL(/month=/)
    await until(page, "1 ada 40", `2 ${probe} 10`)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})
