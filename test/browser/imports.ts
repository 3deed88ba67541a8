import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { csvOf, parseCsv } from "../../lib/schema/csv.ts"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import type { HttpPartner } from "../support/world.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const choose = (page: Page, text: string | Buffer, name = "lines.csv") =>
  page.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: typeof text === "string" ? Buffer.from(text) : text
  })
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

const countOf = async (shop: HttpPartner, path: string): Promise<number> => {
  const { text } = await at().world.send({
    ...shop.as(get(path)),
    headers: { ...shop.as(get(path)).headers, accept: "text/csv" }
  })
  return parseCsv(text).records.length - 1
}

/** The file that a click saves, line by line. */
const saved = async (
  page: Page,
  click: () => Promise<void>
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const [download] = await Promise.all([page.waitForEvent("download"), click()])
  const text = await readFile(await download.path(), "utf8")
  assert.ok(text.startsWith("\uFEFF"), "the file has no byte order mark")
  return parseCsv(text).records.map(({ cells }) => cells)
}

describe("imports on the dashboard", () => {
  if ("missing" in found) return it.skip(`imports: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("add 1,000 members with attributes, from a file of another spreadsheet, and save lists as CSV", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("imports-members")
    const { complaints, page } = await enter(shop)
    await page.goto(`${url}/dashboard/members`)
    await page.getByRole("link", { name: "Import…" }).click()
    assert.deepEqual((await saved(page, () => button(page, "Download a sample").click()))[0], [
      "userId",
      "attributes.tier",
      "attributes.birthMonth"
    ])
    const lines = Array.from({ length: 1000 }, (_, index) => `"žena ${index}; 🐎";gold;${index % 12}\r\n`)
    await choose(page, `\uFEFFuserId;attributes.tier;attributes.birthMonth\r\n${lines.join("")}`)
    await page.getByText("1,000 lines can be sent.").waitFor()
    await button(page, "Add 1,000 members").click()
    await page.getByText("All lines are sent: 1,000 done.").waitFor()
    assert.equal(await countOf(shop, "/laas/users"), 1000)
    const result = await saved(page, () => button(page, "Download the result").click())
    assert.equal(result.length, 1001)
    assert.deepEqual(result[1]?.slice(0, 3), ["2", "done", ""])

    await page.getByRole("link", { name: "Back to members" }).click()
    await page.getByLabel("Search").fill("žena 99")
    await page.waitForURL(/q=/)
    const link = page.getByRole("link", { name: "CSV of these members" })
    await page.locator('a[href*="search="]').waitFor()
    const list = await saved(page, () => link.click())
    assert.equal(list.length, 1 + 11)
    assert.equal(list[0]?.[1], "userId")
    assert.deepEqual(complaints, [])
  })

  it("award lines once, also if the same file is sent twice, and name every bad line", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("imports-awards")
    await shop.rule()
    await shop.onboard("ada")
    const { complaints, page } = await enter(shop)
    await page.goto(`${url}/dashboard/awards/import`)
    await choose(page, "userId,coins\nada,1\n")
    await page.getByText("lacks ruleName: add this column").waitFor()
    await choose(page, Buffer.from([0x75, 0xe9, 0x0a]), "latin.csv")
    await page.getByText("The file is not UTF-8.").waitFor()
    const good = Array.from({ length: 250 }, (_, index) => ["ada", "signup", "", `=note ${index}`])
    const bad = [
      ["", "signup", "", ""],
      ["ada", "signup", "1,5", ""],
      ["ada", "signup"]
    ]
    const text = csvOf([
      ["userId", "ruleName", "amount", "narration"],
      ...good,
      ["nobody!", "no rule", "", ""],
      ...bad
    ])
    for (const attempt of ["first", "second"]) {
      await page.goto(`${url}/dashboard/awards/import`)
      await choose(page, text)
      await page.getByText("251 lines can be sent, 3 lines cannot.").waitFor()
      const rows = await page.getByRole("table", { name: "Lines to fix" }).locator("tbody tr").allInnerTexts()
      assert.equal(rows.length, 3)
      assert.match(rows[0] ?? "", /253\s+userId\s+is required/)
      assert.match(rows[1] ?? "", /254\s+amount\s+must be a decimal/)
      assert.match(rows[2] ?? "", /255\s+has 2 cells instead of 4/)
      if (attempt === "first") {
        assert.deepEqual(await accessibilityFaults(page), [])
        await page.setViewportSize({ width: 360, height: 900 })
        assert.equal(await overflows(page), false)
        await page.setViewportSize({ width: 1280, height: 900 })
      }
      await button(page, "Award 251 lines").click()
      await page.getByText("All lines are sent: 250 done, 1 refused.").waitFor()
      assert.equal(await countOf(shop, "/laas/rules/awards"), 250)
      const result = await saved(page, () => button(page, "Download the result").click())
      assert.deepEqual(result[1]?.slice(4), ["ada", "signup", "", "=note 0"])
      assert.equal(result.filter(([, outcome]) => outcome === "refused").length, 1)
      assert.equal(result.filter(([, outcome]) => outcome === "not sent").length, 3)
    }
    assert.deepEqual(complaints, [])
  })

  it("go on after the connection was lost, without a second effect", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("imports-lost")
    await shop.rule()
    await shop.onboard("ada")
    const { page } = await enter(shop)
    await page.goto(`${url}/dashboard/awards/import`)
    let parts = 0
    // The second part arrives, and its answer is lost.
    await page.route("**/laas/rules/awards", async (route) => {
      parts += 1
      if (parts !== 2) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await choose(
      page,
      csvOf([["userId", "ruleName"], ...Array.from({ length: 250 }, () => ["ada", "signup"])])
    )
    await button(page, "Award 250 lines").click()
    await page.getByText("A line that did arrive has no second effect.").waitFor()
    await page.getByText("100 of 250 lines are sent: 100 done.").waitFor()
    assert.equal(await countOf(shop, "/laas/rules/awards"), 200)
    await button(page, "Go on").click()
    await page.getByText("All lines are sent: 250 done.").waitFor()
    assert.equal(await countOf(shop, "/laas/rules/awards"), 250)
  })

  it("adjust balances: what is above the limit waits for approval", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("imports-adjustments")
    await shop.onboard("ada")
    assert.equal((await world.send(shop.as(post("/laas/settings", { approveAbove: "10" })))).status, 200)
    const { complaints, page } = await enter(shop)
    await page.goto(`${url}/dashboard/members/adjust`)
    await choose(
      page,
      "userId,coins,debitOrCredit,reason,points\nada,10,CR,goodwill,true\nada,2.5,DE,twice,\nada,11,CR,a lot,\nada,5,XX,,\n"
    )
    await page.getByText("Adds 21 coins and removes 2.5 coins in the wallets of 1 member.").waitFor()
    const rows = await page.getByRole("table", { name: "Lines to fix" }).locator("tbody tr").allInnerTexts()
    assert.equal(rows.length, 2)
    await button(page, "Adjust 3 lines").click()
    await page.getByText("All lines are sent: 2 done, 1 wait for approval.").waitFor()
    const wallet = dataIn((await world.send(shop.as(get("/laas/get-user-coin-data?userId=ada")))).body)
    assert.equal(wallet.totalPartnerCoins, "7.5")
    assert.deepEqual(complaints, [])
  })
})
