import assert from "node:assert/strict"
import { accessibilityFaults, openStage, type Stage } from "../dashboard/stage.ts"
import { password } from "../support/bodies.ts"
import { findBrowser } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { invitationTo, join } from "../support/staff.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

describe("two colleagues, each in a browser", () => {
  if ("missing" in found) return it.skip(`two colleagues: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("one invites, the other accepts and sees what the role allows, until the role changes", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("colleagues")
    await partner.rule({ name: "visit" })
    const { page: owner } = await enter(partner)
    await owner.goto(`${url}/dashboard/settings/people`)
    await owner.getByRole("button", { name: "Invite a person" }).click()
    await owner.getByRole("button", { name: "Send the invitation" }).click()
    await owner.getByText("must be an e-mail address").first().waitFor()
    const email = "colleague@people.example"
    await owner.getByLabel("E-mail address").fill(email)
    await owner.getByLabel("Role", { exact: true }).selectOption("viewer")
    assert.deepEqual(await accessibilityFaults(owner), [])
    await owner.getByRole("button", { name: "Send the invitation" }).click()
    await owner.getByText("invited").first().waitFor()

    const { page: colleague } = await enter(await world.partner("stranger-in-a-browser"))
    await colleague.context().clearCookies()
    const token = await invitationTo(world, email)
    await colleague.goto(`${url}/api/v1/shop/partners/staff/accept?token=${token}`)
    await colleague.getByText(email).waitFor()
    await colleague.getByLabel("New password").fill("short")
    await colleague.getByLabel("Repeat the password").fill("short")
    assert.deepEqual(await accessibilityFaults(colleague), [])
    await colleague.getByLabel("New password").fill(password)
    await colleague.getByLabel("Repeat the password").fill(password)
    await colleague.getByRole("button", { name: "Save the password" }).click()
    await colleague.getByText("You can log in").waitFor()

    const { page } = await enter({ ...partner, email })
    await page.goto(`${url}/dashboard/rules`)
    await page.getByRole("link", { name: "visit" }).first().waitFor()
    assert.equal(await page.getByRole("link", { name: "New rule" }).count(), 0)
    const pages = page.getByRole("navigation", { name: "Pages" })
    await pages.getByRole("button", { name: email }).waitFor()
    assert.equal(await pages.getByRole("link", { name: "Award", exact: true }).count(), 0)
    await page.goto(`${url}/dashboard/settings`)
    await page.getByRole("link", { name: "Security" }).waitFor()
    for (const hidden of ["People", "API keys", "Audit trail"]) {
      assert.equal(await page.getByRole("link", { name: hidden }).count(), 0, hidden)
    }
    await page.goto(`${url}/dashboard/settings/people`)
    await page.getByText("Your role does not allow this").waitFor()

    await owner.reload()
    await owner.getByRole("button", { name: `Role of ${email}` }).click()
    await owner.getByLabel("Role", { exact: true }).selectOption("manager")
    await owner.getByRole("button", { name: "Change the role" }).click()
    await owner.getByText(`${email} has another role`).waitFor()
    await page.goto(`${url}/dashboard/rules`)
    await page.getByRole("heading", { name: "Sign in" }).waitFor()

    await owner.getByRole("button", { name: `Remove ${email}` }).click()
    await owner.getByRole("button", { name: "Remove the person" }).click()
    await owner.getByText(`${email} is removed`).waitFor()
    await owner.getByRole("button", { name: `Remove ${partner.email}` }).click()
    await owner.getByRole("button", { name: "Remove the person" }).click()
    await owner.getByRole("alert").getByText("the last owner").waitFor()
  })

  it("see their own sessions, end one, and sign out everywhere without the other", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("sessions")
    const colleague = await join(world, partner, "second@people.example", "viewer")
    const laptop = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    const { page } = await enter(partner)
    await page.goto(`${url}/dashboard/settings/security`)
    await page.getByText("this session").waitFor()
    const rows = page.getByRole("table", { name: "Your sessions" }).getByRole("row")
    const before = await rows.count()
    await world.fetch(
      new Request(`${url}/api/v1/shop/partners/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": laptop },
        body: JSON.stringify({ email: partner.email, password })
      })
    )
    await page.reload()
    await page.getByRole("cell", { name: "Firefox on Linux", exact: true }).waitFor()
    assert.equal(await rows.count(), before + 1)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "End the session of Firefox on Linux" }).click()
    await page.getByText("The session has ended").waitFor()
    await page.getByRole("cell", { name: "Firefox on Linux", exact: true }).waitFor({ state: "detached" })
    const { page: second } = await enter({ ...partner, email: colleague.email })
    await page.getByRole("button", { name: "Sign out everywhere" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await second.goto(`${url}/dashboard`)
    await second.getByRole("button", { name: colleague.email }).waitFor()
  })
})
