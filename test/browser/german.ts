// The dashboard in German. The tests of the single pages run in English.
import assert from "node:assert/strict"
import type { Page, Response } from "playwright-core"
import { accessibilityFaults, openStage, overflows, type Stage } from "../dashboard/stage.ts"
import { findBrowser } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { eventually } from "../support/wait.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const german = { locale: "de-AT" } as const

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor()

const languageOf = (page: Page) => page.evaluate("document.documentElement.lang")

/** Pages before signing in, and translated pages after it, with their headings. */
const entries = [
  ["", "Anmelden"],
  ["/onboard", "Partner registrieren"],
  ["/forgot", "Passwort vergessen"]
] as const
const pages = [
  ["", "Übersicht"],
  ["/alerts", "Hinweise"],
  ["/members", "Mitglieder"],
  ["/members/new", "Mitglied hinzufügen"],
  ["/members/member?userId=ada", "ada"],
  ["/leaderboards", "Ranglisten"],
  ["/approvals", "Freigaben"],
  ["/liability", "Verbindlichkeiten"],
  ["/rules", "Regeln"],
  ["/rules/new", "Neue Regel"],
  ["/members/import", "Mitglieder importieren"],
  ["/awards/import", "Vergaben importieren"],
  ["/members/adjust", "Korrekturen importieren"],
  ["/webhooks", "Webhooks"],
  ["/settings", "Einstellungen"],
  ["/settings/people", "Personen"],
  ["/settings/security", "Sicherheit"],
  ["/settings/keys", "API-Schlüssel"],
  ["/settings/audit", "Protokoll"],
  ["/award", "Vergeben"],
  ["/awards", "Vergaben"],
  ["/activities", "Aktivitäten"],
  ["/activities/try", "Aktivität ausprobieren"],
  ["/nothing", "Hier ist nichts"]
] as const

/** The widths of a small phone and of a large window. */
const fits = async (page: Page, path: string): Promise<void> => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.equal(await overflows(page), false, `${path} at ${width} pixels`)
  }
}

describe("the dashboard in German", () => {
  if ("missing" in found) return it.skip(`the dashboard in German: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("fits small and large windows, and has no accessibility fault", async () => {
    const { enter, url, visit, world } = at()
    const partner = await world.partner("german")
    const { complaints, page: outside } = await visit(german)
    for (const [path, title] of entries) {
      await outside.goto(`${url}/dashboard${path}`)
      await heading(outside, title)
      await fits(outside, path)
      assert.deepEqual(await accessibilityFaults(outside), [], path)
    }
    await outside.context().close()

    const { complaints: more, page } = await enter(partner, german)
    await page.goto(`${url}/dashboard`)
    await page.getByText("Drei Schritte bis zur ersten Vergabe.").waitFor()
    await fits(page, "the first steps")
    const ruleId = await partner.rule({
      name: "kaffee",
      maxNumberOfParticipant: "1",
      limits: [{ per: "rule", period: "ever", coins: "100000" }]
    })
    await partner.onboard("ada")
    await partner.award("ada", "kaffee")
    const ofRule = [
      [`/rules/${ruleId}`, "kaffee"],
      [`/rules/${ruleId}/edit`, "kaffee bearbeiten"]
    ] as const
    for (const [path, title] of [...pages, ...ofRule]) {
      await page.goto(`${url}/dashboard${path}`)
      await heading(page, title)
      if (path === "") await page.getByText("Verfällt ohne Einlösung").waitFor()
      await fits(page, path)
      assert.deepEqual(await accessibilityFaults(page), [], path)
    }
    await page.locator(".me > button").click()
    await page.getByRole("button", { name: "Abmelden", exact: true }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog", { name: "Suche und Befehle" }).waitFor()
    await fits(page, "the search")
    // A slow machine may cut the stream of events, which opens again.
    assert.deepEqual(
      [...complaints, ...more].filter((each) => !each.includes("net::ERR_")),
      []
    )
    await page.context().close()
  })

  it("is chosen by the browser or in the menu, and loads no other language", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("choice")
    await partner.rule()
    const { page } = await enter(partner, german)
    /** The scripts that a page loads: those of the other pages follow a second after the first one. */
    const scriptsOf = async (opened: Page, title: string): Promise<string> => {
      const scripts = new Map<string, Promise<string>>()
      const keep = (response: Response) => {
        if (response.url().endsWith(".js")) scripts.set(response.url(), response.text())
      }
      opened.on("response", keep)
      await opened.goto(`${url}/dashboard`)
      await heading(opened, title)
      // The sentence about a rule has words of its own.
      await eventually(
        "the words of the sentence about a rule are loaded",
        () => [...scripts.keys()],
        (loaded) => loaded.some((each) => each.includes("assets/sentence-"))
      )
      // A script that arrives later would be read while the page closes.
      opened.off("response", keep)
      return (await Promise.all(scripts.values())).join("\n")
    }
    const inGerman = await scriptsOf(page, "Übersicht")
    assert.equal(await languageOf(page), "de")
    assert.ok(inGerman.includes("Zum Inhalt springen") && inGerman.includes("Das Budget"))
    assert.ok(!inGerman.includes("Skip to the page") && !inGerman.includes("The budget is"))

    await page.locator(".me > button").click()
    await page.getByRole("button", { name: "English", exact: true }).click()
    await heading(page, "Overview")

    // The choice is stored for other pages, too.
    const other = await page.context().newPage()
    const inEnglish = await scriptsOf(other, "Overview")
    assert.equal(await languageOf(other), "en")
    assert.ok(inEnglish.includes("Skip to the page") && inEnglish.includes("The budget is"))
    assert.ok(!inEnglish.includes("Zum Inhalt springen") && !inEnglish.includes("Das Budget"))
    await page.context().close()
  })

  it("takes numbers as they are written in German, and says refusals in German or marks them as English", async () => {
    const { enter, url, visit, world } = at()
    const partner = await world.partner("numbers")
    await partner.rule({ name: "vergeben" })
    const { page } = await enter(partner, german)
    await page.goto(`${url}/dashboard/rules/new`)
    const field = (name: string) => page.locator(`[name="${name}"]`)
    await field("coinValue").fill("1.000,5")
    await field("maxNumberOfParticipant").fill("2.000")
    await field("name").fill("vergeben")
    await field("condition").fill("c")
    assert.equal(await field("coinValue").inputValue(), "1000,5")
    await page
      .getByText("Zahlt jedes Mal 1.000,5 Coins, an höchstens 2.000 Mitglieder, beliebig oft.")
      .waitFor()
    await page.locator("form button:not([type=button])").click()
    await page
      .getByRole("alert")
      .getByText("Eine andere Regel oder Teilregel hat schon diesen Namen.")
      .waitFor()
    await page.context().close()

    const { page: outside } = await visit(german)
    await outside.goto(`${url}/dashboard`)
    await outside.getByLabel("Arbeitsbereich").fill("shop")
    await outside.getByLabel("E-Mail-Adresse").fill("nobody@shop.example")
    await outside.getByLabel("Passwort").fill("Wrong-1234")
    await outside.getByRole("button", { name: "Anmelden" }).click()
    await outside.getByRole("alert").locator("[lang=en]").waitFor()
    await outside.context().close()
  })
})
