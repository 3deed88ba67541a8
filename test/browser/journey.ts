import assert from "node:assert/strict"
import type { Browser, Page } from "playwright-core"
import { partnerBody, password } from "../support/bodies.ts"
import { findBrowser, launch } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { enter, fill, heading, openSite, press, type Site } from "./parts/dashboard.ts"

const found = findBrowser()
let browser: Browser | undefined
const sites: Array<Site> = []

const databases = [
  { name: "SQLite", open: () => openSite() },
  { name: "PostgreSQL", open: async () => openSite(await freshDatabase()) }
]

const onboard = async (page: Page, site: Site): Promise<void> => {
  await page.goto(`${site.url}/dashboard`)
  await heading(page, "Sign in")
  await page.getByRole("link", { name: "Onboard a partner" }).click()
  await heading(page, "Onboard a partner")
  await fill(page, "Workspace", "")
  await press(page, "Onboard and sign in")
  await page.getByText("ecosystem is required").waitFor()
  await page.locator(".fault", { hasText: "userDetailsUrl is required" }).waitFor()
  await fill(page, "Workspace", "shop")
  await fill(page, "Password", "short")
  await press(page, "Onboard and sign in")
  // The API's faults are shown at their fields, and the first of these has the focus.
  await page.locator(".fault", { hasText: "partnerName is required" }).waitFor()
  await page.locator(".fault", { hasText: "password must" }).waitFor()
  await page.locator('[name="partnerName"]:focus').waitFor()
  await fill(page, "Partner name", "Journey")
  await fill(page, "Application name", partnerBody.applicationName)
  await fill(page, "E-mail address", "journey@partners.example")
  await fill(page, "Password", password)
  await fill(page, "Repeat the password", password)
  await fill(page, "Return address", partnerBody.redirectUrl)
  await fill(page, "User details address", partnerBody.userDetailsUrl)
  await press(page, "Onboard and sign in")
  await heading(page, "Overview")
}

const createRule = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Create the first rule" }).click()
  await heading(page, "New rule")
  await page.getByLabel("Pays").selectOption("combined")
  await fill(page, "Name", "Complete profile")
  await fill(page, "Coins", "50")
  await fill(page, "Members who can earn it", "500")
  for (const [index, name] of ["photo", "address"].entries()) {
    await fill(page, `Name of sub-rule ${index + 1}`, name)
    await page.locator(`[name="rules.${index}.condition"]`).fill(`adds a ${name}`)
  }
  await page.getByText("Pays 50 coins when all 2 conditions are met").waitFor()
  await press(page, "Create the rule")
  await heading(page, "Rules")
  await page.getByRole("link", { name: "complete profile" }).waitFor()
}

/** The steps of the checklist that follow, on the overview itself. */
const finishChecklist = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Overview" }).click()
  await fill(page, "Your id for the customer", "ada")
  await press(page, "Add member")
  await page.getByLabel("Rule").selectOption("photo")
  await press(page, "Award")
  await page.getByText("Coins earned").waitFor()
  await page.getByText("ada met photo").waitFor()
}

const awardUntilItPays = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Award", exact: true }).click()
  await heading(page, "Award")
  for (const [label, value] of [
    ["Member", "ada"],
    ["Rule", "address"]
  ] as const) {
    await page.getByRole("combobox", { name: label, exact: true }).fill(value)
    await page.keyboard.press("Enter")
  }
  await page.getByText("ada completes the second of two conditions of “complete profile”.").waitFor()
  await press(page, "Pay 50 coins")
  await page.getByText("Paid 50 coins to ada").waitFor()
}

const reverse = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "See the award" }).click()
  await heading(page, "50 coins to ada")
  await page.getByRole("button", { name: "Reverse the 50…" }).click()
  await page.getByRole("dialog").getByLabel("Reason").fill("the address was wrong")
  await press(page, "Reverse the award")
  await page.getByText("50 coins were taken back").waitFor()
}

const transferAndRefund = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Members" }).click()
  await page.getByRole("link", { name: "ada", exact: true }).click()
  await heading(page, "ada")
  await press(page, "Redeem coins")
  await fill(page, "Coins", "20.5")
  await page.keyboard.press("Enter")
  await page.getByText("20.5 coins will go from ada's wallet to Journey. 29.5 will remain.").waitFor()
  await press(page, "Redeem 20.5 coins")
  await page.getByRole("cell", { name: "−20.5" }).waitFor()
  await press(page, "Refund 20.5 coins")
  await page.getByLabel("Reason").fill("sold out")
  await page.getByRole("dialog").getByRole("button", { name: "Refund 20.5 coins" }).click()
  await page.getByRole("cell", { name: "refunded" }).waitFor()
}

describe("the whole journey of a partner, in a browser", () => {
  if ("missing" in found) return it.skip(`the journey: ${found.missing}`)

  beforeAll(async () => {
    browser = await launch(found.path)
  })
  afterAll(async () => {
    await browser?.close()
    for (const site of sites) await site.close()
  })

  for (const { name, open } of databases) {
    it(`leads from an empty database to a paid combined rule, a reversal, a transfer and a refund, on ${name}`, async () => {
      const site = await open()
      sites.push(site)
      assert.ok(browser)
      const { complaints, context, page, strangers } = await enter(browser, site)
      await onboard(page, site)
      await createRule(page)
      await finishChecklist(page)
      await awardUntilItPays(page)
      await reverse(page)
      // The reversed payment voided its cycle.
      await page.getByRole("link", { name: "Overview" }).click()
      await page.getByText("ada had address reversed").waitFor()
      for (const part of ["photo", "address"]) {
        await page.goto(`${site.url}/dashboard/award?userId=ada&ruleName=${part}`)
        await page.getByRole("button", { name: /^(Count it|Pay 50 coins)$/ }).click()
        await page.getByText(/It paid nothing yet|Paid 50 coins to ada/).waitFor()
      }
      await transferAndRefund(page)
      await page.getByRole("link", { name: "Overview" }).click()
      await page.getByText("ada was refunded").waitFor()
      const lines = (await page.locator(".feed li").allTextContents()).map((line) =>
        line.replace(/(?:Today, \d\d:\d\d)? by journey@partners\.example/, " ")
      )
      assert.deepEqual(lines, [
        "ada was refunded +20.5",
        "ada returned coins −20.5",
        "ada was paid for address +50",
        "ada met photo counted",
        "ada had address reversed −50",
        "ada was paid for address +50",
        "ada met photo counted",
        "ada became a member "
      ])
      await page.locator("main").getByRole("link", { name: "complete profile" }).click()
      await page.getByText("1 of 500").waitFor()
      assert.deepEqual([complaints, strangers], [[], []])
      await context.close()
    })
  }
})
