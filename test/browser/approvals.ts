import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { ApprovalRequestPage } from "../../lib/http/approvals/api.ts"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { join } from "../support/staff.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

describe("approvals and personal data on the dashboard", () => {
  if ("missing" in found) return it.skip(`approvals: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("let a colleague approve what is above the limit, live, but not the person who ordered it", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("approves")
    await shop.onboard("cleo")
    const colleague = await join(world, shop, "bea@approvals.example", "manager")
    const { page: ada } = await enter(shop, { viewport: { width: 360, height: 740 } })
    await ada.goto(`${url}/dashboard/settings`)
    await ada.getByLabel("Coins without approval").fill("100")
    await ada.getByRole("button", { name: "Save the limit" }).click()
    await ada.getByText("Settings saved").waitFor()
    assert.deepEqual(await accessibilityFaults(ada), [])

    const { complaints, page: bea } = await enter({ ...shop, email: colleague.email })
    await bea.goto(`${url}/dashboard/settings`)
    await bea.getByText("Only owners can change this.").first().waitFor()
    assert.equal(await bea.getByLabel("Coins without approval").isDisabled(), true)
    await bea.goto(`${url}/dashboard/approvals`)
    await bea.getByText("Nothing waits for you").waitFor()

    await ada.goto(`${url}/dashboard/members/member?userId=cleo`)
    await ada.getByRole("button", { name: "Adjust balance" }).click()
    await ada.getByLabel("Coins", { exact: true }).fill("500")
    await ada.getByLabel("Reason").fill("goodwill")
    await ada.getByRole("button", { name: "Add 500 coins" }).click()
    const waits = ada.getByRole("dialog", { name: "A colleague must approve this" })
    await waits.getByText("No coins have moved yet.").waitFor()
    assert.deepEqual(await accessibilityFaults(ada), [])
    await waits.getByRole("link", { name: "Go to Approvals" }).click()
    await ada.getByText("Your own request: another person must decide.").waitFor()
    assert.equal(await ada.getByRole("button", { name: /^Approve/ }).count(), 0)
    assert.equal(await overflows(ada), false)
    const listed = await world.send(shop.as(get("/laas/coins/adjust/requests")))
    const { data: requests } = Schema.decodeUnknownSync(ApprovalRequestPage)(dataIn(listed.body))
    const requestId = requests[0]?.id ?? assert.fail("no request waits")
    const refused = await world.send(shop.as(post("/laas/coins/adjust/approve", { requestId })))
    assert.equal(dataIn(refused.body).appErrorCode, "own_request")

    await bea.getByRole("link", { name: "Approvals 1 waiting" }).waitFor()
    await bea.getByText("Reason: goodwill").waitFor()
    assert.deepEqual(await accessibilityFaults(bea), [])
    // A held key opens the dialog once, and presses nothing in it.
    await bea.getByRole("button", { name: "Approve +500 of cleo" }).focus()
    for (let repeat = 0; repeat < 4; repeat++) await bea.keyboard.down("Enter")
    await bea.keyboard.up("Enter")
    const dialog = bea.getByRole("dialog", { name: "Approve this adjustment?" })
    await dialog.getByText("Adds 500 coins to the wallet of cleo.").waitFor()
    assert.deepEqual(await accessibilityFaults(bea), [])
    await dialog.getByRole("button", { name: "Approve the adjustment" }).click()
    await bea.getByText("The adjustment of cleo is carried out").waitFor()
    await bea.getByRole("link", { name: "Approvals", exact: true }).waitFor()
    await bea.getByText("by bea@approvals.example").first().waitFor()
    await ada.locator(".pill", { hasText: "approved" }).waitFor()

    await ada.goto(`${url}/dashboard/members/member?userId=cleo`)
    await ada.getByRole("button", { name: "Reverse 500 coins" }).click()
    await ada.getByRole("button", { name: "Reverse the adjustment" }).click()
    await waits.getByText("The adjustment is reversed when it is approved.").waitFor()
    await bea.getByRole("button", { name: "Decline −500 of cleo" }).click()
    await bea.getByRole("button", { name: "Decline the adjustment" }).click()
    await bea.locator(".pill", { hasText: "declined" }).waitFor()
    assert.deepEqual(complaints, [])
    const wallet = await world.send(shop.as(get("/laas/get-user-coin-data?userId=cleo")))
    assert.equal(dataIn(wallet.body).totalPartnerCoins, "500")
    await ada.context().close()
    await bea.context().close()
  })

  it("export a member, and erase it after its id was typed", async () => {
    const { enter, url, world } = at()
    const shop = await world.partner("erases")
    await shop.onboard("dora")
    const { page } = await enter(shop, { viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/dashboard/members/member?userId=dora`)
    const downloading = page.waitForEvent("download")
    await page.getByRole("link", { name: "Export" }).click()
    const download = await downloading
    assert.equal(download.suggestedFilename(), "dora.json")
    const { data } = JSON.parse(readFileSync(await download.path(), "utf8"))
    assert.deepEqual(
      data.member.map(({ userId }: { readonly userId: string }) => userId),
      ["dora"]
    )

    await page.getByRole("button", { name: "Erase this member" }).click()
    const dialog = page.getByRole("dialog", { name: "Erase this member?" })
    await dialog.getByLabel("Id of the member").fill("cleo")
    await dialog.getByRole("button", { name: "Erase the member" }).click()
    await dialog.locator(".fault", { hasText: 'userId must be "dora", got "cleo"' }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overflows(page), false)
    await dialog.getByLabel("Id of the member").fill("dora")
    await dialog.getByRole("button", { name: "Erase the member" }).click()
    await page.getByRole("heading", { name: "Erased member" }).waitFor()
    await page.getByText("Everything personal is removed.").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overflows(page), false)
    await page.goto(`${url}/dashboard/members/member?userId=dora`)
    await page.getByRole("alert").waitFor()
    await page.context().close()
  })
})
