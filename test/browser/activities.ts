import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import {
  accessibilityFaults,
  openStage,
  overflows,
  probe,
  type Stage,
  showsProbe
} from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get, post } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import type { HttpPartner } from "../support/world.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const suggested = (page: Page, label: string) => page.getByRole("combobox", { name: label, exact: true })

/** Fills a field with suggestions, and leaves it. */
const choose = async (page: Page, label: string, text: string): Promise<void> => {
  await suggested(page, label).fill(text)
  await suggested(page, label).press("Tab")
}

const record = async (partner: HttpPartner, userId: string, data?: object, type = "order.placed") => {
  const reply = await at().world.send(partner.as(post("/laas/activities", { userId, type, data })))
  assert.equal(reply.status, 201, reply.text)
  return dataIn(reply.body)
}

const whenOf = async (partner: HttpPartner, name: string) => {
  const reply = await at().world.send(partner.as(get("/laas/rules")))
  const { data } = JSON.parse(reply.text).data
  return data.find((rule: { readonly name: string }) => rule.name === name)?.when
}

const whenTotal = (value: number) => ({
  activity: "order.placed",
  conditions: { all: [{ field: "data.total", is: "atLeast", value }] }
})

describe("rules that decide, on the dashboard", () => {
  if ("missing" in found) return it.skip(`activities: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("creates a rule with conditions, tries an activity, and sees a recorded one pay", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("decides")
    await partner.onboard("ada")
    // What was recorded before the rule gives the suggestions.
    await record(partner, "ada", { total: 20, store: "harbour" })
    const { complaints, page } = await enter(partner)

    await page.goto(`${url}/dashboard/rules/new`)
    for (const [label, text] of [
      ["Name", "big order"],
      ["Coins", "5"],
      ["Members who can earn it", "100"],
      ["Condition", "orders for 50 or more"]
    ] as const) {
      await field(page, label).fill(text)
    }
    await page.getByText("Decides by itself from activities").click()
    await button(page, "Create the rule").click()
    await page.locator(".fault", { hasText: "when.activity is required" }).waitFor()
    await suggested(page, "Activity type").click()
    await page.getByRole("option", { name: /order\.placed/ }).click()

    // The type of the field is known from what was recorded.
    await button(page, "Add a condition").click()
    await suggested(page, "Field of condition 1").click()
    await page.getByRole("option", { name: /data\.total/ }).click()
    await page.locator(".hint", { hasText: "Number, seen 20" }).waitFor()
    assert.equal(await field(page, "Kind of condition 1").inputValue(), "number")
    await button(page, "Create the rule").click()
    await page.locator(".fault", { hasText: "when.conditions.all.0.value is required" }).waitFor()
    await page.locator('[name="when.conditions.all.0.value"]:focus').waitFor()
    await page.keyboard.type("50")
    await button(page, "Add a condition").click()
    await choose(page, "Field of condition 2", "day of the week")
    await field(page, "Comparison of condition 2").selectOption("in")
    for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]) {
      await page.getByRole("checkbox", { name: day }).check()
    }
    await button(page, "Add a group").click()
    await choose(page, "Field of condition 3.1", "data.store")
    await field(page, "Comparison of condition 3.1").selectOption("in")
    for (const store of ["harbour", "station"]) {
      await field(page, "Value of condition 3.1").fill(store)
      await page.keyboard.press("Enter")
    }
    await choose(page, "Field of condition 3.2", "member.attributes.tier")
    await field(page, "Kind of condition 3.2").selectOption("text")
    await field(page, "Comparison of condition 3.2").selectOption("equals")
    await field(page, "Value of condition 3.2").fill("gold")
    const sentence =
      /order\.placed with data\.total at least 50 and \(data\.store one of "harbour" or "station" or/
    await page.getByText(sentence).waitFor()
    // What it would have paid before it exists.
    const simulation = page.getByRole("region", { name: "Simulation" })
    await button(page, "Try on the last 30 days").click()
    await simulation.getByText("0 coins to 0 members").waitFor()
    await field(page, "Value of condition 1").fill("20")
    await simulation.getByText("Changed since").waitFor()
    await simulation.getByRole("button", { name: "Try again" }).click()
    await simulation.getByText("5 coins to 1 member").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await field(page, "Value of condition 1").fill("50")
    // The field in which Enter was pressed did not send the form.
    assert.equal(await whenOf(partner, "big order"), undefined)
    await button(page, "Create the rule").click()
    await page.getByText("Rule big order created").waitFor()
    await page.getByText(sentence).waitFor()
    assert.deepEqual(await whenOf(partner, "big order"), {
      activity: "order.placed",
      conditions: {
        all: [
          { field: "data.total", is: "atLeast", value: 50 },
          { field: "local.weekday", is: "in", value: [1, 2, 3, 4, 5, 6, 7] },
          {
            any: [
              { field: "data.store", is: "in", value: ["harbour", "station"] },
              { field: "member.attributes.tier", is: "equals", value: "gold" }
            ]
          }
        ]
      }
    })

    // A trial is only explained.
    await page.getByRole("link", { name: "Activities", exact: true }).click()
    await page.getByRole("link", { name: "Try an activity" }).click()
    await choose(page, "Member", "ada")
    await choose(page, "Activity type", "order.placed")
    await field(page, "Data optional").fill('{"total": ')
    await button(page, "Try it").click()
    await page.locator(".fault", { hasText: "activity.data must be JSON" }).waitFor()
    await field(page, "Data optional").fill('{"total": 49, "store": "harbour"}')
    await button(page, "Try it").click()
    await page.getByRole("heading", { name: "Would pay nothing" }).waitFor()
    await page.getByText("not true: data.total at least 50").waitFor()
    await field(page, "Data optional").fill('{"total": 62.5, "store": "harbour"}')
    await page.getByText("The form has changed since").waitFor()
    await button(page, "Try it").click()
    await page.getByRole("heading", { name: "Would pay 5 coins", exact: true }).waitFor()
    await page.getByText("Nothing was recorded.").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])

    // A recorded one appears live, and in the list with its outcome.
    await record(partner, "ada", { total: 55, store: "station" })
    await page.getByRole("link", { name: "Overview", exact: true }).click()
    await page.getByText("reconnects automatically").waitFor()
    await record(partner, "ada", { total: 62.5, store: "harbour" })
    await page.getByText("did order.placed").first().waitFor()
    await page.getByText("was paid for big order").first().waitFor()
    await page.getByRole("link", { name: "Activities", exact: true }).click()
    const row = page.locator("tbody tr").first()
    await row.getByText("paid 5 coins").click()
    await row.getByText("true: data.total at least 50").waitFor()
    await row.getByText("2 values").click()
    await row.getByText('"store": "harbour"').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("leads from last month's orders over a draft and its simulation to a published rule that pays", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("walk")
    await partner.rule({ name: "every order", when: { activity: "order.placed" } })
    for (const userId of ["ada", "bob"]) await partner.onboard(userId)
    for (const [userId, total] of [
      ["ada", 20],
      ["ada", 64],
      ["bob", 72]
    ] as const) {
      await record(partner, userId, { total })
    }
    const { complaints, page } = await enter(partner)
    // What was ordered.
    await page.goto(`${url}/dashboard/activities`)
    await choose(page, "Activity type", "order.placed")
    await page.getByText("3 activities", { exact: true }).waitFor()
    // A draft.
    await page.goto(`${url}/dashboard/rules/new`)
    for (const [label, text] of [
      ["Name", "large order"],
      ["Coins", "7"],
      ["Members who can earn it", "1"],
      ["Condition", "orders for 50 or more"]
    ] as const) {
      await field(page, label).fill(text)
    }
    await page.getByText("Decides by itself from activities").click()
    await choose(page, "Activity type", "order.placed")
    await button(page, "Add a condition").click()
    await choose(page, "Field of condition 1", "data.total")
    await field(page, "Value of condition 1").fill("50")
    // Its simulation: both orders are large, and there is a place for one member.
    const simulation = page.getByRole("region", { name: "Simulation" })
    await button(page, "Try on the last 30 days").click()
    await simulation.getByText("7 coins to 1 member").waitFor()
    await simulation.getByText("No place left").waitFor()
    assert.equal(await page.getByText("Compare with the rule as it is").count(), 0)
    await field(page, "Members who can earn it").fill("500")
    await simulation.getByRole("button", { name: "Try again" }).click()
    await simulation.getByText("14 coins to 2 members").waitFor()
    // It is published, and pays.
    await button(page, "Create the rule").click()
    await page.getByText("Rule large order created").waitFor()
    await page.getByRole("link", { name: "Overview", exact: true }).click()
    await page.getByText("reconnects automatically").waitFor()
    await record(partner, "bob", { total: 55 })
    await page.getByText("was paid for large order").first().waitFor()
    await page.getByRole("link", { name: "Rules", exact: true }).click()
    await page.getByRole("link", { name: "large order" }).click()
    await page.getByText("1 of 500").first().waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("edits conditions, keeps those that the form cannot show, and says what the API says of others", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("edits")
    const deep = { not: { all: [{ field: "data.test", is: "equals", value: true }] } }
    const conditions = { all: [{ field: "data.total", is: "atLeast", value: 50 }, deep] }
    const id = await partner.rule({ name: "kept", when: { activity: "order.placed", conditions } })
    await partner.rule({
      name: "shared",
      type: "combined",
      rules: [{ name: "part", condition: "comes by", when: { activity: "visit" } }]
    })
    const { complaints, page } = await enter(partner)
    await partner.onboard("ada")
    for (const total of [60, 80]) await record(partner, "ada", { total, test: false })
    await page.goto(`${url}/dashboard/rules/${id}/edit`)
    await page.getByText("not (data.test equal to true)").first().waitFor()
    await field(page, "Value of condition 1").fill("75")
    // What the change makes of the rule as it is.
    const simulation = page.getByRole("region", { name: "Simulation" })
    await button(page, "Try on the last 30 days").click()
    await simulation.getByText("10 coins to 1 member").waitFor()
    await page.getByText("Compare with the rule as it is").click()
    await simulation.getByText("Changed since").waitFor()
    await simulation.getByRole("button", { name: "Try again" }).click()
    await simulation.getByText("▼ 50 % on 20 coins to 1 member").waitFor()
    await simulation.getByText("as it is, 20 coins", { exact: true }).waitFor()
    await simulation.getByText("1, as it is 2").first().waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await simulation.getByRole("button", { name: "As a table" }).click()
    await simulation.getByRole("columnheader", { name: "as it is" }).waitFor()
    assert.equal(await overflows(page), false)
    await button(page, "Save the changes").click()
    await page.getByText("Rule kept saved").waitFor()
    assert.deepEqual(await whenOf(partner, "kept"), {
      activity: "order.placed",
      conditions: { all: [{ field: "data.total", is: "atLeast", value: 75 }, deep] }
    })

    // A unit needs the field of the amount.
    await page.goto(`${url}/dashboard/rules/${id}/edit`)
    await page.locator('[name="unit"]').fill("10")
    await button(page, "Save the changes").click()
    await page.locator(".fault", { hasText: "when.amount is required" }).waitFor()
    await choose(page, "Amount in the data", "total")
    await choose(page, "Field of condition 1", "total")
    await button(page, "Save the changes").click()
    await page
      .locator(".fault", { hasText: "when.conditions.all.0.field must be one of data.<path>" })
      .waitFor()
    await page.locator(".fault", { hasText: "when.amount must be a field of the data" }).waitFor()
    await choose(page, "Amount in the data", "data.total")
    await button(page, "Remove condition 1").click()
    await button(page, "Save the changes").click()
    await page.getByText("Rule kept saved").waitFor()
    assert.deepEqual(await whenOf(partner, "kept"), {
      activity: "order.placed",
      conditions: deep,
      amount: "data.total"
    })

    // By your systems again, then a sub-rule of a combined rule.
    await page.goto(`${url}/dashboard/rules/${id}/edit`)
    await page.getByText("Awarded by your systems").click()
    await button(page, "Save the changes").click()
    await page.getByText("Rule kept saved").waitFor()
    assert.equal(await whenOf(partner, "kept"), null)
    await page.getByText("“part” is awarded for visit.").waitFor()
    await page.getByRole("link", { name: "shared" }).click()
    await page.getByRole("link", { name: "Edit" }).click()
    await choose(page, "Activity type of sub-rule 1", "visit.shop")
    await button(page, "Add a condition of sub-rule 1").click()
    await choose(page, "Field of condition 1 of sub-rule 1", "hour of the day")
    await field(page, "Comparison of condition 1 of sub-rule 1").selectOption("lessThan")
    await field(page, "Value of condition 1 of sub-rule 1").fill("25")
    await button(page, "Save the changes").click()
    await page
      .locator(".fault", {
        hasText: "rules.0.when.conditions.all.0.value must be a whole number from 0 to 23"
      })
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await field(page, "Value of condition 1 of sub-rule 1").fill("9")
    await button(page, "Save the changes").click()
    await page.getByText("“part” is awarded for visit.shop, before 9:00.").waitFor()
    assert.deepEqual(
      complaints.filter((complaint) => !/status of 400/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("filters the list by the address, reverses an activity once, and links awards to it", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("lists")
    await partner.rule({ name: "big order", when: whenTotal(50) })
    await world.send(partner.as(post("/laas/users", { userId: "ada", attributes: { tier: "gold" } })))
    await partner.onboard("bob")
    await record(partner, "ada", { total: 60, note: probe })
    await record(partner, "bob", { total: 10 })
    await record(partner, "ada", undefined, "visit")
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/activities`)
    const rows = page.locator("tbody tr")
    await page.getByText("3 activities", { exact: true }).waitFor()
    await page.getByText("no rule asked for it").waitFor()
    await choose(page, "Activity type", "order.placed")
    await page.getByText("2 activities", { exact: true }).waitFor()
    await choose(page, "Member", "ada")
    await page.getByText("1 activity", { exact: true }).waitFor()
    assert.match(page.url(), /type=order\.placed&userId=ada|userId=ada&type=order\.placed/)
    await rows.getByText("2 values").click()
    await showsProbe(page)

    // A key that is held down, and an answer that is lost, reverse it once.
    await button(page, "Reverse order.placed by ada").click()
    const dialog = page.getByRole("dialog", { name: "Reverse this activity?" })
    await dialog
      .getByText("Reverses its award (“big order”), or none if one cannot be reversed. 10 coins leave")
      .waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.route(
      "**/laas/activities/reverse",
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 }
    )
    await dialog.getByRole("button", { name: "Reverse the activity" }).click()
    await dialog.getByText("The service could not be reached").waitFor()
    await dialog.getByRole("button", { name: "Reverse the activity" }).focus()
    await page.keyboard.down("Enter")
    await page.keyboard.down("Enter")
    await page.keyboard.up("Enter")
    await page.getByText("10 coins were taken back").waitFor()
    await rows.getByText(/^reversed/).waitFor()

    // The member's page has the attributes and both lists.
    await record(partner, "ada", { total: 70 })
    await rows.getByRole("link", { name: "ada" }).click()
    await page.getByText("gold").waitFor()
    await page.getByRole("link", { name: "Activities", exact: true }).last().click()
    await page.getByText("3 activities", { exact: true }).waitFor()
    await page.getByRole("link", { name: "Awards", exact: true }).last().click()
    await page.getByRole("link", { name: "by an activity" }).first().click()
    await page.getByText("Only the activity that earned the award").waitFor()
    await page.locator('tr[aria-current="true"]').waitFor()
    assert.equal(await rows.count(), 1)
    await button(page, "Show all").click()
    await page.getByText("3 activities", { exact: true }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(
      complaints.filter((complaint) => !/ERR_FAILED/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("teaches where nothing was recorded, and fits a narrow screen", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("narrow")
    const { page } = await enter(partner, { viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/dashboard/activities`)
    await page.getByRole("heading", { name: "No activities yet" }).waitFor()
    await page.goto(`${url}/dashboard/activities?type=visit`)
    await page.getByRole("heading", { name: "No activity matches" }).waitFor()
    await partner.rule({ name: "big order", when: whenTotal(50) })
    await partner.onboard("ada")
    // The checklist asks for an award by hand until the first activity, even if that earns nothing.
    await page.goto(`${url}/dashboard`)
    await page.getByRole("heading", { name: "Award the rule" }).waitFor()
    await record(partner, "ada", { total: 1 })
    await page.goto(`${url}/dashboard`)
    await page.getByText("Coins earned").waitFor()
    await page.getByText("did order.placed").first().waitFor()
    assert.equal(await overflows(page), false)
    await record(partner, "ada", { total: 60, comment: "x".repeat(200) })
    for (const [place, shown] of [
      ["/activities", page.getByText("paid 10 coins")],
      ["/activities/try", button(page, "Try it")],
      ["/members/member?userId=ada&view=activities", page.getByText("paid 10 coins")]
    ] as const) {
      await page.goto(`${url}/dashboard${place}`)
      await shown.waitFor()
      assert.equal(await overflows(page), false, place)
    }
    await page.goto(`${url}/dashboard/rules`)
    await page.getByRole("link", { name: "big order" }).click()
    await page.getByRole("link", { name: "Edit" }).click()
    await page.getByText("Compare with the rule as it is").click()
    await button(page, "Try on the last 30 days").click()
    await page.getByText("± 0 % on 10 coins to 1 member").waitFor()
    assert.equal(await overflows(page), false)
    await button(page, "Add a group").click()
    await choose(page, "Field of condition 2.1", "day of the week")
    await field(page, "Comparison of condition 2.1").selectOption("in")
    assert.equal(await overflows(page), false)
    await page.context().close()
  })
})
