import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { openStage, type Stage } from "../dashboard/stage.ts"
import { password } from "../support/bodies.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

/** The name of the focused element, and whether its focus is visible. */
const focused = (page: Page): Promise<{ readonly name: string; readonly seen: boolean }> =>
  page.evaluate(`(() => {
    const active = document.activeElement
    const { outlineStyle, outlineWidth } = getComputedStyle(active)
    const { width, height, bottom, top } = active.getBoundingClientRect()
    const within = bottom > 0 && top < innerHeight && width > 0 && height > 0
    const ringed = outlineStyle !== "none" && parseFloat(outlineWidth) > 0
    const label = active.labels?.[0]?.firstChild?.textContent
    return { name: label ?? active.getAttribute("aria-label") ?? active.textContent, seen: active !== document.body && within && ringed }
  })()`)

/** Presses a key, and checks that the focus is visible. */
const press = async (page: Page, key: string): Promise<string> => {
  await page.keyboard.press(key)
  const { name, seen } = await focused(page)
  assert.ok(seen, `after ${key} the focus is lost or not seen: ${name}`)
  return name
}

/** Waits for a field, since Tab would leave a page that is still loading. Then moves to it by Tab. */
const tabToField = async (page: Page, label: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).first().waitFor()
  await tabTo(page, label)
}

/** Presses Tab until an element of this name has the focus. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  const passed: Array<string> = []
  for (let steps = 0; steps < 60; steps++) {
    const at = await press(page, "Tab")
    if (at === name) return
    passed.push(at)
  }
  assert.fail(`Tab does not lead to ${name}, but to ${passed.join(", ")}`)
}

/** Waits until the heading of a new page has the focus. */
const arrived = async (page: Page, title: string): Promise<void> => {
  await page.locator("h1:focus", { hasText: title }).waitFor()
  assert.ok((await focused(page)).seen, `the focus on ${title} is not seen`)
}

describe("the keyboard alone", () => {
  if ("missing" in found) return it.skip(`the keyboard: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("leads from signing in to a rule and a paid award, with a focus that is always visible", async () => {
    const { url, visit, world } = at()
    const partner = await world.partner("keys")
    await partner.onboard("ada")
    const { page } = await visit()
    await page.goto(`${url}/dashboard`)
    for (const [label, text] of [
      ["Workspace", "shop"],
      ["E-mail address", partner.email],
      ["Password", password]
    ] as const) {
      await tabToField(page, label)
      await page.keyboard.type(text)
    }
    await page.keyboard.press("Enter")
    await arrived(page, "Overview")
    await page.getByRole("link", { name: "Create the first rule" }).waitFor()
    assert.ok((await focused(page)).seen, "the focus is lost when the page is read")

    await press(page, "n")
    await arrived(page, "New rule")
    for (const [label, text] of [
      ["Name", "Coffee"],
      ["Coins", "2.5"],
      ["Members who can earn it", "10"],
      ["Condition", "buys a coffee"]
    ] as const) {
      await tabToField(page, label)
      await page.keyboard.type(text)
    }
    await page.keyboard.press("Enter")
    await arrived(page, "Rules")

    // The navigation is at the start of the document, after the skip link.
    await press(page, "Shift+Tab")
    for (let steps = 0; steps < 60 && (await focused(page)).name !== "AwardA"; steps++) {
      await press(page, "Shift+Tab")
    }
    await page.keyboard.press("Enter")
    await arrived(page, "Award")
    for (const [label, text] of [
      ["Member", "ad"],
      ["Rule", "cof"]
    ] as const) {
      await tabToField(page, label)
      await page.keyboard.type(text)
      await page.getByRole("option").first().waitFor()
      await press(page, "ArrowDown")
      await press(page, "Enter")
    }
    await page.getByRole("heading", { name: "Would pay 2.5 coins" }).waitFor()
    await tabTo(page, "Pay 2.5 coins")
    await page.keyboard.press("Enter")
    await page.getByText("Paid 2.5 coins to ada").waitFor()
    assert.ok((await focused(page)).seen, "the focus is lost after the award")
    const { body } = await world.send(partner.as(get("/laas/get-user-coin-data?userId=ada")))
    assert.equal(dataIn(body).totalPartnerCoins, "2.5")

    // A dialog takes the focus, and restores it.
    await page.locator("h1").press("?")
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.closest("dialog") !== null'), true)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    assert.ok((await focused(page)).seen, "the focus is lost after a dialog")
    await page.context().close()
  })
})
