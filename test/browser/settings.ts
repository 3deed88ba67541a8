import assert from "node:assert/strict"
import { maxLiveKeys } from "../../lib/accounts/keys/ApiKey.ts"
import { mostKeys } from "../../server/dashboard/pages/settings/scopes.ts"
import {
  accessibilityFaults,
  openStage,
  overflows,
  probe,
  type Stage,
  showsProbe
} from "../dashboard/stage.ts"
import { password } from "../support/bodies.ts"
import { findBrowser } from "../support/browser.ts"
import { get, post, withBasic } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

describe("the settings, in a browser", () => {
  if ("missing" in found) return it.skip(`the settings: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("show the partner's details and change those that were edited, once the API accepts them", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("details", { applicationName: probe })
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/settings`)
    await page.getByText(partner.clientId).waitFor()
    assert.equal(await page.getByLabel("Application name").inputValue(), probe)
    assert.equal(await page.getByRole("button", { name: "Save the details" }).isDisabled(), true)

    await page.getByLabel("User details address").fill("shop.example/users")
    await page.getByRole("button", { name: "Save the details" }).click()
    const refusal = page.getByRole("alert")
    assert.match((await refusal.textContent()) ?? "", /^userDetailsUrl must be /)
    assert.equal(await page.getByLabel("User details address").getAttribute("aria-invalid"), "true")
    assert.deepEqual(await accessibilityFaults(page), [])

    await page.getByLabel("User details address").fill("https://shop.example/users")
    await page.getByLabel("Partner name").fill("Corner & Sons")
    assert.match(
      (await page.locator("aside pre").first().textContent()) ?? "",
      /"partnerName": "Corner & Sons"/
    )
    await page.getByRole("button", { name: "Save the details" }).click()
    await page.getByText("Details saved").waitFor()
    await page.getByRole("navigation", { name: "Pages" }).getByText("Corner & Sons").waitFor()
    const stored = await world.send(partner.as(get("/shop/partners")))
    assert.match(
      stored.text,
      /"partnerName":"Corner & Sons".*"userDetailsUrl":"https:\/\/shop.example\/users"/
    )
    // The browser reports the refusals of the API itself.
    assert.deepEqual(
      complaints.filter((complaint) => !/status of 400/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("ask for the password if the e-mail address changes, and a wrong password does not end the session", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("mover")
    const { page } = await enter(partner)
    await page.goto(`${url}/dashboard/settings`)
    await page.getByLabel("E-mail address").fill("moved@partners.example")
    await page.getByLabel("Your password").fill("Wr0ng!secret")
    await page.getByRole("button", { name: "Save the details" }).click()
    await page.getByText("currentPassword is wrong").first().waitFor()
    assert.equal(await page.getByRole("dialog").count(), 0)
    assert.doesNotMatch((await page.locator("aside").textContent()) ?? "", /Wr0ng/)
    await page.getByLabel("Your password").fill(password)
    await page.getByRole("button", { name: "Save the details" }).click()
    await page.getByText("Details saved").waitFor()
    assert.equal(
      (await world.send(post("/shop/partners/login", { email: "moved@partners.example", password }))).status,
      200
    )
    await page.context().close()
  })

  it("turn mails about alerts on and off, which the page of alerts points to", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("alert-mails")
    const { complaints, page } = await enter(partner)
    const isOn = async () => {
      const { text } = await world.send(partner.as(get("/laas/iam/me")))
      return text.includes('"alertMails":true')
    }
    await page.goto(`${url}/dashboard/alerts`)
    await page.getByText("New alerts can also come by mail").getByRole("link", { name: "Settings" }).click()
    await page.getByText("They are off.").waitFor()
    assert.equal(await isOn(), false)
    await page.getByRole("button", { name: "Mail me new alerts" }).click()
    await page.getByText(`They are on: new alerts are mailed to ${partner.email}`).waitFor()
    assert.equal(await isOn(), true)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "Stop these mails" }).click()
    await page.getByText("They are off.").waitFor()
    assert.equal(await isOn(), false)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("mail a link for a new password", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("forgetful")
    const { page } = await enter(partner)
    await page.goto(`${url}/dashboard/settings/security`)
    await page.getByRole("button", { name: "Mail a link for a new password" }).click()
    await page.getByText("The link is on its way").waitFor()
    const mails = await world.sql("SELECT recipient FROM rewards_mail ORDER BY id DESC LIMIT 1")
    assert.match(JSON.stringify(mails), /forgetful@partners\.example/)
    await page.context().close()
  })

  it("make an API key whose secret is shown once, and revoke it after a confirmation", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("keys")
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/settings/keys`)
    await page.getByRole("heading", { name: "No API keys yet" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])

    // By keyboard alone.
    await page.getByRole("button", { name: "New API key" }).first().press("Enter")
    await page.getByRole("checkbox", { name: /^read/ }).press("Space")
    await page.getByLabel("Name").press("Enter")
    await page.getByRole("alert").waitFor()
    assert.match(
      (await page.getByRole("alert").textContent()) ?? "",
      /name .*; scopes must hold at least one/
    )
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("checkbox", { name: /awards:write/ }).press("Space")
    await page.getByLabel("Name").fill(probe)
    await page.getByLabel("Name").press("Enter")
    await page.getByRole("heading", { name: "API key created" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    const [apiKey = "", apiSecret = ""] = await page.locator("dialog pre").allTextContents()
    await page.keyboard.press("Escape")
    assert.equal(await page.getByText(apiSecret, { exact: true }).isVisible(), true)
    const login = () => world.send(withBasic(post("/laas/iam/login"), apiKey, apiSecret))
    assert.equal((await login()).status, 200)
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("cell", { name: apiKey }).waitFor()
    assert.ok(!(await page.content()).includes(apiSecret))

    await page.reload()
    await page.getByText("1 of 100").waitFor()
    await showsProbe(page)
    await page.getByRole("button", { name: /^Revoke/ }).click()
    await page.getByText("A revoked key stays revoked").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Escape")
    assert.equal((await login()).status, 200)
    await page.getByRole("button", { name: /^Revoke/ }).click()
    await page.getByRole("button", { name: "Revoke the key" }).click()
    await page.getByRole("cell", { name: /^revoked/ }).waitFor()
    assert.equal((await login()).status, 401)
    await page.getByLabel("Show").selectOption("valid")
    assert.match(page.url(), /\?show=valid$/)
    assert.deepEqual(
      complaints.filter((complaint) => !/status of 400/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("state the service's own maximum of API keys", () => assert.equal(mostKeys, maxLiveKeys))

  it("show the audit trail in pages, with the filter in the address", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("trail")
    for (const number of Array(24).keys()) await partner.rule({ name: `rule ${number}` })
    await partner.rule({ name: probe })
    const { complaints, page } = await enter(partner, { viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/dashboard/settings/audit`)
    await page.getByRole("cell", { name: "Rule created" }).first().waitFor()
    await showsProbe(page)
    assert.equal(await page.getByRole("row").count(), 21)
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])

    await page.getByLabel("Action").selectOption("rule.create")
    await page.getByRole("link", { name: "Older" }).click()
    await page.waitForURL(/action=rule\.create&before=/)
    await page.getByRole("cell", { name: "rule 0" }).waitFor()
    assert.equal(await page.getByRole("row").count(), 6)
    assert.equal(await page.getByRole("link", { name: "Older" }).count(), 0)
    await page.goBack()
    await page.getByRole("link", { name: "Older" }).waitFor()

    await page.goto(`${url}/dashboard/settings/audit?action=coins.refund`)
    await page.getByRole("button", { name: "Clear the filter" }).click()
    await page
      .getByRole("cell", { name: "Partner onboarded" })
      .or(page.getByRole("link", { name: "Older" }))
      .first()
      .waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("show why the API refused a read, and show the data after a retry", async () => {
    const { enter, url, world } = at()
    const { page } = await enter(await world.partner("failing"))
    await page.goto(`${url}/dashboard/settings/audit?before=nothing`)
    const notice = page.getByRole("alert")
    assert.match((await notice.textContent()) ?? "", /before must be .*Request [\w-]+/)
    await page.goto(`${url}/dashboard/settings`)
    await page.getByLabel("Partner name").waitFor()
    await page.context().setOffline(true)
    await page.getByRole("link", { name: "API keys" }).click()
    await page.getByRole("heading", { name: "You are offline" }).waitFor()
    // The browser reports its network a moment before requests get through.
    let tries = 0
    await page.route("**/laas/iam/api-keys*", (route) =>
      ++tries <= 2 ? route.abort("internetdisconnected") : route.continue()
    )
    await page.context().setOffline(false)
    await page.getByRole("heading", { name: "No API keys yet" }).waitFor()
    assert.ok(tries > 2, `${tries} tries`)
    await page.context().close()
  })
})
