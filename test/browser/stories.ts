import assert from "node:assert/strict"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { get, idIn, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const widths = [360, 768, 1440] as const

describe("the page of one award, one rule and one member", () => {
  if ("missing" in found) return it.skip(`stories: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("tell what was decided, what was paid by day and who did it, at every width and in both themes", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("stories")
    const send = async (path: string, body: object) => {
      const reply = await world.send(partner.as(post(path, body)))
      assert.ok(reply.status < 300, reply.text)
      return reply
    }
    const ruleId = await partner.rule({
      name: "beans",
      coinValue: "2",
      unit: "1",
      maxCoins: "40",
      atLimit: "clamp",
      limits: [
        { per: "member", period: "week", coins: "45" },
        { per: "rule", period: "ever", coins: "50" }
      ],
      endsAt: "2030-12-22T00:00:00Z"
    })
    await partner.onboard("nora")
    await world.send(partner.as(get("/laas/events")))
    const awarded = await send("/laas/rules/award", {
      userId: "nora",
      ruleName: "beans",
      amount: "31.5",
      narration: "Two bags",
      metadata: { store: "market hall" }
    })
    const awardId = idIn(awarded.body)
    await send("/laas/rules/award/reverse", { awardId, amount: "10", narration: "One came back" })
    await send("/laas/rules/update-rule", {
      id: ruleId,
      limits: [{ per: "rule", period: "ever", coins: "48" }]
    })

    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/awards?userId=nora`)
    await page.getByRole("link", { name: /this award$/ }).click()
    await page.getByRole("heading", { name: "40 coins to nora" }).waitFor()
    await page.getByText("What its limits were at that time is not part of the record").waitFor()
    await page.getByText("62 is cut to 40").waitFor()
    await page.getByText("“One came back”").waitFor()
    await page.getByRole("cell", { name: /^award.paid/ }).waitFor()
    await page.getByRole("cell", { name: /^award.reversed/ }).waitFor()
    assert.equal(await page.locator(".pairs code").count(), 1)

    const pages = [`/awards/${awardId}`, `/rules/${ruleId}`, "/members/member?userId=nora"]
    for (const path of pages) {
      await page.goto(`${url}/dashboard${path}`)
      await page.locator("main [aria-busy=false]").first().waitFor()
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        assert.equal(await overflows(page), false, `${path} at ${width}`)
      }
      assert.deepEqual(await accessibilityFaults(page), [], path)
    }

    await page.goto(`${url}/dashboard/rules/${ruleId}`)
    await page.getByText("Nearly used up").first().waitFor()
    await page.getByText(/^limits .* → /).waitFor()
    const day = page.getByRole("slider", { name: "Day" })
    await day.focus()
    assert.match((await day.getAttribute("aria-valuetext")) ?? "", /40 coins/)
    await page.getByRole("link", { name: "Duplicate" }).click()
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "beans copy")
    assert.equal(await page.locator('[name="budget"]').inputValue(), "48")
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})
