// The frame of all pages: navigation, command palette and alerts.
import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { idIn } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { eventually } from "../support/wait.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

/** A name in Arabic, which is written from right to left. */
const layla = "ليلى حداد"

describe("the frame of the dashboard", () => {
  if ("missing" in found) return it.skip(`the frame: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("has groups, a menu that opens and closes by keyboard, and titles that name the subject", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("frame")
    const id = await partner.rule({ name: "spring" })
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/rules/${id}`)
    await heading(page, "spring")
    assert.equal(await page.title(), "spring · Rule · Laurel")
    const navigation = page.getByRole("navigation", { name: "Pages" })
    for (const title of ["Programme", "People", "Developers"]) {
      await navigation.getByRole("list", { name: title }).waitFor()
    }
    assert.equal(await navigation.locator("[aria-current]").textContent(), "Rules")
    await page.locator(".me > button").press("Enter")
    await page.getByRole("button", { name: "Sign out", exact: true }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Sign out", exact: true }).waitFor({ state: "hidden" })
    await page.locator(".me > button").press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await heading(page, "Security")
    await page.getByRole("button", { name: "Sign out", exact: true }).waitFor({ state: "hidden" })
    await page.setViewportSize({ width: 360, height: 700 })
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("a")
    await heading(page, "Award")
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("finds pages, rules, members and ids by keyboard, with one search for a typed word", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("palette")
    await partner.rule({ name: "double points" })
    await partner.onboard("dora")
    const id = idIn((await partner.award("dora", "double points")).body)
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/settings`)
    await heading(page, "Settings")
    const searches: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("search=")) searches.push(request.url())
    })
    const palette = page.getByRole("dialog", { name: "Search and commands" })
    const field = palette.getByRole("combobox")
    const options = palette.getByRole("option")
    await page.keyboard.press("Control+k")
    await field.waitFor()
    await options.filter({ hasText: "Liability" }).waitFor()
    assert.deepEqual(searches, [])
    // Three keys at once, which a slow machine would not type so fast.
    await page.evaluate(`(() => {
      const input = document.querySelector("dialog.palette input")
      for (const text of ["d", "do", "dou"]) {
        input.value = text
        input.dispatchEvent(new Event("input", { bubbles: true }))
      }
    })()`)
    await options.filter({ hasText: "double points" }).waitFor()
    assert.equal(searches.length, 2, searches.join(" "))
    assert.deepEqual(await accessibilityFaults(page, "dialog.palette"), [])
    await page.keyboard.press("Enter")
    await heading(page, "double points")
    assert.equal(await palette.count(), 0)

    await page.keyboard.press("Control+k")
    await field.fill("dora")
    await options.filter({ hasText: "dora" }).waitFor()
    await page.keyboard.press("Enter")
    await heading(page, "dora")

    await page.getByRole("button", { name: "Search" }).click()
    await field.fill(id)
    await options.filter({ hasText: "double points for dora" }).waitFor()
    assert.equal(await options.count(), 2)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.href.includes(id))

    await page.keyboard.press("Control+k")
    await field.fill("nothing like it")
    await palette.getByText("Nothing found.").waitFor()
    await page.keyboard.press("Escape")
    await palette.waitFor({ state: "detached" })
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("shows what needs a person, with a badge, and where to act", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("alerts")
    const { page: quiet } = await enter(partner)
    await quiet.goto(`${url}/dashboard/alerts`)
    await quiet.getByRole("heading", { name: "Nothing needs you" }).waitFor()
    assert.deepEqual(await accessibilityFaults(quiet), [])
    await quiet.context().close()

    const id = await partner.rule({ name: "bring a friend", maxNumberOfParticipant: "1" })
    await partner.onboard(layla)
    await partner.award(layla, "bring a friend")
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/alerts`)
    await page.locator(".alerts b", { hasText: "bring a friend is full" }).waitFor()
    await page.getByText("The only place is taken.").waitFor()
    await page.getByRole("link", { name: "Alerts 1 alert" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.setViewportSize({ width: 360, height: 700 })
    assert.equal(await overflows(page), false)
    await page.getByRole("link", { name: "Edit bring a friend is full" }).click()
    await heading(page, "Edit bring a friend")
    assert.match(page.url(), new RegExp(`/rules/${id}/edit$`))

    // The overview lists it, too.
    await page.goto(`${url}/dashboard`)
    await page.locator(".alerts b", { hasText: "bring a friend is full" }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("isolates names that people entered from the words around them", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("directions")
    await partner.rule({ name: layla })
    await partner.onboard(layla)
    await partner.award(layla, layla)
    const { page } = await enter(partner)
    for (const path of ["/rules", "/awards", "/members", "/leaderboards"]) {
      await page.goto(`${url}/dashboard${path}`)
      await page.locator("main tbody").getByText(layla).first().waitFor()
      const bare = await page.evaluate(`(() => {
        const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT)
        const found = []
        while (texts.nextNode()) {
          const { parentElement, textContent } = texts.currentNode
          if (textContent.includes(${JSON.stringify(layla)}) && !parentElement.closest("[dir=auto], .unseen")) found.push(parentElement.outerHTML)
        }
        return found
      })()`)
      assert.deepEqual(bare, [], path)
    }
    await page.context().close()
  })

  it("restores the rows and the place of a list after a step back", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("back")
    await partner.rule({ name: "visit" })
    await partner.onboard("ada")
    for (let count = 0; count < 45; count++) await partner.award("ada", "visit")
    const { page } = await enter(partner)
    await page.goto(`${url}/dashboard/awards`)
    await page.getByText("20 awards, and more").waitFor()
    await page.getByRole("button", { name: "Show more" }).click()
    await page.getByText("40 awards, and more").waitFor()
    const row = page.locator("tbody tr").nth(35)
    await row.scrollIntoViewIfNeeded()
    const scrolled = async () => Number(await page.evaluate("scrollY"))
    const before = await scrolled()
    assert.ok(before > 0)
    await row.getByRole("link").first().click()
    await heading(page, "ada")
    await page.goBack()
    await page.getByText("40 awards, and more").waitFor()
    await eventually("the old place on the page", scrolled, (place) => Math.abs(place - before) < 2)
    await page.context().close()
  })

  it("finds nothing for a filter of an unknown member, without an error", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("unknown")
    await partner.rule()
    const { page } = await enter(partner)
    for (const [path, title] of [
      ["awards", "No award matches"],
      ["activities", "No activity matches"]
    ] as const) {
      await page.goto(`${url}/dashboard/${path}?userId=nobody`)
      await page.getByRole("heading", { name: title }).waitFor()
      assert.equal(await page.getByRole("alert").count(), 0)
    }
    await page.context().close()
  })
})
