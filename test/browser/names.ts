import assert from "node:assert/strict"
import { record } from "../accounts/details/record.ts"
import { nameRows, recordRow } from "../accounts/suite/accounts.ts"
import { accessibilityFaults, openStage, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

describe("names of members, in a browser", () => {
  if ("missing" in found) return it.skip(`the names: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("stand above the ids in lists and on boards, with one request a page, and a surname finds them", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("names")
    const ruleId = await partner.rule()
    const fullname = "Ada King Lovelace"
    const odd = "50%, or so"
    for (const userId of [odd, "plain"]) {
      const memberId = await partner.onboard(userId)
      await partner.award(userId)
      if (userId !== odd) continue
      await world.sql(recordRow(partner.partnerId, memberId, { ...record, fullname }, "tagged"))
      await world.sql(nameRows(partner.partnerId, memberId, { fullname }))
    }
    const { complaints, page } = await enter(partner)
    const reads: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("userIds=")) reads.push(request.url())
    })
    const row = (name: string) => page.locator("tbody tr", { hasText: name })
    for (const path of ["/awards", "/leaderboards"]) {
      reads.length = 0
      await page.goto(`${url}/dashboard${path}`)
      await row(fullname).getByText(odd).first().waitFor()
      await row("plain").first().waitFor()
      assert.equal(reads.length, 1, reads.join(" "))
      assert.deepEqual(await accessibilityFaults(page), [])
    }
    await page.goto(`${url}/dashboard/rules/${ruleId}`)
    await page.locator(".ranks li", { hasText: fullname }).getByText("1 payment").waitFor()

    await page.goto(`${url}/dashboard/members?q=lovel`)
    await row(fullname).getByText(odd).waitFor()
    assert.equal(await page.locator("tbody tr").count(), 1)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("a rule is archived from its page, found under its status, and restored", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("archiving")
    const ruleId = await partner.rule({ name: "summer" })
    const { complaints, page } = await enter(partner)
    const press = async (verb: string) => {
      await page.getByRole("button", { name: `${verb}…` }).click()
      const dialog = page.getByRole("dialog", { name: `${verb} this rule?` })
      await dialog.getByRole("button", { name: verb, exact: true }).click()
      await dialog.waitFor({ state: "detached" })
    }
    await page.goto(`${url}/dashboard/rules/${ruleId}`)
    await press("Archive")
    await page.locator(".title", { hasText: "archived" }).waitFor()
    assert.equal(await page.locator("main").getByRole("link", { name: "Award", exact: true }).count(), 0)
    await page.goto(`${url}/dashboard/rules`)
    await page.getByRole("heading", { name: "No rules yet" }).waitFor()
    await page.getByLabel("Status").selectOption("archived")
    await page.getByRole("link", { name: "summer" }).click()
    await press("Restore")
    await page.locator(".title", { hasText: "inactive" }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})
