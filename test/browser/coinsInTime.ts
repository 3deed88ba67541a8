import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

describe("coins in time on the dashboard", () => {
  if ("missing" in found) return it.skip(`coins in time: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("creates a rule whose coins wait and expire, says what is wrong beside the field, and describes it everywhere alike", async () => {
    const { enter, url, world } = at()
    const { complaints, page } = await enter(await world.partner("expires"))
    await page.goto(`${url}/dashboard/rules/new`)
    const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
    for (const [label, text] of [
      ["Name", "stay"],
      ["Coins", "5"],
      ["Members who can earn it", "100"],
      ["Condition", "stays a night"]
    ] as const) {
      await fill(label, text)
    }
    const wait = page.locator('[name="pendingDays"]')
    const years = page.locator('[name="coinsExpire"]')
    const months = page.locator('[name="coinsExpire.months"]')
    await wait.fill("366")
    await years.fill("11")
    await button(page, "Create the rule").click()
    await page.locator(".fault", { hasText: "pendingDays must be a whole number of days" }).waitFor()
    await page.locator(".fault", { hasText: "coinsExpire must be a period of whole years" }).waitFor()
    await page.locator('[name="pendingDays"]:focus').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overflows(page), false)

    await wait.fill("14")
    // A change of one part clears the fault of the period.
    await months.fill("6")
    assert.equal(await page.locator(".fault").count(), 0)
    await years.fill("1")
    const sentence = "Coins mature after 14 days and expire 1 year and 6 months later."
    await page.getByText(sentence).waitFor()
    await button(page, "Create the rule").click()
    await page.getByText("Rule stay created").waitFor()
    await page.getByText(sentence).waitFor()
    assert.match(
      (await page.locator("tbody tr").textContent()) ?? "",
      /5after 14 daysfor 1 year and 6 months/
    )
    await page.getByRole("link", { name: "stay" }).click()
    await page.getByText(sentence).waitFor()

    await page.getByRole("link", { name: "Edit" }).click()
    assert.deepEqual(
      [await wait.inputValue(), await years.inputValue(), await months.inputValue()],
      ["14", "1", "6"]
    )
    await wait.fill("")
    await button(page, "Save the changes").click()
    await page.getByText("Rule stay saved").waitFor()
    await page.getByText("Coins expire after 1 year and 6 months.").waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})
