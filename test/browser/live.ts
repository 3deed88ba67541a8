import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { accessibilityFaults, openStage, probe, type Stage, showsProbe } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { get, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const live = (page: Page) =>
  page.locator("h2", { hasText: "Live" }).getByText("reconnects automatically").waitFor()

/** Sets whether the tab is visible for its scripts. */
const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate(
    `Object.defineProperty(document, "hidden", { value: ${hidden}, configurable: true });
     document.dispatchEvent(new Event("visibilitychange"))`
  )

describe("the live feed on the overview", () => {
  if ("missing" in found) return it.skip(`the live overview: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("is one list of awards and events, which does not move while the pointer is in it", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("pointing", { partnerName: probe })
    await partner.rule({ name: probe })
    for (const id of ["ann", "bob", "cleo", "dan"]) await partner.onboard(id)
    // One award before the feed has a reader, and one that is both in the list and in the feed.
    await partner.award("ann", probe)
    await world.send(partner.as(get("/laas/events")))
    await partner.award("bob", probe)
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard`)
    await live(page)
    await showsProbe(page)
    const lines = page.locator(".feed li")
    assert.equal(await lines.count(), 2)
    assert.deepEqual(await accessibilityFaults(page), [])

    await lines.first().hover()
    await partner.award("cleo", probe)
    await page.getByRole("button", { name: "1 new" }).waitFor()
    await partner.award("dan", probe)
    await page.getByRole("button", { name: "2 new" }).waitFor()
    assert.match((await lines.first().textContent()) ?? "", /^bob/)
    await page.mouse.move(0, 0)
    await page.getByRole("button", { name: "2 new" }).waitFor({ state: "detached" })
    assert.deepEqual(
      (await lines.allTextContents()).map((line) => line.split(" ")[0]),
      ["dan", "cleo", "bob", "ann"]
    )
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("continues if the reader scrolled away before the page watched scrolling", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("scrolling")
    await partner.rule()
    await partner.onboard("ann")
    await partner.award("ann")
    const { page } = await enter(partner, { viewport: { width: 1280, height: 240 } })
    await page.clock.install()
    await page.goto(`${url}/dashboard`)
    await live(page)
    const scroll = (to: string) =>
      page.evaluate(
        `new Promise((done) => { addEventListener("scroll", done, { once: true }); scrollTo(0, ${to}) }).then(() => {})`
      )
    await scroll("document.documentElement.scrollHeight")
    assert.ok(await page.evaluate(`document.querySelector(".feed").getBoundingClientRect().top < 0`))
    // Stops the clock of the page's effects.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await partner.award("ann")
    const news = page.getByRole("button", { name: "1 new" })
    await news.waitFor()
    await scroll("0")
    assert.equal(await news.count(), 1)
    await page.clock.resume()
    await news.waitFor({ state: "detached" })
    assert.equal(await page.locator(".feed li").count(), 2)
    await page.context().close()
  })

  it("closes its connection in a hidden tab, and reloads when the tab is shown again", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("hiding")
    await partner.rule()
    await partner.onboard("ann")
    await partner.onboard("bob")
    await partner.award("ann")
    const { page } = await enter(partner)
    await page.clock.install()
    await page.goto(`${url}/dashboard`)
    await live(page)
    const closed = page.waitForEvent("requestfailed", (request) => /\/laas\/events/.test(request.url()))
    await setHidden(page, true)
    await page.clock.fastForward(31_000)
    await closed
    await page.getByText("reconnecting").waitFor()
    await partner.award("bob")
    await setHidden(page, false)
    await page.getByText("bob was paid for signup").waitFor()
    await live(page)
    assert.equal(await page.locator(".feed li").count(), 2)

    // Shows the tab before the page waits for it: the clock of its effects is stopped.
    await partner.onboard("cleo")
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await setHidden(page, true)
    await page.clock.fastForward(31_000)
    await setHidden(page, false)
    await partner.award("cleo")
    await page.clock.resume()
    await page.getByText("cleo was paid for signup").waitFor()
    await live(page)
    await page.context().close()
  })

  it("is read as pages if streams are refused, and asks to sign in when the session has ended", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("draining")
    await partner.rule()
    await partner.onboard("ann")
    await partner.onboard("bob")
    await partner.award("ann")
    const { page } = await enter(partner)
    await page.goto(`${url}/dashboard`)
    await live(page)
    // Ends the streams, and refuses others.
    world.drain()
    await page.getByText("reconnecting").waitFor()
    await partner.award("bob")
    await page.getByText("bob was paid for signup").waitFor()
    await world.send(partner.as(post("/laas/iam/logout-all")))
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor()
    await page.context().close()
  })
})
