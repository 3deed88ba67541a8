import assert from "node:assert/strict"
import { eventTypes as served } from "../../lib/events/Event.ts"
import { maxWebhooks } from "../../lib/webhooks/Webhook.ts"
import { eventTypes } from "../../server/dashboard/contract.ts"
import { mostWebhooks } from "../../server/dashboard/pages/webhooks/values.ts"
import {
  accessibilityFaults,
  openStage,
  overflows,
  probe,
  type Stage,
  showsProbe
} from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { get } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { eventually } from "../support/wait.ts"
import { type Receiver, startReceiver } from "../webhooks/receiver.ts"

const found = findBrowser()
let opened: { readonly stage: Stage; readonly receiver: Receiver } | undefined
const at = () => opened ?? assert.fail("the browser did not open")

describe("the webhooks page", () => {
  it("offers the service's own types of events, and states its maximum of webhooks", () => {
    assert.deepEqual(eventTypes, served)
    assert.equal(mostWebhooks, maxWebhooks)
  })
})

describe("the webhooks, in a browser", () => {
  if ("missing" in found) return it.skip(`the webhooks: ${found.missing}`)

  beforeAll(async () => {
    const stage = await openStage(found.path, { accounts: { webhookSender: { poll: "50 millis" } } })
    opened = { stage, receiver: await startReceiver((response) => response.end(probe)) }
  })
  afterAll(async () => {
    await opened?.stage.close()
    await opened?.receiver.close()
  })

  it("are added with a secret that is shown once, tested, and their deliveries are sent again", async () => {
    const { receiver, stage } = at()
    const partner = await stage.world.partner("hooks")
    await partner.rule()
    const { complaints, page } = await stage.enter(partner)
    await page.goto(`${stage.url}/dashboard/webhooks`)
    await page.getByRole("heading", { name: "No webhooks yet" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])

    await page.getByRole("button", { name: "New webhook" }).first().click()
    await page.getByRole("button", { name: "Add the webhook" }).click()
    assert.match((await page.getByRole("alert").textContent()) ?? "", /^url is required/)
    assert.deepEqual(await accessibilityFaults(page, "dialog"), [])
    await page.getByLabel("Address").fill(receiver.url)
    await page.getByLabel("Description").fill(probe)
    await page.getByRole("checkbox", { name: /award\.paid/ }).check()
    await page.getByRole("button", { name: "Add the webhook" }).click()
    await page.getByRole("heading", { name: "Webhook added" }).waitFor()
    receiver.secrets.push((await page.locator("dialog pre").textContent()) ?? "")
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByText("1 of 16").waitFor()
    await showsProbe(page)
    await page.getByRole("link", { name: receiver.url }).click()

    await page.getByRole("button", { name: "Send a test" }).click()
    await page.getByText(/The test was delivered: the receiver answered 200/).waitFor()
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page, "dialog"), [])
    await page.keyboard.press("Escape")

    await partner.onboard("ada")
    await partner.award("ada")
    await receiver.until((received) => received.some(({ type }) => type === "award.paid"))
    // The receiver gets the event before the sender records the answer.
    const delivered = page.getByRole("cell", { name: "delivered", exact: true })
    const shown = async () => {
      const count = await delivered.count()
      if (count > 0) return count
      const answered = page.waitForResponse(/\/deliveries\?/)
      await page.getByRole("button", { name: "Refresh" }).click()
      await answered
      await page.locator('[aria-busy="false"] table').waitFor()
      return 0
    }
    await eventually("a delivery in the table", shown, (count) => count > 0)
    await page.getByText("Answer", { exact: true }).last().click()
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page), [])
    const before = receiver.received.length
    await page.getByRole("button", { name: /^Send again/ }).click()
    await receiver.until(before + 1)
    assert.ok(receiver.received.every(({ verified }) => verified))

    for (const _ of Array(20).keys()) await partner.award("ada")
    await receiver.until((received) => new Set(received.map(({ id }) => id)).size > 21)
    await page.reload()
    await page.getByRole("link", { name: "Older" }).click()
    await page.waitForURL(/\?after=/)
    await page.getByRole("link", { name: "Older" }).waitFor({ state: "detached" })
    // The rows of the page before stay until those of this page are there.
    await page.getByRole("row").nth(2).waitFor({ state: "detached" })
    assert.equal(await page.getByRole("row").count(), 2)
    await page.getByRole("link", { name: "Newest" }).click()
    await page.getByRole("link", { name: "Older" }).waitFor()
    await page.getByLabel("State").selectOption("failed")
    await page.getByText("No delivery matches.").waitFor()
    assert.match(page.url(), /\?state=failed$/)
    assert.deepEqual(
      complaints.filter((complaint) => !/status of 400/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("are edited, paused, resumed, given a new secret, and deleted after a confirmation, on a small phone", async () => {
    const { receiver, stage } = at()
    const { world } = stage
    const partner = await world.partner("phone")
    const { complaints, page } = await stage.enter(partner, { viewport: { width: 360, height: 740 } })
    await page.goto(`${stage.url}/dashboard/webhooks`)
    await page.getByRole("button", { name: "New webhook" }).first().click()
    await page.getByLabel("Address").fill(receiver.url)
    await page.getByLabel("Address").press("Enter")
    const first = await page.locator("dialog pre").textContent()
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("link", { name: receiver.url }).click()
    assert.equal(await overflows(page), false)

    const stored = async () => (await world.send(partner.as(get("/laas/webhooks")))).text
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByRole("checkbox", { name: /coins\.refunded/ }).check()
    await page.getByRole("button", { name: "Save the webhook" }).click()
    await page.getByText("Webhook saved").waitFor()
    assert.match(await stored(), /"types":\["coins\.refunded"\]/)

    for (const [verb, status] of [
      ["Pause", "paused"],
      ["Resume", "active"]
    ] as const) {
      await page.getByRole("button", { name: verb }).click()
      await page.getByRole("dialog").getByRole("button", { name: verb }).click()
      await page.getByText(`Webhook is ${status}`).waitFor()
      assert.match(await stored(), new RegExp(`"status":"${status}"`))
    }

    await page.getByRole("button", { name: "Rotate the secret" }).click()
    await page.getByRole("button", { name: "Make a new secret" }).click()
    await page.getByRole("heading", { name: "Secret rotated" }).waitFor()
    assert.notEqual(await page.locator("dialog pre").textContent(), first)
    await page.getByRole("button", { name: "I have stored it" }).click()

    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByText("This cannot be undone.").waitFor()
    assert.deepEqual(await accessibilityFaults(page, "dialog"), [])
    await page.keyboard.press("Escape")
    assert.match(await stored(), /"status":"active"/)
    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("button", { name: "Delete the webhook" }).click()
    await page.getByRole("heading", { name: "No webhooks yet" }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("say why a webhook cannot be shown", async () => {
    const { stage } = at()
    const { page } = await stage.enter(await stage.world.partner("lost"))
    await page.goto(`${stage.url}/dashboard/webhooks/01a1e2bb-f977-7000-8c5b-850d94a45055`)
    assert.match(
      (await page.getByRole("alert").textContent()) ?? "",
      /is not a webhook of yours.*Request [\w-]+/
    )
    await page.context().close()
  })
})
