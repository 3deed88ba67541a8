import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get, withBearer } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import type { HttpPartner } from "../support/world/http.ts"
import { newWatch } from "../support/world.ts"

const found = findBrowser()
const day = 86_400_000
const started = Date.now() - 40 * day
const watch = newWatch(new Date(started).toISOString())
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The tiles of a page, each as its label, its value and its note. */
const tilesOf = async (page: Page, within = "dl.tiles") => {
  const tiles = await page.locator(`${within} > div`).all()
  return Promise.all(tiles.map(async (tile) => (await tile.innerText()).split(/\s*\n\s*/).join(" ")))
}

/**
 * A partner whose member ada got 160 coins 40 days ago, of which 100 have expired since and 50 will, and 20 coins that still wait. The
 * service's clock then shows the present.
 */
const openShop = async (name: string): Promise<HttpPartner> => {
  watch.now = started
  const shop = await at().world.partner(name)
  const rules = [
    { name: "short", coinValue: "100", coinsExpire: "P20D" },
    { name: "long", coinValue: "50", coinsExpire: "P1Y" },
    { name: "lasting", coinValue: "10" },
    { name: "waiting", coinValue: "20", pendingDays: "60", coinsExpire: "P1M" }
  ]
  await shop.onboard("ada")
  for (const rule of rules) {
    await shop.rule(rule)
    await shop.award("ada", rule.name)
  }
  watch.now = Date.now()
  return shop
}

const past = dayAt(started + 5 * day)

describe("the liability, in a browser", () => {
  if ("missing" in found) return it.skip(`the liability: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path, { watch })
  })
  afterAll(() => opened?.close())

  it("says what is owed now and at the end of a past day, on every screen, and adds up", async () => {
    const { enter, url } = at()
    const { complaints, page } = await enter(await openShop("owes"))
    await page.goto(`${url}/dashboard/liability`)
    await page.getByText("How it came to this").waitFor()
    const [wallets, pending, soon, rest] = await tilesOf(page)
    assert.equal(wallets, "In wallets 60 can be spent")
    assert.equal(pending, "Pending 20 cannot be spent yet")
    assert.match(soon ?? "", /^Expire soon 0 by the end of \w+ \d{4}, if not spent$/)
    assert.equal(rest, "Do not expire 10 of those in wallets")
    const origins = page.getByRole("table", { name: "How the liability came about" })
    const lines = async () =>
      (await origins.locator("tbody tr").allInnerTexts()).map((line) => line.split(/\s*\t\s*/).at(-1))
    assert.deepEqual(await lines(), ["+180", "0", "0", "−100", "0", "80"])
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      assert.equal(await overflows(page), false, `${width}`)
      assert.deepEqual(await accessibilityFaults(page), [])
    }
    await button(page, "As a table").click()
    const months = page.getByRole("table", { name: "Coins that expire by month" })
    const month = new Date(started)
    month.setUTCFullYear(month.getUTCFullYear() + 1)
    const words = month.toLocaleDateString("en-GB", { month: "short", year: "numeric", timeZone: "UTC" })
    assert.match(await months.locator("tbody tr").last().innerText(), new RegExp(`^${words}\\s+50$`))
    assert.deepEqual(await accessibilityFaults(page), [])

    // By keyboard alone: the field takes the parts of a date one after the other.
    await page.getByLabel("As of the end of").focus()
    const [year, number, date] = past.split("-")
    await page.keyboard.type(`${number}${date}${year}`)
    await page.waitForURL(new RegExp(`\\?at=${past}$`))
    await page.getByText("What you owed your members at the end of").waitFor()
    assert.equal((await tilesOf(page))[0], "In wallets 160 can be spent")
    assert.deepEqual(await lines(), ["+180", "0", "0", "0", "0", "180"])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("is a CSV file with what the API answered", async () => {
    const { enter, url, world } = at()
    const shop = await openShop("exports")
    const { page } = await enter(shop)
    await page.goto(`${url}/dashboard/liability?at=${past}`)
    await page.getByText("How it came to this").waitFor()
    const arriving = page.waitForEvent("download")
    await button(page, "Download CSV").press("Enter")
    const download = await arriving
    assert.equal(download.suggestedFilename(), `liability-${past}.csv`)
    const instant = `${past}T23:59:59.999Z`
    const token = await world.logIn(shop.email)
    const reply = await world.send(withBearer(get(`/laas/coins/liability?at=${instant}`), token))
    const sums = dataIn(reply.body)
    const text = await readFile(await download.path(), "utf8")
    const lines = text.split("\r\n")
    assert.equal(lines[0], "\uFEFFat,figure,month,coins")
    assert.equal(lines.at(-1), "")
    for (const figure of ["outstanding", "pending", "expired", "awarded", "spent", "reversed", "adjusted"]) {
      assert.ok(lines.includes(`${instant},${figure},,${sums[figure]}`), `${figure}: ${text}`)
    }
    assert.equal(lines.filter((line) => line.includes(",expiring,")).length, 2)
    await page.context().close()
  })

  it("says at the field that a day has not come yet, and of a programme without coins that it owes nothing", async () => {
    const { enter, url, world } = at()
    const { page } = await enter(await world.partner("starts"))
    await page.goto(`${url}/dashboard/liability?at=${dayAt(Date.now() + 3 * day)}`)
    await page.locator(".fault", { hasText: "at must not be in the future" }).waitFor()
    assert.equal(
      await page.getByRole("button", { name: "Download CSV" }).getAttribute("aria-disabled"),
      "true"
    )
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByLabel("As of the end of").fill("")
    await page.getByText("No coins in wallets expire.").waitFor()
    assert.match(page.url(), /liability$/)
    assert.equal((await tilesOf(page))[0], "In wallets 0 can be spent")
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.context().close()
  })

  it("stands on the overview, whose other parts stay if it cannot be read", async () => {
    const { enter, url } = at()
    const { page } = await enter(await openShop("sees"))
    await page.route(
      "**/coins/liability",
      (route) =>
        route.fulfill({
          status: 503,
          json: {
            status: "failed",
            data: { errorType: "unavailable", appErrorCode: "", error: "the database is away" }
          }
        }),
      { times: 1 }
    )
    await page.goto(`${url}/dashboard`)
    await page.getByText("the database is away").waitFor()
    await page.getByText("Coins earned").waitFor()
    await button(page, "Try again").click()
    await page.getByText("Later: 50. Never: 10").waitFor()
    const [owed] = await tilesOf(page)
    assert.match(owed ?? "", /^Owed to members .* 80 .*20 of it pending$/)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: "As of a day" }).click()
    await page.getByRole("heading", { level: 1, name: "Liability" }).waitFor()
    await page.context().close()
  })

  it("shows a member's pending coins and next expiries, and confirms what waits", async () => {
    const { enter, url } = at()
    const shop = await openShop("member")
    const { complaints, page } = await enter(shop, { viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/dashboard/members/member?userId=ada`)
    const expiries = page.getByRole("table", { name: "Coins of ada that expire" })
    await expiries.waitFor()
    assert.equal(await expiries.locator("tbody tr").count(), 1)
    assert.match(await expiries.locator("tbody tr").innerText(), /\d{4}\s+50$/)
    await page.getByText("10 coins do not expire.").waitFor()
    assert.equal((await tilesOf(page))[0], "In the wallet 60 and 20 pending")
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: "and 20 pending" }).click()
    await page.waitForURL(/awards\?userId=ada&state=pending$/)
    await page.getByText(/pending, matures \w+ \d+ \w+/).waitFor()
    await page.goBack()

    await page
      .getByRole("list", { name: "Lists of this member" })
      .getByRole("link", { name: "Awards" })
      .click()
    await button(page, "Confirm waiting for ada").press("Enter")
    await page.getByText("ada can spend 20 coins of “waiting” at once.").waitFor()
    await button(page, "Confirm the award").press("Enter")
    await page.getByText("20 coins can be spent now").waitFor()
    await page.locator("dl.tiles .value", { hasText: /^80$/ }).waitFor()
    assert.equal(await overflows(page), false)
    await page.getByRole("link", { name: "Wallet" }).click()
    await expiries.locator("tbody tr").nth(1).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("notifies members as many days ahead as the settings say", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("notices")
    const { page } = await enter(shop, { viewport: { width: 360, height: 740 } })
    const stored = async () => dataIn((await world.send(shop.as(get("/laas/settings")))).body).expiryNotice
    await page.goto(`${url}/dashboard/settings`)
    const field = page.getByLabel("Days of notice")
    await field.waitFor()
    assert.equal(await field.inputValue(), "30")
    await field.fill("400")
    await field.press("Enter")
    await page
      .locator(".fault", { hasText: "expiryNotice must be a whole number of days from 1 to 365" })
      .waitFor()
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    for (const [text, value] of [
      ["14", 14],
      ["", null]
    ] as const) {
      await field.fill(text)
      await button(page, "Save the notice").click()
      await page.getByText("Settings saved").last().waitFor()
      await page
        .getByRole("button", { name: "Save the notice" })
        .and(page.locator("[aria-disabled=true]"))
        .waitFor()
      assert.equal(await stored(), value)
    }
    await page.goto(`${url}/dashboard/settings/audit?action=settings.update`)
    await page.getByText("expiryNotice 14 -> off").waitFor()
    await page.context().close()
  })
})
