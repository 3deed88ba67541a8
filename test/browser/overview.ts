import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import type { HttpPartner } from "../support/world/http.ts"
import { newWatch } from "../support/world.ts"

const found = findBrowser()
const day = 86_400_000
const started = Date.now() - 40 * day
const watch = newWatch(new Date(started).toISOString())
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
const textOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().innerText()).replace(/\s+/g, " ")

/** 40 days ago ada got 10 coins. Two days ago she got 20, bob 10, and a limit refused bob another 10; then ada spent 5. */
const openShop = async (name: string): Promise<HttpPartner> => {
  watch.now = started
  const shop = await at().world.partner(name)
  for (const userId of ["ada", "bob"]) await shop.onboard(userId)
  await shop.rule({ name: "visit", limits: [{ per: "member", period: "day", awards: 2 }] })
  await shop.rule({ name: "review", userLimitAward: "1" })
  await shop.award("ada", "visit")
  watch.now = Date.now() - 2 * day
  const again = await shop.again()
  for (const [userId, ruleName] of [
    ["ada", "visit"],
    ["ada", "visit"],
    ["bob", "review"]
  ] as const)
    await again.award(userId, ruleName)
  const refused = post("/laas/rules/award", { userId: "bob", ruleName: "review" })
  assert.equal((await at().world.send(again.as(refused))).status, 400)
  await again.transfer("ada", 5)
  watch.now = Date.now()
  return again.again()
}

const open = async (name: string, options = {}, path = "") => {
  const { enter, url } = at()
  const shop = await openShop(name)
  const { complaints, page } = await enter(shop, options)
  await page.goto(`${url}/dashboard${path}`)
  await page.getByText("Expires if not spent").waitFor()
  return { complaints, page, shop }
}

describe("the overview, in a browser", () => {
  if ("missing" in found) return it.skip(`the overview: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path, { watch })
  })
  afterAll(() => opened?.close())

  it("says what is owed, and what happened in the range against the range before, on every screen", async () => {
    for (const options of [
      { viewport: { width: 1440, height: 900 } },
      { viewport: { width: 360, height: 740 }, colorScheme: "dark" as const }
    ]) {
      const { complaints, page } = await open(`says-${options.viewport.width}`, options)
      const tiles = await textOf(page, ".tiles")
      assert.match(
        tiles,
        /Owed to members .* 35 ▲ 250 % since .*Coins earned .* 30 ▲ 200 % on 10 .*Coins spent .* 5 /
      )
      assert.match(tiles, /Awards paid .* 3 ▲ 200 % on 1 about 1 not paid/)
      const text = await textOf(page, "main")
      assert.match(text, /Cost by rule .* visit 20 ?▲ 100 % review 10 ?new/)
      assert.match(text, /about 1 not paid, 3 paid Payments to each member, ever review 1/)
      assert.match(text, /Most active .* ada 20 2 awards bob 10 1 award/)
      assert.deepEqual(await accessibilityFaults(page), [])
      assert.equal(await overflows(page), false)
      assert.deepEqual(complaints, [])
      await page.context().close()
    }
  })

  it("has its range in the address and in its headings, and goes back to the range before", async () => {
    const { page } = await open("range")
    await page.getByRole("link", { name: "7 days" }).click()
    await page.getByText("compared with the 7 days before").waitFor()
    assert.match(page.url(), /days=7$/)
    await page.getByText("▲ from 0").first().waitFor()
    await page.goBack()
    await page.getByText("compared with the 30 days before").waitFor()
    await page.getByRole("button", { name: "Own dates" }).click()
    await page.getByLabel("To", { exact: true }).fill("2020-01-01")
    await page.getByText("the last day must not be before the first").waitFor()
    await page.getByLabel("To", { exact: true }).fill(dayAt(started))
    await page.getByLabel("From", { exact: true }).fill(dayAt(started - 2 * day))
    await page.getByText("compared with the 3 days before").waitFor()
    assert.ok(page.url().endsWith(`from=${dayAt(started - 2 * day)}&to=${dayAt(started)}`))
    await page.locator(".tiles", { hasText: /Coins earned.*10▲ from 0/ }).waitFor()
    await page.context().close()
  })

  it("reads out the day that the arrow keys or the pointer choose, and shows the numbers as table and CSV", async () => {
    const { page } = await open("reads")
    const plot = page.getByRole("slider", { name: "Coins by day. Choose a day" })
    await plot.focus()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    assert.match(await textOf(page, ".readout"), /Earned 30 Spent 5 Expired 0 More owed \+25/)
    assert.match((await plot.getAttribute("aria-valuetext")) ?? "", /earned 30, spent 5, expired 0$/)
    await page.keyboard.press("Home")
    assert.equal(await plot.getAttribute("aria-valuenow"), "1")
    const box = (await plot.boundingBox()) ?? assert.fail("the plot is not shown")
    await page.mouse.move(box.x + box.width - 2, box.y + 20)
    assert.equal(await plot.getAttribute("aria-valuenow"), "30")
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).first().click()
    ])
    const lines = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/)
    assert.equal(lines.length, 31)
    assert.match(lines[28] ?? "", new RegExp(`${dayAt(Date.now() - 2 * day)},3,30,0,5,0,0,0,0,1,35$`))
    await page.getByRole("button", { name: "Table" }).first().click()
    const row = page.getByRole("table", { name: "Coins by day" }).getByRole("row").nth(3)
    assert.match((await row.innerText()).replace(/\s+/g, " "), /30 5 0 0 3/)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.context().close()
  })

  it("moves with live events", async () => {
    const { page, shop } = await open("live")
    await page.getByText("reconnects automatically").waitFor()
    const award = post("/laas/rules/award", { userId: "bob", ruleName: "visit" })
    assert.equal((await at().world.send(shop.as(award))).status, 201)
    await page.locator(".tiles").getByText("40", { exact: true }).waitFor()
    assert.match(await textOf(page, ".tiles"), /Owed to members .* 45 /)
    await page.context().close()
  })

  it("keeps its frames without coins, and says what fills them", async () => {
    const { page } = await open("empty", {}, "/?from=2020-01-01&to=2020-01-31")
    await page.getByText("No coins in these days.").waitFor()
    for (const words of ["No rule paid coins.", "Nothing was refused.", "Nobody earned coins."])
      await page.getByText(words).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.context().close()
  })
})
