import assert from "node:assert/strict"
import { accessibilityFaults, openStage, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { eventually } from "../support/wait.ts"

const found = findBrowser()
let opened: Stage | undefined
const days = (count: number) => count * 86_400_000
const at = () => opened ?? assert.fail("the browser did not open")

describe("the test side in a browser", () => {
  if ("missing" in found) return it.skip(`the test side: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("is shown with one click under a banner, which moves the clock and empties it", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("sides-in-a-browser")
    await partner.rule({ name: "live rule" })
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/rules`)
    await page.getByText("live rule").first().waitFor()
    const showTestSide = async () => {
      await page.locator(".me > button").click()
      await page.getByRole("button", { name: "Show the test side" }).click()
      await page.locator(".test-banner time").waitFor()
    }
    await showTestSide()
    const shown = async () =>
      Date.parse((await page.locator(".test-banner time").getAttribute("datetime")) ?? "")
    assert.ok((await shown()) < Date.now() + 60_000)
    await page.goto(`${url}/dashboard/rules`)
    await page.locator(".test-banner time").waitFor()
    assert.equal(await page.getByText("live rule").count(), 0)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "A week on" }).click()
    await eventually("a clock a week on", shown, (at) => at > Date.now() + days(6))
    await page.getByRole("button", { name: "Empty…" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Empty", exact: true }).click()
    await eventually("the clock of an empty side", shown, (at) => at < Date.now() + days(1))
    await page.locator(".test-banner").getByRole("button", { name: "Show the live side" }).click()
    await page.locator(".test-banner").waitFor({ state: "detached" })
    await page.goto(`${url}/dashboard/rules`)
    await page.getByText("live rule").first().waitFor()
    assert.deepEqual(complaints, [])
  })
})
