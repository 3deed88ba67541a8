import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { codeOf } from "../accounts/secondFactor/authenticator.ts"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { password } from "../support/bodies.ts"
import { findBrowser } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { newWatch } from "../support/world.ts"

const found = findBrowser()
const period = 30_000
const watch = newWatch("2030-01-01T12:00:05.000Z")
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

describe("the second factor, in a browser", () => {
  if ("missing" in found) return it.skip(`the second factor: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path, { watch })
  })
  afterAll(() => opened?.close())

  it("is turned on with a QR code and a first code, asked for at the next sign-in, and removed", async () => {
    const { enter, url, visit, world } = at()
    const partner = await world.partner("authenticated")
    const { page } = await enter(partner, { viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/dashboard/settings/security`)
    await page.getByRole("button", { name: "Turn on the second factor" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("img", { name: "The secret as a QR code" }).waitFor()
    const secret = (await dialog.locator("pre").textContent()) ?? ""
    assert.match(secret, /^[A-Z2-7]{32}$/)
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])

    const right = codeOf(secret, watch.now)
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0")
    await dialog.getByRole("textbox", { name: "Code" }).fill(wrong)
    await dialog.getByRole("button", { name: "Turn it on" }).click()
    await dialog.getByText("otp is wrong or was used before").first().waitFor()
    assert.equal(await page.getByRole("heading", { name: "Sign in again" }).count(), 0)
    await dialog.getByRole("textbox", { name: "Code" }).fill(right)
    await dialog.getByRole("button", { name: "Turn it on" }).click()

    await page.getByRole("heading", { name: "The second factor is on" }).waitFor()
    const codes = ((await dialog.locator("pre").textContent()) ?? "").split("\n")
    assert.equal(codes.length, 10)
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    const downloading = page.waitForEvent("download")
    await dialog.getByRole("button", { name: "Download" }).click()
    const file = await (await downloading).path()
    assert.deepEqual(readFileSync(file, "utf8").trim().split("\n"), codes)
    await page.keyboard.press("Escape")
    await dialog.getByRole("button", { name: "I have stored them" }).click()
    await page.getByText("It is on: whoever signs in").waitFor()
    await page.context().close()

    const { page: second } = await visit()
    await second.goto(`${url}/dashboard`)
    await second.getByLabel("Workspace").fill("shop")
    await second.getByLabel("E-mail address").fill(partner.email)
    await second.getByLabel("Password").fill(password)
    await second.getByRole("button", { name: "Sign in" }).click()
    const code = second.getByRole("textbox", { name: "Code" })
    await code.waitFor()
    assert.equal(await second.getByRole("alert").count(), 0)
    assert.equal(await second.evaluate("document.activeElement.name"), "otp")
    assert.deepEqual(await accessibilityFaults(second), [])
    await code.fill(right)
    await second.getByRole("button", { name: "Sign in" }).click()
    await second.getByText("otp is wrong or was used before").first().waitFor()
    watch.now += period
    await code.fill(codeOf(secret, watch.now))
    await second.getByRole("button", { name: "Sign in" }).click()
    await second.getByRole("heading", { level: 1, name: "Overview" }).waitFor()

    await second.goto(`${url}/dashboard/settings/security`)
    await second.getByRole("button", { name: "Remove the second factor" }).click()
    await second
      .getByRole("dialog")
      .getByRole("textbox", { name: "Code" })
      .fill(codes[0] ?? "")
    await second.getByRole("button", { name: "Remove it" }).click()
    await second.getByText("It is off: whoever knows").waitFor()
    await second.goto(`${url}/dashboard/settings/audit`)
    await second.getByRole("cell", { name: "Second factor removed" }).waitFor()
    await second.context().close()
  })
})
