import assert from "node:assert/strict"
import type { Locator, Page } from "playwright-core"
import { accessibilityFaults, openStage, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { dataIn, get } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import type { HttpPartner } from "../support/world.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const read = async (partner: HttpPartner, path: string) =>
  dataIn((await at().world.send(partner.as(get(path)))).body)

const coinsOf = async (partner: HttpPartner, userId: string) =>
  (await read(partner, `/laas/get-user-coin-data?userId=${userId}`)).totalPartnerCoins

const pause = (page: Page, milliseconds: number) => page.waitForTimeout(milliseconds)

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true })

/** Holds Enter for about a second, at the repeat rate of a keyboard. */
const holdEnter = async (page: Page): Promise<void> => {
  for (let times = 0; times < 30; times++) {
    await page.keyboard.down("Enter")
    await pause(page, 30)
  }
  await page.keyboard.up("Enter")
}

/** The requests of a page that move coins or change a rule. */
const writesOf = (page: Page): ReadonlyArray<string> => {
  const writes: Array<string> = []
  page.on("request", (request) => {
    const name = /\/(award|reverse|refund|adjust|transfer-from-user-wallet|create-rule|update-rule)$/.exec(
      new URL(request.url()).pathname
    )?.[1]
    if (request.method() === "POST" && name !== undefined) writes.push(name)
  })
  return writes
}

/** Enter is already down when the button gets the focus, so that it receives only repeats. */
const repeatEnterOn = async (page: Page, target: Locator): Promise<void> => {
  await page.evaluate("document.activeElement?.blur()")
  await page.keyboard.down("Enter")
  await target.focus()
  for (let times = 0; times < 5; times++) {
    await page.keyboard.down("Enter")
    await pause(page, 30)
  }
  await page.keyboard.up("Enter")
}

describe("a key that is held, and a key that is pressed twice", () => {
  if ("missing" in found) return it.skip(`payments: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("pays once: the form rests after a payment until the reader asks for another award", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("rests")
    await partner.rule({ name: "visit" })
    await partner.onboard("ada")
    const { complaints, page } = await enter(partner)
    await page.goto(`${url}/dashboard/award?userId=ada&ruleName=visit`)

    await button(page, "Pay 10 coins").focus()
    await holdEnter(page)
    await page.getByText("Paid 10 coins to ada").waitFor()
    await pause(page, 300)
    assert.equal(await coinsOf(partner, "ada"), "10")

    // The outcome has the focus, and neither it nor the resting button pays.
    const outcome = page.locator(":focus")
    assert.match((await outcome.textContent()) ?? "", /Paid 10 coins to ada/)
    await page.keyboard.press("Enter")
    assert.equal(await button(page, "Paid").isDisabled(), true)
    await button(page, "Paid").press("Enter")
    await page.getByRole("combobox", { name: "Member", exact: true }).press("Enter")
    assert.deepEqual(await accessibilityFaults(page), [])
    await pause(page, 300)
    assert.equal(await coinsOf(partner, "ada"), "10")

    // Two presses on "Award again" do not pay either: the first one moves the focus to what the award would do.
    await button(page, "Award again").focus()
    await page.keyboard.press("Enter")
    await pause(page, 250)
    await page.keyboard.press("Enter")
    await button(page, "Pay 10 coins").waitFor()
    assert.equal(await coinsOf(partner, "ada"), "10")

    await button(page, "Pay 10 coins").focus()
    await page.keyboard.press("Enter")
    await pause(page, 250)
    await page.keyboard.press("Enter")
    await page.getByText("Paid 10 coins to ada").waitFor()
    await pause(page, 300)
    assert.equal(await coinsOf(partner, "ada"), "20")

    // A change of the form is another award, too.
    await page.getByText("Note and details").click()
    await page.getByLabel("Note").fill("another visit")
    await button(page, "Pay 10 coins").click()
    await page.getByText("Paid 10 coins to ada").waitFor()
    assert.equal(await coinsOf(partner, "ada"), "30")
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("adjusts a balance once: the dialog is gone after it", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("adjusts")
    await partner.onboard("ada")
    const { page } = await enter(partner)
    const writes = writesOf(page)
    await page.goto(`${url}/dashboard/members/member?userId=ada`)
    await button(page, "Adjust balance").click()
    await page.getByLabel("Coins", { exact: true }).fill("25")
    await page.getByLabel("Reason").fill("goodwill")
    // From a field, whose form has the button.
    await holdEnter(page)
    await page.getByText("25 coins added to ada").waitFor()
    await pause(page, 300)
    assert.deepEqual(writes, ["adjust"])

    // The button that opens the dialog has the focus again: the second of two presses opens an empty form.
    await button(page, "Adjust balance").press("Enter")
    await page.getByLabel("Coins", { exact: true }).fill("5")
    await page.getByLabel("Reason").fill("goodwill")
    await button(page, "Add 5 coins").focus()
    await page.keyboard.press("Enter")
    await pause(page, 250)
    await page.keyboard.press("Enter")
    await page.getByText("5 coins added to ada", { exact: true }).waitFor()
    await pause(page, 300)
    assert.deepEqual([await coinsOf(partner, "ada"), writes.length], ["30", 2])
    await page.context().close()
  })

  it("deactivates nothing in the list before the confirmation, and once after it", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("list")
    const id = await partner.rule({ name: "visit" })
    const { page } = await enter(partner)
    const writes = writesOf(page)
    await page.goto(`${url}/dashboard/rules`)
    await button(page, "Deactivate visit").focus()
    await holdEnter(page)
    const dialog = page.getByRole("dialog", { name: "Deactivate this rule?" })
    await dialog.waitFor()
    assert.match((await dialog.textContent()) ?? "", /are refused until it is active again/)
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.deepEqual(writes, [])
    await dialog.getByRole("button", { name: "Deactivate" }).focus()
    await holdEnter(page)
    await button(page, "Activate visit").waitFor()
    assert.deepEqual(writes, ["update-rule"])
    assert.equal((await read(partner, `/laas/rules/${id}`)).status, "inactive")
    await page.context().close()
  })

  it("no button that moves coins or changes a rule acts on the repeats of a key", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("repeats")
    const id = await partner.rule({ name: "visit" })
    await partner.onboard("ada")
    await partner.award("ada", "visit")
    const { page } = await enter(partner)
    const writes = writesOf(page)
    /** Repeats do nothing; one press does it once. */
    const acts = async (target: Locator, write: string, done: Locator): Promise<void> => {
      const before = writes.length
      await target.waitFor()
      await repeatEnterOn(page, target)
      await pause(page, 200)
      assert.deepEqual(writes.slice(before), [], `${write} acts on repeats`)
      await target.press("Enter")
      await done.waitFor()
      assert.deepEqual(writes.slice(before), [write])
    }
    const dialog = page.getByRole("dialog")

    await page.goto(`${url}/dashboard/award?userId=ada&ruleName=visit`)
    await button(page, "Pay 10 coins").waitFor()
    await acts(button(page, "Pay 10 coins"), "award", page.getByText("Paid 10 coins to ada"))

    await page.goto(`${url}/dashboard/awards`)
    await page.getByRole("button", { name: "Reverse visit for ada" }).first().click()
    await acts(
      dialog.getByRole("button", { name: "Reverse the award" }),
      "reverse",
      page.getByText("10 coins were taken back")
    )

    await page.goto(`${url}/dashboard/members/member?userId=ada`)
    await button(page, "Redeem coins").click()
    await dialog.getByLabel("Coins").fill("4")
    // From the field, whose form has the button.
    await dialog.getByLabel("Coins").focus()
    await holdEnter(page)
    assert.deepEqual(writes.slice(-1), ["reverse"])
    await acts(
      dialog.getByRole("button", { name: "Redeem 4 coins" }),
      "transfer-from-user-wallet",
      page.getByText("4 coins of ada redeemed")
    )
    await button(page, "Refund 4 coins").click()
    await acts(
      dialog.getByRole("button", { name: "Refund 4 coins" }),
      "refund",
      page.getByText("4 coins returned to ada")
    )
    await button(page, "Adjust balance").click()
    await dialog.getByLabel("Coins", { exact: true }).fill("3")
    await dialog.getByLabel("Reason").fill("goodwill")
    await acts(
      dialog.getByRole("button", { name: "Add 3 coins" }),
      "adjust",
      page.getByText("3 coins added to ada")
    )
    await button(page, "Reverse 3 coins").click()
    await acts(
      dialog.getByRole("button", { name: "Reverse the adjustment" }),
      "reverse",
      page.getByText("3 coins taken back from ada")
    )

    await page.goto(`${url}/dashboard/rules/new`)
    for (const [label, text] of [
      ["Name", "coffee"],
      ["Coins", "2"],
      ["Members who can earn it", "10"],
      ["Condition", "buys a coffee"]
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text)
    }
    await acts(button(page, "Create the rule"), "create-rule", page.getByText("Rule coffee created"))
    await page.goto(`${url}/dashboard/rules/${id}/edit`)
    await page.getByLabel("Coins", { exact: true }).fill("12")
    await acts(button(page, "Save the changes"), "update-rule", page.getByText("Rule visit saved"))
    await page.goto(`${url}/dashboard/rules/${id}`)
    for (const verb of ["Deactivate", "Activate"]) {
      await button(page, `${verb}…`).click()
      await acts(
        dialog.getByRole("button", { name: verb, exact: true }),
        "update-rule",
        page.getByText(`Rule visit is ${verb === "Activate" ? "active" : "inactive"}`)
      )
    }
    await page.context().close()
  })
})

describe("a rule that has limits", () => {
  if ("missing" in found) return it.skip(`rules with limits: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("gets a budget without another limit: a new limit is empty, and the form says what it lacks", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("budget")
    const { page } = await enter(partner)
    await page.goto(`${url}/dashboard/rules/new`)
    for (const [label, text] of [
      ["Name", "coffee"],
      ["Coins", "2"],
      ["Members who can earn it", "10"],
      ["Condition", "buys a coffee"]
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text)
    }
    await button(page, "Add a limit").click()
    for (const name of ["awards", "coins"]) {
      assert.equal(await page.locator(`[name="limits.0.${name}"]`).inputValue(), "")
    }
    await button(page, "Create the rule").click()
    await page.locator(".fault", { hasText: "limits.0.awards or coins is required" }).waitFor()
    await page.locator('[name="limits.0.awards"]:focus').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])

    await button(page, "Remove limit 1").click()
    await page.locator('[name="budget"]').fill("5000")
    await page.getByText("The budget is 5,000 coins.").waitFor()
    await button(page, "Create the rule").click()
    await page.getByText("Rule coffee created").waitFor()
    const { data } = await read(partner, "/laas/rules")
    assert.ok(Array.isArray(data))
    assert.deepEqual(data[0].limits, [{ per: "rule", period: "ever", coins: "5000" }])
    await page.context().close()
  })

  it("is described by the same true sentence in the builder, on its page and in the list", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("sentence")
    const id = await partner.rule({
      name: "visit",
      userLimitAward: "7",
      limits: [{ per: "member", period: "week", awards: "1" }],
      timeZone: "Europe/Berlin",
      endsAt: "2030-12-22T17:00:00Z"
    })
    await partner.onboard("ada")
    await partner.award("ada", "visit")
    const { page } = await enter(partner, { timezoneId: "Europe/Berlin" })
    for (const place of [`/rules/${id}`, `/rules/${id}/edit`, "/rules"]) {
      await page.goto(`${url}/dashboard${place}`)
      const sentence = page.getByText("Pays 10 coins each time").first()
      await sentence.waitFor()
      const text = (await sentence.textContent()) ?? ""
      assert.match(
        text,
        /Each member gets at most 7 payments in all and 1 payment a week\..*22 Dec 2030, 18:00 \(Europe\/Berlin\)/
      )
      assert.doesNotMatch(text, /as often as/)
    }
    assert.doesNotMatch((await page.locator("tbody tr").textContent()) ?? "", /none/)
    await page.context().close()
  })
})
