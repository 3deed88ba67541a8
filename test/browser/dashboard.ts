import assert from "node:assert/strict"
import type { Browser } from "playwright-core"
import { password } from "../support/bodies.ts"
import { findBrowser, launch } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { enter, faultsOf, fill, heading, openSite, press, type Site, signIn } from "./parts/dashboard.ts"

const found = findBrowser()
let opened: { readonly site: Site; readonly browser: Browser } | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const probe = "<img src=x onerror=alert(1)>"

describe("the dashboard, in a browser", () => {
  if ("missing" in found) return it.skip(`the dashboard: ${found.missing}`)

  beforeAll(async () => {
    opened = { site: await openSite(), browser: await launch(found.path) }
  })
  afterAll(async () => {
    await opened?.browser.close()
    await opened?.site.close()
  })

  it("names the wrong field of a form before and after it is sent, and keeps what was typed", async () => {
    const { browser, site } = at()
    const { email, rule } = await site.world.partner("forms")
    await rule({ name: "taken" })
    const { context, page } = await enter(browser, site)
    await page.goto(`${site.url}/dashboard/rules/new`)
    // Signing in does not change the address.
    await signIn(page, email)
    await heading(page, "New rule")
    await page.getByLabel("Pays").selectOption("combined")
    await fill(page, "Coins", "0.12345")
    await press(page, "Create the rule")
    await page.locator(".fault", { hasText: "coinValue must be an amount of coins above 0" }).waitFor()
    await page.locator(".fault", { hasText: "rules.1.condition is required" }).waitFor()
    await fill(page, "Coins", "5")
    await fill(page, "Members who can earn it", "3")
    await fill(page, "Name", "taken")
    for (const index of [1, 2]) {
      await fill(page, `Name of sub-rule ${index}`, `part ${index}`)
      await page.locator(`[name="rules.${index - 1}.condition"]`).fill(probe)
    }
    await press(page, "Add a limit")
    await page.locator('[name="limits.0.coins"]').fill("100")
    await page.locator('[name="timeZone"]').fill("Nowhere/City")
    await press(page, "Create the rule")
    await page.locator(".fault", { hasText: "timeZone must be the IANA name" }).waitFor()
    await page.locator('[name="timeZone"]').fill("Europe/Berlin")
    await press(page, "Create the rule")
    await page.getByRole("alert").filter({ hasText: /taken/ }).waitFor()
    await fill(page, "Name", probe)
    await press(page, "Create the rule")
    await heading(page, "Rules")
    await page.getByRole("link", { name: probe }).click()
    await heading(page, probe)
    assert.equal(await page.locator("img").count(), 0)
    await page.getByRole("link", { name: "Edit" }).click()
    await heading(page, `Edit ${probe}`)
    assert.equal(await page.locator("img").count(), 0)
    await page.locator('[name="rules.0.status"]').selectOption("inactive")
    await press(page, "Save the changes")
    await page.getByRole("status").filter({ hasText: "saved" }).waitFor()
    await page.getByRole("button", { name: `Deactivate ${probe}` }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click()
    await page.getByRole("button", { name: `Activate ${probe}` }).waitFor()
    await context.close()
  })

  it("has no accessibility fault on any page, in both themes and on a small phone", async () => {
    const { browser, site } = at()
    const { award, email, onboard, rule } = await site.world.partner("axe")
    await rule({ limits: [{ per: "rule", period: "day", coins: "11" }] })
    await onboard("ada")
    await award("ada")
    const { context, page } = await enter(browser, site, true)
    for (const [path, title] of [
      ["/onboard", "Onboard a partner"],
      ["/forgot", "Forgotten password"],
      ["/", "Sign in"]
    ] as const) {
      await page.goto(`${site.url}/dashboard${path}`)
      await heading(page, title)
      assert.deepEqual(await faultsOf(page), [])
    }
    await signIn(page, email)
    await page.getByText("Coins earned").waitFor()
    await page.getByText("Expires if not spent").waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole("button", { name: "Table" }).first().click()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press("n")
    await heading(page, "New rule")
    await page.getByLabel("Pays").selectOption("combined")
    await press(page, "Add a limit")
    await press(page, "Create the rule")
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole("link", { name: "Rules" }).click()
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await press(page, "Leave")
    await heading(page, "Rules")
    await page.getByRole("link", { name: "signup" }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press("/")
    assert.equal(await page.evaluate("document.activeElement.type"), "search")
    await page.keyboard.type("nothing like it")
    await page.getByText("No rule matches").waitFor()
    assert.match(page.url(), /\?q=nothing/)
    await page.locator("h1").focus()
    await page.keyboard.press("?")
    await page.getByRole("dialog").waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await context.close()
  })

  it("asks for the password in a dialog when the session has ended, and continues where it was", async () => {
    const { browser, site } = at()
    const { email } = await site.world.partner("lapsed")
    const { complaints, context, page } = await enter(browser, site)
    await page.goto(`${site.url}/dashboard/rules/new`)
    await signIn(page, email)
    await heading(page, "New rule")
    for (const [label, value] of [
      ["Name", "kept"],
      ["Coins", "1"],
      ["Members who can earn it", "2"],
      ["Condition", "c"]
    ] as const) {
      await fill(page, label, value)
    }
    const again = await site.world.logIn(email)
    await site.world.send({
      method: "POST",
      path: "/laas/iam/logout-all",
      headers: { authorization: `Bearer ${again}` },
      body: undefined
    })
    await press(page, "Create the rule")
    const dialog = page.getByRole("dialog", { name: "Sign in again" })
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.getByLabel("Password").fill(password)
    await dialog.getByRole("button", { name: "Sign in" }).click()
    await dialog.waitFor({ state: "detached" })
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "kept")
    await press(page, "Create the rule")
    await heading(page, "Rules")
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it("ends the session after signing out, and scripts of the page cannot read its token", async () => {
    const { browser, site } = at()
    const { email } = await site.world.partner("leaving")
    const { context, page } = await enter(browser, site)
    await page.goto(`${site.url}/dashboard`)
    await signIn(page, email)
    await heading(page, "Overview")
    assert.equal(await page.evaluate("document.cookie"), "")
    const [cookie] = await context.cookies(`${site.url}/dashboard`)
    const token = cookie?.value.split(".")[2] ?? assert.fail("there is no cookie")
    const stored: string = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    assert.ok(!stored.includes(token) && !(await page.content()).includes(token))
    const status = () =>
      site.world
        .fetch(
          new Request(`${site.url}/api/v1/laas/rules`, { headers: { authorization: `Bearer ${token}` } })
        )
        .then((response) => response.status)
    assert.equal(await status(), 200)
    await page.locator(".me > button").click()
    await press(page, "Sign out")
    await heading(page, "Sign in")
    assert.equal(await status(), 401)
    await context.close()
  })

  it("says that it is offline, and reads the page when the network is back", async () => {
    const { browser, site } = at()
    const { email, rule } = await site.world.partner("offline")
    await rule()
    const { context, page } = await enter(browser, site)
    await page.goto(`${site.url}/dashboard`)
    await signIn(page, email)
    await heading(page, "Overview")
    await context.setOffline(true)
    await page.getByRole("link", { name: "Rules" }).click()
    await page.getByRole("heading", { name: "You are offline" }).waitFor()
    await context.setOffline(false)
    await page.getByRole("link", { name: "signup" }).waitFor()
    await context.close()
  })
})
