import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { answer, answering, startPartner } from "../accounts/details/partner.ts"
import { record } from "../accounts/details/record.ts"
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

/** The browser reports the refusals of the API itself, which the page shows. */
const unexpected = (complaints: ReadonlyArray<string>) =>
  complaints.filter((complaint) => !/status of 400/.test(complaint))

const memberUrl = (userId: string) =>
  `${at().url}/dashboard/members/member?${new URLSearchParams({ userId })}`

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })

/** Onboards a member, and pays it coins. */
const rewarded = async (shop: HttpPartner, userId: string, coins: string): Promise<void> => {
  await shop.rule({ coinValue: coins })
  await shop.onboard(userId)
  await shop.award(userId)
}

const coinsOf = async (shop: HttpPartner, userId: string): Promise<unknown> => {
  const query = new URLSearchParams({ userId })
  return dataIn((await at().world.send(shop.as(get(`/laas/get-user-coin-data?${query}`)))).body)
    .totalPartnerCoins
}

/** The visible text of the table's rows. */
const rowsOf = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await page.locator("tbody tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " "))

const openTransfer = async (page: Page, coins: string): Promise<void> => {
  await button(page, "Redeem coins").click()
  await page.getByLabel("Coins").fill(coins)
  await button(page, "Continue").click()
}

describe("the members, in a browser", () => {
  if ("missing" in found) return it.skip(`the members: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("are onboarded by id from an empty page, found by the start of their id, and may have any id", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("members")
    const { complaints, page } = await enter(shop)
    await page.goto(`${url}/dashboard/members`)
    await heading(page, "No members yet").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: "Add member" }).first().click()
    await button(page, "Add member").click()
    await page.getByText("userId or tag is required").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    const ids = ["..", "new", "a/b?c=d#e&f %", probe]
    for (const id of ids) {
      await page.goto(`${url}/dashboard/members/new`)
      await page.getByLabel("Your id for the user").fill(id)
      await page.keyboard.press("Enter")
      await heading(page, id).waitFor()
      await heading(page, "No coins have moved yet").waitFor()
    }
    await showsProbe(page)
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Members" }).click()
    await page.getByRole("link", { name: probe }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: "..", exact: true }).click()
    await heading(page, "..").waitFor()
    await page.goBack()
    await page.getByRole("link", { name: probe }).waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("a/")
    await page.waitForURL(/\?q=a%2F$/)
    await page.getByRole("link", { name: ids[0]!, exact: true }).waitFor({ state: "detached" })
    assert.equal((await rowsOf(page)).length, 1)
    await page.getByLabel("Search").fill("zzz")
    await heading(page, "No member matches").waitFor()
    await button(page, "Clear the search").click()
    await page.getByRole("link", { name: probe }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("are onboarded by tag with the record of the partner's server, whose refusals are shown", async () => {
    const { enter, url, world } = at()
    const scripts = [
      answering("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"),
      answering(answer(JSON.stringify({ ...record, fullname: probe })))
    ]
    const server = await startPartner((socket, asked) => scripts[Math.min(1, count++)]?.(socket, asked))
    let count = 0
    const userDetailsUrl = `http://127.0.0.1:${server.port}/users`
    const shop = await world.partner("tags", { userDetailsUrl })
    const { complaints, page } = await enter(shop)
    await page.goto(`${url}/dashboard/members/new`)
    await page.getByText(userDetailsUrl).waitFor()
    await page.getByLabel("Tag").fill("ada")
    await button(page, "Add member").click()
    const words = (await page.getByRole("alert").textContent()) ?? ""
    assert.match(words, /^userDetailsUrl .*404/)
    await button(page, "Add member").click()
    await page.getByText(probe).first().waitFor()
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(unexpected(complaints), [])
    await page.context().close()
    await server.close()
  })

  it("have a wallet whose coins are transferred and refunded after a confirmation, with both sides and every balance", async () => {
    const { enter, world } = at()
    const shop = await world.partner("wallets")
    await rewarded(shop, "ada", "100")
    await world.send(
      shop.as(post("/laas/rules/award", { userId: "ada", ruleName: "signup", narration: probe }))
    )
    const { complaints, page } = await enter(shop)
    await page.goto(memberUrl("ada"))
    await page.getByText(probe).first().waitFor()
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page), [])

    for (const [given, problem] of [
      ["", "coins is required"],
      [
        "1.23456",
        'coins must be an amount of coins above 0, with at most 4 decimals and no more than 500000000000, got "1.23456"'
      ],
      ["200.5", "coins must be no more than the wallet holds: it has 200, this needs 200.5"]
    ] as const) {
      await openTransfer(page, given)
      await page.getByText(problem).waitFor()
      assert.equal(await page.getByLabel("Coins").getAttribute("aria-invalid"), "true")
      if (given === "") assert.deepEqual(await accessibilityFaults(page), [])
      await page.keyboard.press("Escape")
    }
    await openTransfer(page, "40.5")
    await page.getByText("40.5 coins will go from ada's wallet to wallets. 159.5 will remain.").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await coinsOf(shop, "ada"), "200")
    await button(page, "Redeem 40.5 coins").click()
    await page.getByRole("cell", { name: "−40.5" }).waitFor()
    assert.equal(await coinsOf(shop, "ada"), "159.5")
    const [transfer, award] = await rowsOf(page)
    assert.match(transfer ?? "", /^Redeemed .*ada → wallets .* −40.5 159.5 Refund/)
    assert.match(award ?? "", /^Award .*wallets → ada .* \+100 200/)

    await button(page, "Refund 40.5 coins").click()
    await page.getByText("Redeemed coins can be refunded once").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByLabel("Reason").fill("x".repeat(501))
    await button(page, "Refund 40.5 coins").last().click()
    await page
      .getByText(/must be text of 0 to 500 characters/)
      .first()
      .waitFor()
    await page.getByLabel("Reason").fill(probe)
    await button(page, "Refund 40.5 coins").last().click()
    await page.getByRole("cell", { name: "refunded" }).waitFor()
    assert.match((await rowsOf(page))[0] ?? "", /^Refund <img src=x .*wallets → ada .* \+40.5 200/)
    assert.equal(await coinsOf(shop, "ada"), "200")
    assert.deepEqual(unexpected(complaints), [])
    await page.context().close()
  })

  it("have rare actions behind a menu that Esc closes, and ranks in one line", async () => {
    const { enter, world } = at()
    const shop = await world.partner("member-menu")
    await rewarded(shop, "ada", "50")
    for (const width of [1440, 360]) {
      const { complaints, page } = await enter(shop, { viewport: { width, height: 900 } })
      await page.goto(memberUrl("ada"))
      await page.locator(".ranks").waitFor()
      const rows = await page
        .locator(".ranks > div")
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
      assert.equal(rows.length, 3)
      assert.equal(new Set(rows).size, width > 480 ? 1 : 2)
      const menu = page.locator(".menu.more")
      await button(page, "More").focus()
      await page.keyboard.press("Enter")
      await menu.getByRole("link", { name: "Export their data" }).waitFor()
      const box = (await menu.boundingBox()) ?? assert.fail("the menu has no place")
      assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box))
      assert.deepEqual(await accessibilityFaults(page), [])
      await page.keyboard.press("Escape")
      assert.equal(await menu.isVisible(), false)
      await button(page, "More").click()
      await menu.getByRole("button", { name: "Merge…" }).click()
      await page.getByRole("dialog").waitFor()
      assert.equal(await menu.isVisible(), false)
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "hidden" })
      await button(page, "More").click()
      await menu.getByRole("button", { name: "Erase…" }).click()
      await page.getByRole("dialog").getByLabel("Id of the member").waitFor()
      assert.equal(await overflows(page), false)
      assert.deepEqual(complaints, [])
      await page.context().close()
    }
  })

  it("lose coins once if the answer to a transfer is lost and it is sent again, by keyboard", async () => {
    const { enter, world } = at()
    const shop = await world.partner("unlucky")
    await rewarded(shop, "ada", "100")
    const { page } = await enter(shop)
    let lost = 0
    await page.route("**/transfer-from-user-wallet", async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.goto(memberUrl("ada"))
    await page.getByRole("cell", { name: "+100" }).waitFor()
    await button(page, "Redeem coins").press("Enter")
    await page.getByLabel("Coins").press("3")
    await page.getByLabel("Coins").press("0")
    await page.getByLabel("Coins").press("Enter")
    await button(page, "Redeem 30 coins").press("Enter")
    await page.getByText("The service could not be reached.").waitFor()
    await button(page, "Back").press("Enter")
    await page.getByLabel("Coins").press("Enter")
    await button(page, "Redeem 30 coins").press("Enter")
    await page.getByRole("cell", { name: "−30" }).waitFor()
    assert.deepEqual([await coinsOf(shop, "ada"), lost], ["70", 2])
    await page.context().close()
  })

  it("cannot transfer what another process has spent: the dialog shows the refusal and stays open", async () => {
    const { enter, world } = at()
    const shop = await world.partner("spent")
    await rewarded(shop, "ada", "100")
    const { page } = await enter(shop)
    await page.goto(memberUrl("ada"))
    await openTransfer(page, "60")
    await shop.transfer("ada", 50)
    await button(page, "Redeem 60 coins").click()
    const words = (await page.getByRole("alert").textContent()) ?? ""
    assert.match(words, /^coins must be no more than the wallet holds: it has 50, this needs 60/)
    assert.equal(await coinsOf(shop, "ada"), "50")
    await page.keyboard.press("Escape")
    await page.getByRole("cell", { name: "−50" }).waitFor()
    await page.context().close()
  })

  it("have lists in pages whose address holds the type and the page, on a small phone too", async () => {
    const { enter, world } = at()
    const shop = await world.partner("pages")
    await rewarded(shop, "ada", "10")
    for (const _ of Array(22).keys()) await shop.award("ada")
    await shop.transfer("ada", 5)
    const { complaints, page } = await enter(shop, { viewport: { width: 360, height: 740 } })
    await page.goto(memberUrl("ada"))
    await button(page, "Refund 5 coins").waitFor()
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.match((await rowsOf(page))[0] ?? "", /ada → pages .*Refund.* −5 225/)
    await page.getByLabel("Type").selectOption("award")
    await page.waitForURL(/&type=award$/)
    // The list of all types has another next page.
    await button(page, "Refund 5 coins").waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Next page" }).click()
    await page.getByRole("link", { name: "First page" }).waitFor()
    assert.match(page.url(), /type=award&after=/)
    assert.equal((await rowsOf(page)).length, 3)
    assert.match((await rowsOf(page))[2] ?? "", /\+10 10$/)
    await page.reload()
    await page.getByRole("link", { name: "First page" }).waitFor()
    await page.goBack()
    await page.getByRole("link", { name: "First page" }).waitFor({ state: "detached" })
    await page
      .getByRole("list", { name: "Lists of this member" })
      .getByRole("link", { name: "Awards" })
      .click()
    await page.getByRole("table", { name: "Awards of ada" }).waitFor()
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("say what failed with the request's id, and wait for the network", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("failures")
    const { page } = await enter(shop)
    await page.goto(memberUrl("nobody"))
    const alert = page.getByRole("alert")
    await alert.getByText("userId nobody was not found: onboard the user first").waitFor()
    assert.match((await alert.textContent()) ?? "", /Request [0-9a-f-]{36}/)
    await shop.onboard("nobody")
    await button(page, "Try again").click()
    await heading(page, "No coins have moved yet").waitFor()
    await page.goto(`${url}/dashboard/members?after=x`)
    await alert.getByText("after must be").waitFor()
    await page.context().setOffline(true)
    await page.getByRole("link", { name: "Leaderboards" }).click()
    await heading(page, "You are offline").waitFor()
    await page.context().setOffline(false)
    await heading(page, "Nobody is on this board yet").waitFor()
    await page.context().close()
  })
})
