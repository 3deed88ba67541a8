import assert from "node:assert/strict"
import { makeDocs } from "../../lib/entries/dashboard.ts"
import { openApi } from "../../lib/entries/http.ts"
import { buildDocs } from "../../server/bundle.ts"
import { readDocument } from "../../server/docs/document.ts"
import { exampleOf, isTelling } from "../../server/docs/schema.ts"
import { makeSearch } from "../../server/docs/search.ts"
import { accessibilityFaults, openStage, overflows, probe, type Stage } from "../dashboard/stage.ts"
import { endpoints } from "../http/endpoints.ts"
import { password } from "../support/bodies.ts"
import { findBrowser } from "../support/browser.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"

const found = findBrowser()
let opened: Stage | undefined
const at = () => opened ?? assert.fail("the browser did not open")

const ask = (docs: ReturnType<typeof makeDocs>, path: string, init?: RequestInit) =>
  docs(new Request(`http://localhost:3000${path}`, init))

describe("the files of the API reference", () => {
  const docs = makeDocs({ assets: buildDocs })

  it("are small, and served under the strict policy", async () => {
    const assets = await buildDocs()
    const size = assets.reduce((sum, { bytes }) => sum + Bun.gzipSync(new Uint8Array(bytes)).byteLength, 0)
    assert.ok(size > 1000 && size < 40_000, `${size} bytes`)
    const answer = await ask(docs, "/docs")
    assert.equal(answer.status, 200)
    assert.match(
      answer.headers.get("content-security-policy") ?? "",
      /^default-src 'none'; script-src 'self'; style-src 'self';/
    )
    const page = await answer.text()
    assert.doesNotMatch(page, / style=|<style|<script>|(src|href)="https?:/)
    const script = /\/docs\/assets\/[^"]+\.js/.exec(page)?.[0] ?? assert.fail("there is no script")
    assert.match((await ask(docs, script)).headers.get("cache-control") ?? "", /immutable/)
    assert.equal((await ask(docs, "/docs/nothing")).status, 404)
    assert.equal((await ask(docs, "/docs", { method: "POST" })).status, 405)
  })

  it("show every operation without scripts, and if the files are missing", async () => {
    const bare = makeDocs({ assets: () => Promise.reject(new Error("not built")) })
    for (const each of [docs, bare]) {
      const page = await (await ask(each, "/docs")).text()
      for (const { path, methods } of Object.entries(openApi().paths).map(([path, found]) => ({
        path,
        methods: Object.keys(found)
      }))) {
        for (const method of methods)
          assert.ok(page.includes(`<code>${method.toUpperCase()} ${path}</code>`), path)
      }
    }
    const document = await ask(bare, "/openapi.json")
    assert.deepEqual(await document.json(), JSON.parse(JSON.stringify(openApi())))
  })
})

describe("the API reference", () => {
  const document = readDocument(openApi())

  it("has every operation, and starts each body with one that the contract accepts", () => {
    for (const { accepts, body, name } of endpoints) {
      const operation = document.operations.find(({ id }) => id === name) ?? assert.fail(name)
      if (operation.body === undefined || body.length === 0) continue
      const example = exampleOf(operation.body, document.schemas, isTelling)
      assert.ok(accepts(Object(example)), `${name}: ${JSON.stringify(example)}`)
    }
  })

  it("shows a recorded answer of success and one of failure for every operation of programs", () => {
    for (const { answers, id, isForPrograms } of document.operations) {
      if (!isForPrograms) continue
      const recorded = answers.filter(({ example }) => example !== undefined)
      const kinds = recorded.map(({ status }) => (Number(status) < 400 ? "success" : "failure"))
      assert.deepEqual(kinds.sort(), ["failure", "success"], id)
    }
  })

  it("finds operations by words of their paths, summaries and fields", () => {
    const search = makeSearch(document)
    const ids = (words: string) => search(words).operations.map(({ id }) => id)
    assert.ok(ids("maxNumberOfParticipant").includes("rules.create"))
    assert.deepEqual(ids("DELETE api-keys"), ["iam.revokeApiKey"])
    assert.deepEqual(search("ruleaward").schemas, ["RuleAward"])
    assert.deepEqual(search("no such thing"), { operations: [], schemas: [] })
    assert.equal(ids("").length, document.operations.length)
  })
})

describe("the API reference, in a browser", () => {
  if ("missing" in found) return it.skip(`the API reference: ${found.missing}`)

  beforeAll(async () => {
    opened = await openStage(found.path)
  })
  afterAll(() => opened?.close())

  it("handles its keys, and focuses the heading, before the first paint", async () => {
    const { url, visit } = at()
    const { complaints, page } = await visit()
    // Effects after a paint wait for this clock.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await page.goto(`${url}/docs#rules.create`)
    const focused = page.locator(":focus")
    await page.locator("h1:focus").waitFor()
    await page.keyboard.press("/")
    assert.equal(await focused.getAttribute("type"), "search")
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("leads from a search to an operation by keyboard alone, and the address holds both", async () => {
    const { url, visit } = at()
    const { complaints, page } = await visit()
    await page.goto(`${url}/docs`)
    await page.getByRole("heading", { name: "How calls look" }).waitFor()
    assert.deepEqual(await accessibilityFaults(page, "main"), [])
    await page.keyboard.press("/")
    await page.keyboard.type("met condition once")
    await page.keyboard.press("Enter")
    await page
      .getByRole("heading", { level: 1, name: "Record that a user met a rule's condition once" })
      .waitFor()
    assert.match(page.url(), /\/docs\?q=met\+condition\+once#rules\.award$/)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole("main").getByRole("link", { name: "RuleAward" }).first().click()
    await page.getByRole("heading", { level: 1, name: "RuleAward" }).waitFor()
    await page.goBack()
    await page.getByRole("heading", { level: 1, name: "Record that a user" }).waitFor()
    await page.goto(`${url}/docs#${encodeURIComponent(probe)}`)
    await page.getByText(probe).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it("logs in and calls the API with the token that it got", async () => {
    const { url, visit, world } = at()
    const { email } = await world.partner("reader")
    const { complaints, page } = await visit()
    await page.goto(`${url}/docs#partners.login`)
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText("is required").waitFor()
    await page.getByLabel("eco", { exact: true }).fill("shop")
    await page.getByLabel("Body").fill(JSON.stringify({ email, password }))
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByRole("button", { name: "Use this token" }).click()
    await page.goto(`${url}/docs#rules.create`)
    await page.getByLabel("Body").fill("not JSON")
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText(/^400 · request/).waitFor()
    await page
      .getByLabel("Body")
      .fill(JSON.stringify({ name: probe, coinValue: "1", maxNumberOfParticipant: "1", condition: probe }))
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText(/^201 · request [\w-]+/).waitFor()
    assert.equal(await page.evaluate("window.struck"), undefined)
    assert.doesNotMatch(await page.locator("aside .code").last().innerText(), /Bearer (?!\$TOKEN)/)
    assert.deepEqual(
      complaints.filter((complaint) => !/status of 40/.test(complaint)),
      []
    )
    await page.context().close()
  })

  it("calls the API as the partner who is signed in on the dashboard, also on a small phone", async () => {
    const { enter, url, world } = at()
    const partner = await world.partner("signed")
    await partner.rule({ name: "first order" })
    const { complaints, page } = await enter(partner, { viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/docs#rules.list`)
    await page.getByText("As the partner who is signed in on the dashboard").waitFor()
    const answered = page.getByRole("complementary", { name: "Try it" })
    await page.getByRole("button", { name: "Send" }).click()
    // On the test side by default, which has no rules.
    await answered.getByText(/"data": \[\]/).waitFor()
    await page.getByLabel("On the test side").uncheck()
    await page.getByRole("button", { name: "Send" }).click()
    await answered.getByText(/"name": "first order"/).waitFor()
    assert.equal(await overflows(page), false)
    assert.deepEqual(await accessibilityFaults(page, "main"), [])
    await page.goto(`${url}/docs#partners.update`)
    assert.equal(await page.getByLabel("eco", { exact: true }).inputValue(), "shop")
    await page.getByLabel("Body").fill(JSON.stringify({ partnerName: "Renamed" }))
    await page.getByRole("button", { name: "Send" }).click()
    await page.getByText(/"partnerName": "Renamed"/).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})
