// What the person does who runs a programme every day.
import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { accessibilityFaults, openStage, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

describe("the dashboard of somebody who runs a programme", () => {
  if ("missing" in found) return it.skip(`the programme: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("finds a rule by a part of its name among more than a page of the service examines", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("many-rules")
    await partner.onboard("ada")
    for (const index of Array.from({ length: 1020 }).keys()) {
      await partner.rule({ name: `rule ${String(index).padStart(4, "0")}` })
    }
    await partner.rule({ name: "double points in spring", unit: "10" })
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/rules`)
    await page.getByText("50 rules, and there are more").waitFor()
    assert.equal(await page.locator("tbody tr").count(), 50)
    await page.getByRole("button", { name: "Show more" }).click()
    await page.getByText("100 rules, and there are more").waitFor()
    await page.getByLabel("Search").fill("IN Spring")
    await page.getByText("1 rule", { exact: true }).waitFor()
    assert.match(page.url(), /\?q=IN/)
    await page.getByRole("link", { name: "double points in spring" }).waitFor()
    await page.getByLabel("Search").fill("in winter")
    await page.getByText("No rule matches").waitFor()

    await page.goto(`${url}/dashboard/award?userId=ada`)
    await heading(page, "Award")
    const rule = page.getByRole("combobox", { name: "Rule", exact: true })
    await rule.pressSequentially("in spr")
    await page.getByRole("option", { name: /double points in spring/ }).click()
    await page.getByLabel("Amount", { exact: true }).fill("25")
    await page.getByRole("button", { name: "Pay 20 coins" }).waitFor()
    // A rule that does not pay by amount drops the amount.
    await rule.fill("rule 0007")
    await page.getByRole("option", { name: /rule 0007/ }).click()
    await page.getByRole("button", { name: "Pay 10 coins" }).click()
    await page.getByRole("button", { name: "Award again" }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it("two people who edit one rule at the same time keep the changes of both", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("two-tabs")
    const id = await partner.rule({ name: "shared", coinValue: "10", condition: "buys" })
    const [one, other] = [await enter(partner), await enter(partner)]
    for (const { page } of [one, other]) {
      await page.goto(`${url}/dashboard/rules/${id}/edit`)
      await heading(page, "Edit shared")
    }
    await other.page.getByLabel("Coins", { exact: true }).fill("25")
    await other.page.getByLabel("Members who can earn it", { exact: true }).fill("77")
    await other.page.getByRole("button", { name: "Save the changes" }).click()
    await heading(other.page, "Rules")

    const { page } = one
    await page.getByLabel("Coins", { exact: true }).fill("30")
    await page.getByLabel("Condition", { exact: true }).fill("buys two")
    await page.getByRole("button", { name: "Save the changes" }).click()
    const dialog = page.getByRole("dialog", { name: "This rule has changed" })
    await dialog.waitFor()
    assert.match((await dialog.textContent()) ?? "", /Coins10 → 25/)
    assert.equal(await dialog.getByRole("radio").count(), 2)
    assert.deepEqual(await accessibilityFaults(page), [])
    await dialog.getByLabel("Keep mine: “30”").click()
    await dialog.getByRole("button", { name: "Put both together" }).click()
    assert.equal(await page.getByLabel("Members who can earn it", { exact: true }).inputValue(), "77")
    await page.getByRole("button", { name: "Save the changes" }).click()
    await heading(page, "Rules")
    const { body } = await world.send(partner.as(get(`/laas/rules/${id}`)))
    const { coinValue, condition, maxNumberOfParticipant } = dataIn(body)
    assert.deepEqual([coinValue, condition, maxNumberOfParticipant], ["30", "buys two", "77"])
  })

  it("asks before a form is left, keeps a draft for the same person, and removes it after signing out", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("drafts")
    await partner.rule({ name: "kept", coinValue: "10" })
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/rules`)
    await page.getByRole("link", { name: "New rule" }).click()
    await heading(page, "New rule")
    const name = page.getByLabel("Name", { exact: true })
    await name.fill("half a rule")
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" })

    // A link, the Back button and a key all ask, and nothing is lost by going on.
    for (const leave of [
      () => page.getByRole("link", { name: "Members", exact: true }).click(),
      () => page.goBack(),
      () => page.goBack()
    ]) {
      await leave()
      await dialog.waitFor()
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      assert.equal(await name.inputValue(), "half a rule")
      assert.match(page.url(), /rules\/new$/)
    }
    await page.goBack()
    await dialog.getByRole("button", { name: "Leave" }).click()
    await heading(page, "Rules")

    await page.getByRole("link", { name: "New rule" }).click()
    await page.getByText("This is your draft").waitFor()
    assert.equal(await name.inputValue(), "half a rule")
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "Discard the draft" }).click()
    assert.equal(await name.inputValue(), "")
    // Nothing was entered since, so nothing asks.
    await page.getByRole("link", { name: "Rules", exact: true }).click()
    await heading(page, "Rules")

    await page.getByRole("link", { name: "New rule" }).click()
    await name.fill("secret plan")
    await page.getByText("secret plan").first().waitFor()
    assert.deepEqual(complaints, [])
    await page.locator(".me > button").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await dialog.getByRole("button", { name: "Leave" }).click()
    await heading(page, "Sign in")
    assert.doesNotMatch(await page.evaluate("JSON.stringify({ ...localStorage })"), /secret plan/)
  })
})
