import assert from "node:assert/strict"
import type { Page } from "playwright-core"
import {
  accessibilityFaults,
  type Desk,
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

const combined = {
  name: "complete profile",
  coinValue: "50",
  maxNumberOfParticipant: "10",
  userLimitAward: "1",
  type: "combined",
  rules: ["verified", "photo", "shared"].map((name) => ({ name, condition: `did ${name}` })),
  limits: [{ per: "rule", period: "day", coins: "2000" }]
}

/** The browser reports the refusals of the API itself. */
const unexpected = ({ complaints }: Desk): ReadonlyArray<string> =>
  complaints.filter((complaint) => !/status of 400/.test(complaint))

const awardsOf = async (partner: HttpPartner, userId: string) => {
  const { body } = await at().world.send(
    partner.as(get(`/laas/rules/awards?userId=${encodeURIComponent(userId)}`))
  )
  const { data } = dataIn(body)
  return Array.isArray(data) ? data : assert.fail("there is no list")
}

const coinsOf = async (partner: HttpPartner, userId: string) => {
  const { body } = await at().world.send(partner.as(get(`/laas/get-user-coin-data?userId=${userId}`)))
  return dataIn(body).totalPartnerCoins
}

const field = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true })
const explained = (page: Page) => page.getByRole("complementary", { name: "What it would do" })

describe("awarding on the dashboard", () => {
  if ("missing" in found) return it.skip(`awarding: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("explains first, then pays once although the answer was lost, and the award is reversed from the list", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("award")
    await partner.rule(combined)
    await partner.onboard("ada")
    await partner.onboard("adele")
    await partner.onboard("grace")
    await partner.award("ada", "verified")
    await partner.award("ada", "photo")
    const desk = await enter(partner)
    const { page } = desk
    await page.goto(`${url}/dashboard/award`)

    // Chooses a member by keyboard.
    await field(page, "Member").pressSequentially("ad")
    await page.getByRole("option").nth(1).waitFor()
    assert.equal(await page.getByRole("option").count(), 2)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    assert.equal(await field(page, "Member").inputValue(), "ada")
    await page.keyboard.press("Tab")
    await page.keyboard.type("shar")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await explained(page).getByRole("heading", { name: "Would pay 50 coins" }).waitFor()
    const said = (await explained(page).textContent()) ?? ""
    assert.match(said, /ada completes the third of three conditions of “complete profile”/)
    assert.match(said, /2 of 3 conditions/)
    assert.match(said, /Members who can earn it0 of 10/)
    assert.match(said, /resets .*0 of 2,000 today/)
    assert.equal(new URL(page.url()).search, "?userId=ada&ruleName=shared")
    assert.deepEqual(await accessibilityFaults(page), [])

    await page.getByText("Note and details").click()
    await page.getByLabel("Note").fill(probe)
    await page.getByRole("button", { name: "Add a detail" }).click()
    await page.getByRole("button", { name: "Pay 50 coins" }).click()
    assert.match((await page.getByRole("alert").last().textContent()) ?? "", /metadata/)
    assert.equal((await awardsOf(partner, "ada")).length, 2)
    await page.getByLabel("Key 1", { exact: true }).fill("order")
    await page.getByLabel("Value").fill(probe)

    // The service pays, and the answer does not arrive.
    await page.route(
      "**/laas/rules/award",
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 }
    )
    await page.getByRole("button", { name: "Pay 50 coins" }).click()
    await page.getByText("The service could not be reached").waitFor()
    assert.equal(await coinsOf(partner, "ada"), "50")
    await page.getByRole("button", { name: "Pay 50 coins" }).click()
    await page.getByText("Paid 50 coins to ada").waitFor()
    assert.equal((await awardsOf(partner, "ada")).length, 3)
    assert.equal(await coinsOf(partner, "ada"), "50")
    await explained(page).getByRole("heading", { name: "Would be refused" }).waitFor()
    assert.match((await explained(page).textContent()) ?? "", /already paid/)
    assert.equal(await page.getByRole("button", { name: "Paid", exact: true }).isDisabled(), true)
    assert.deepEqual(await accessibilityFaults(page), [])

    await page.getByRole("link", { name: "See the award" }).click()
    await page.getByRole("heading", { name: "50 coins to ada" }).waitFor()
    const life = page.getByRole("listitem").filter({ hasText: "Awarded" })
    assert.match((await life.textContent()) ?? "", /^50Awarded/)
    await page.getByText("award.paid").or(page.getByText("No event of this award is stored")).waitFor()
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page), [])

    const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
    await page.goto(`${new URL(page.url()).origin}/dashboard/awards?userId=ada&award=${id}`)
    await page.getByRole("heading", { name: "Awards" }).waitFor()
    const row = page.locator("tr[aria-current]")
    await row.waitFor()
    assert.match((await row.textContent()) ?? "", /adashared.*order: <img src=x .*50.*paid/)
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page), [])

    // Spent coins cannot be taken back: the dialog shows the API's refusal and stays open.
    await partner.transfer("ada", 1)
    await row.getByRole("button", { name: "Reverse" }).click()
    const dialog = page.getByRole("dialog")
    assert.match((await dialog.textContent()) ?? "", /50 coins leave the wallet of ada/)
    await dialog.getByLabel("Reason").fill("returned")
    await dialog.getByRole("button", { name: "Reverse the award" }).click()
    assert.match((await dialog.getByRole("alert").textContent()) ?? "", /49/)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.goto(`${url}/dashboard/awards?userId=grace`)
    await page.getByText("No award matches").waitFor()
    assert.deepEqual(
      unexpected(desk).filter((complaint) => !/ERR_FAILED/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("offers the members who start with what was typed before it offers to onboard it", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("prefixes")
    await partner.rule({ name: "visit" })
    await partner.onboard("ada lovelace")
    const { page } = await enter(partner)
    await page.goto(`${url}/dashboard/award?userId=ad&ruleName=visit`)
    await page.getByText("These members start like that:").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "ada lovelace" }).click()
    await page.getByRole("button", { name: "Pay 10 coins" }).waitFor()
    assert.equal(await field(page, "Member").inputValue(), "ada lovelace")
    await page.context().close()
  })

  it("offers to onboard an unknown id, and shows the API's refusal of an unknown rule", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("newcomers")
    await partner.rule({ name: "pair", type: "batched", completionNumber: "2", condition: probe })
    const desk = await enter(partner, { viewport: { width: 360, height: 740 } })
    const { page } = desk
    await page.goto(`${url}/dashboard/award?userId=${encodeURIComponent(probe)}&ruleName=pair`)
    await page.getByRole("heading", { name: `${probe} is not a member yet` }).waitFor()
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("button", { name: "Add member" }).click()
    await page.getByText("It is completion 1 of 2").waitFor()
    await page.getByRole("button", { name: "Count it" }).click()
    await page.getByText("It paid nothing yet").waitFor()
    assert.equal(await page.getByRole("button", { name: "Counted", exact: true }).isDisabled(), true)
    await showsProbe(page)
    await explained(page).getByRole("heading", { name: "Would pay 10 coins" }).waitFor()
    assert.match((await explained(page).textContent()) ?? "", /the second of two/)

    await field(page, "Rule").fill("ghost")
    await page.keyboard.press("Enter")
    await page.getByText("rule ghost was not found: create the rule first").waitFor()
    assert.equal(await page.getByRole("button", { name: "Award", exact: true }).isDisabled(), true)
    assert.deepEqual(unexpected(desk), [])
    await page.context().close()
  })

  it("filters awards by rule, member, state and time, with the filters in the address, and loads more pages", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("lists")
    await partner.rule({ name: "pair", type: "batched", completionNumber: "2" })
    await partner.rule({ name: "visit" })
    await partner.onboard("ada")
    await partner.onboard("bob")
    const awards = Array.from({ length: 25 }, () => ({ userId: "bob", ruleName: "visit" }))
    assert.equal((await world.send(partner.as(post("/laas/rules/awards", { awards })))).status, 201)
    await partner.award("ada", "pair")
    const desk = await enter(partner)
    const { page } = desk
    await page.goto(`${url}/dashboard/awards`)
    await page.getByText("20 awards, and more").waitFor()
    await page.getByRole("button", { name: "Show more" }).click()
    await page.getByText("26 awards", { exact: true }).waitFor()
    assert.equal(await page.getByRole("button", { name: "Show more" }).count(), 0)

    // A reversed award stays in its place.
    await page.getByRole("button", { name: "Reverse visit for bob" }).last().click()
    await page.getByRole("button", { name: "Reverse the award" }).click()
    await page.getByText("10 coins were taken back").waitFor()
    assert.match((await page.locator("tbody tr").last().textContent()) ?? "", /reversed Today/)
    assert.equal(await page.locator("tbody tr").count(), 26)

    await page.getByLabel("State").selectOption("counted")
    await page.getByText("1 award", { exact: true }).waitFor()
    await field(page, "Rule").fill("visit")
    await page.keyboard.press("Enter")
    await page.getByText("No award matches").waitFor()
    assert.equal(new URL(page.url()).search, "?state=counted&ruleName=visit")
    await page.getByRole("button", { name: "Clear the filters" }).click()
    await page.getByLabel("From").fill("2020-01-01")
    await page.getByLabel("Until").fill("2020-01-31")
    await page.getByText("No award matches").waitFor()
    const { searchParams } = new URL(page.url())
    assert.equal(
      Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? ""),
      31 * 86_400_000
    )
    await page.reload()
    assert.equal(await page.getByLabel("Until").inputValue(), "2020-01-31")

    await page.goto(`${url}/dashboard/awards?state=gone`)
    await page.getByText(/^state must be "paid"/).waitFor()
    await page.getByRole("button", { name: "Try again" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(unexpected(desk), [])
    await page.context().close()
  })

  it("shows a rule with its usage, the members who are part-way and its awards, and deactivates it after a confirmation", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("rules")
    const id = await partner.rule({ ...combined, name: probe, userLimitAward: "2" })
    await partner.onboard("ada")
    for (const name of ["verified", "photo", "shared", "photo"]) await partner.award("ada", name)
    const desk = await enter(partner)
    const { page } = desk
    await page.goto(`${url}/dashboard/rules`)
    await page.getByRole("link", { name: probe }).click()
    await page.getByText("Pays 50 coins when all 3 conditions are met").waitFor()
    await page.getByText("1 of 10").waitFor()
    await page.getByText("50 of 2,000 today").waitFor()
    const partWay = page.getByRole("table", { name: "Members in the middle of a cycle" })
    await partWay.waitFor()
    assert.match((await partWay.textContent()) ?? "", /ada1 of 3verified, shared/)
    await page.getByLabel("Awards that named").selectOption("shared")
    await page.getByText("1 award", { exact: true }).waitFor()
    await showsProbe(page)
    assert.deepEqual(await accessibilityFaults(page), [])

    await page.getByRole("button", { name: "Deactivate…" }).click()
    assert.match((await page.getByRole("dialog").textContent()) ?? "", /are refused until it is active again/)
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click()
    await page.getByRole("button", { name: "Activate…", exact: true }).waitFor()
    const { body } = await world.send(partner.as(get(`/laas/rules/${id}`)))
    assert.equal(dataIn(body).status, "inactive")

    await partWay.getByRole("link", { name: "Award ada" }).click()
    await explained(page)
      .getByText(/inactive/)
      .waitFor()
    await page.goBack()
    await page.getByRole("link", { name: "Edit" }).click()
    await page.getByRole("heading", { name: "Edit" }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/dashboard/rules/${id}/edit`)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${url}/dashboard/rules/${id}`)
    await partWay.waitFor()
    assert.equal(await overflows(page), false)
    assert.deepEqual(unexpected(desk), [])
    await page.context().close()
  })

  it("explains an empty page, and says that it is offline", async () => {
    const { enter, url, world } = at()
    const desk = await enter(await world.partner("nothing"))
    const { page } = desk
    await page.goto(`${url}/dashboard/award`)
    await page.getByText("No rules to award yet").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("link", { name: "Awards", exact: true }).click()
    await page.getByText("No awards yet").waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(unexpected(desk), [])
    await page.context().setOffline(true)
    await page.getByRole("link", { name: "Award", exact: true }).first().click()
    await page.getByRole("heading", { name: "You are offline" }).waitFor()
    await page.context().setOffline(false)
    await page.getByText("No rules to award yet").waitFor()
    await page.context().close()
  })
})
