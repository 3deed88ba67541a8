import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import { codeOf } from "../accounts/secondFactor/authenticator.ts"
import { openStage, type Stage } from "../dashboard/stage.ts"
import { password } from "../support/bodies.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { invitationTo } from "../support/staff.ts"
import { newWatch } from "../support/world.ts"

const found = findBrowser()
const period = 30_000
const watch = newWatch("2030-01-01T12:00:05.000Z")
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel("Workspace").fill("shop")
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
}

const atHome = (page: Page): Promise<void> =>
  page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()

/** Turns on the second factor, and returns its secret. */
const turnOnSecondFactor = async (page: Page): Promise<string> => {
  await page.goto(`${at().url}/dashboard/settings/security`)
  await page.getByRole("button", { name: "Turn on the second factor" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("img", { name: "The secret as a QR code" }).waitFor()
  const secret = (await dialog.locator("pre").textContent()) ?? ""
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, watch.now))
  await dialog.getByRole("button", { name: "Turn it on" }).click()
  await page.getByRole("heading", { name: "The second factor is on" }).waitFor()
  await dialog.getByRole("button", { name: "I have stored them" }).click()
  await page.getByText("It is on: whoever signs in").waitFor()
  return secret
}

describe("the work of two colleagues, each in a browser", () => {
  if ("missing" in found) return it.skip(`two colleagues: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path, { watch })
  })
  afterAll(() => opened?.close())

  it("goes from an invitation over a second factor and an approval to a removal, which ends the session", async () => {
    const { url, visit, world } = at()
    const shop = await world.partner("colleagues-at-work")
    await shop.onboard("cleo")
    const { page: owner } = await visit()
    const { page: colleague } = await visit()
    const email = "noor@colleagues.example"

    await owner.goto(`${url}/dashboard`)
    await signIn(owner, shop.email)
    await atHome(owner)
    await owner.goto(`${url}/dashboard/settings`)
    await owner.getByLabel("Coins without approval").fill("100")
    await owner.getByRole("button", { name: "Save the limit" }).click()
    await owner.getByText("Settings saved").waitFor()
    await owner.goto(`${url}/dashboard/settings/people`)
    await owner.getByRole("button", { name: "Invite a person" }).click()
    await owner.getByLabel("E-mail address").fill(email)
    await owner.getByLabel("Role", { exact: true }).selectOption("manager")
    await owner.getByRole("button", { name: "Send the invitation" }).click()
    await owner.getByText("invited").first().waitFor()

    const token = await invitationTo(world, email)
    await colleague.goto(`${url}/api/v1/shop/partners/staff/accept?token=${token}`)
    await colleague.getByLabel("New password").fill(password)
    await colleague.getByLabel("Repeat the password").fill(password)
    await colleague.getByRole("button", { name: "Save the password" }).click()
    await colleague.getByText("You can log in").waitFor()
    await colleague.goto(`${url}/dashboard`)
    await signIn(colleague, email)
    await atHome(colleague)
    const secret = await turnOnSecondFactor(colleague)
    await colleague.getByRole("button", { name: "Sign out everywhere" }).click()
    await colleague.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click()
    await colleague.getByRole("heading", { name: "Sign in" }).waitFor()
    watch.now += period
    await signIn(colleague, email)
    const code = colleague.getByRole("textbox", { name: "Code" })
    await code.fill(codeOf(secret, watch.now))
    await colleague.getByRole("button", { name: "Sign in" }).click()
    await code.waitFor({ state: "detached" })

    await owner.goto(`${url}/dashboard/approvals`)
    await owner.getByText("Nothing waits for you").waitFor()
    await colleague.goto(`${url}/dashboard/members/member?userId=cleo`)
    await colleague.getByRole("button", { name: "Adjust balance" }).click()
    await colleague.getByLabel("Coins", { exact: true }).fill("500")
    await colleague.getByLabel("Reason").fill("goodwill")
    await colleague.getByRole("button", { name: "Add 500 coins" }).click()
    const waits = colleague.getByRole("dialog", { name: "A colleague must approve this" })
    await waits.getByRole("link", { name: "Go to Approvals" }).click()
    await colleague.getByText("Your own request: another person must decide.").waitFor()
    await owner.getByText("Reason: goodwill").waitFor()
    await owner.getByRole("button", { name: "Approve +500 of cleo" }).click()
    await owner.getByRole("button", { name: "Approve the adjustment" }).click()
    await owner.getByText("The adjustment of cleo is carried out").waitFor()
    await colleague.locator(".pill", { hasText: "approved" }).waitFor()
    const wallet = await world.send(shop.as(get("/laas/get-user-coin-data?userId=cleo")))
    assert.equal(dataIn(wallet.body).totalPartnerCoins, "500")

    await owner.goto(`${url}/dashboard/settings/people`)
    await owner.getByRole("button", { name: `Remove ${email}` }).click()
    await owner.getByRole("button", { name: "Remove the person" }).click()
    await owner.getByText(`${email} is removed`).waitFor()
    await colleague.getByRole("link", { name: "Members" }).click()
    await colleague.getByRole("heading", { name: "Sign in" }).waitFor()
    await signIn(colleague, email)
    await colleague.getByRole("alert").first().waitFor()
    await colleague.getByRole("heading", { name: "Sign in" }).waitFor()
    await owner.goto(`${url}/dashboard/settings/audit`)
    await owner.getByRole("cell", { name: "Person removed" }).first().waitFor()
    await owner.context().close()
    await colleague.context().close()
  })
})
