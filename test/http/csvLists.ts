// Lists as CSV over HTTP, on a given database.
import assert from "node:assert/strict"
import { setImmediate } from "node:timers/promises"
import { Predicate } from "effect"
import { routes } from "../../lib/http/routes.ts"
import { csvLine, parseCsv } from "../../lib/schema/csv.ts"
import { type Call, dataIn, get, idIn, post, requestOf, withHeaders } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { eventually, soon } from "../support/wait.ts"
import { type Http, type HttpPartner, openWorld, type World } from "../support/world.ts"

type Row = Readonly<Record<string, string>>

const asCsv = (call: Call, accept = "text/csv"): Call => withHeaders(call, { accept })

const rowsOf = (text: string): ReadonlyArray<Row> => {
  const { problem, records } = parseCsv(text)
  assert.equal(problem, undefined)
  const [names, ...rest] = records
  assert.ok(names !== undefined, "there is no first line")
  return rest.map(({ cells }) => {
    assert.equal(cells.length, names.cells.length)
    return Object.fromEntries(names.cells.map((name, index) => [name, cells[index] ?? ""]))
  })
}

/** The cells of an entry of a page. Fields that are objects have the same names as in JSON, with dots, or are JSON. */
const cellsOf = (entry: unknown, names: ReadonlyArray<string>): Row => {
  const cell = (name: string): string => {
    const value = name
      .split(".")
      .reduce<unknown>((part, key) => (Predicate.isRecord(part) ? part[key] : undefined), entry)
    if (value === undefined || value === null) return ""
    return typeof value === "object" ? JSON.stringify(value) : String(value)
  }
  return Object.fromEntries(names.map((name) => [name, cell(name)]))
}

const notes = [
  '=HYPERLINK("http://evil.example")',
  "+49 30 1234",
  "-2+3",
  "@SUM(A1)",
  "\t=1",
  "'=1",
  'a "quote", a comma; a semicolon',
  "two\r\nlines",
  "žluťoučký 🐎 金",
  " spaces "
]
const count = 350

export const csvLists = (name: string, database: () => Promise<string>): void =>
  describe(`${name}: a list as CSV`, () => {
    let world: World
    let acme: HttpPartner
    let webhookId: string
    let ruleId: string

    const done = async (call: Call) => {
      const reply = await world.send(acme.as(call))
      assert.ok(reply.status < 300, reply.text)
      return reply
    }
    const csv = async (path: string, http: Http = world): Promise<string> => {
      const response = await http.fetch(requestOf(acme.as(asCsv(get(path)))))
      assert.equal(response.status, 200)
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer())
    }
    const awards = "/laas/rules/awards"
    /** Opens an export of several pages, and reads its beginning. */
    const begun = async (http: Http) => {
      const response = await http.fetch(requestOf(acme.as(asCsv(get(awards)))))
      assert.equal(response.status, 200)
      const reader = response.body?.getReader() ?? assert.fail("there is no body")
      const first = await soon("the first part", reader.read())
      assert.equal(first.done, false)
      return reader
    }
    const rest = async (reader: Pick<ReadableStreamDefaultReader<Uint8Array>, "read">): Promise<string> => {
      let text = ""
      const decoder = new TextDecoder()
      for (;;) {
        const { done: isDone, value } = await soon("the next part", reader.read())
        if (isDone) return text
        text += decoder.decode(value, { stream: true })
      }
    }

    beforeAll(async () => {
      world = await openWorld(await database())
      acme = await world.partner("acme")
      await done(get("/laas/events"))
      const hook = { url: "http://127.0.0.1:9/hook", types: ["member.onboarded"] }
      webhookId = idIn((await done(post("/laas/webhooks", hook))).body)
      await acme.rule()
      ruleId = await acme.rule({ name: "=rule", type: "batched", completionNumber: "3" })
      for (const userId of ["ada", "=bob", "čeněk 🐎"]) await acme.onboard(userId)
      const bulk = Array.from({ length: count }, (_, index) => ({
        userId: index % 2 === 0 ? "ada" : "=bob",
        ruleName: "signup",
        narration: `${notes[index % notes.length]}`,
        metadata: { order: `${index}`, long: "x".repeat(200) }
      }))
      await done(post("/laas/rules/awards", { awards: bulk }))
      await acme.award("ada", "=rule")
      await acme.transfer("ada", "2.5")
      const adjustment = { userId: "ada", coins: "5", debitOrCredit: "DE", reason: "=1+1" }
      await done(post("/laas/coins/adjust", adjustment))
      await done(post("/laas/settings", { approveAbove: "1" }))
      await done(post("/laas/coins/adjust", { ...adjustment, debitOrCredit: "CR" }))
      const stored = (id: string) => (name === "SQLite" ? `x'${id.replaceAll("-", "")}'` : `'${id}'`)
      const at = "2026-01-01T00:00:00.000Z"
      await world.sql(`INSERT INTO rewards_delivery
        (partner_id, webhook_id, event_id, type, state, created_at, delivered_at) VALUES (
        ${stored(acme.partnerId)}, ${stored(webhookId)}, ${stored(ruleId)}, 'award.paid', 'delivered', '${at}', '${at}')`)
      await done(post("/laas/activities", { userId: "ada", type: "order", data: { total: 5 } }))
    })
    afterAll(() => world.close())

    const queries: Readonly<Record<string, string>> = { "coins.transactions": "userId=ada" }
    const lists = routes.filter(({ csv: list }) => list !== undefined)

    it("exists for every list that has pages", () =>
      assert.deepEqual(lists.map((route) => route.name).sort(), [
        "activities.list",
        "approvals.list",
        "boards.coins",
        "boards.points",
        "coins.search",
        "coins.transactions",
        "events.list",
        "iam.audit",
        "members.list",
        "rules.awards",
        "rules.list",
        "rules.progress",
        "rules.usage",
        "webhooks.deliveries"
      ]))

    for (const route of lists) {
      it(`${route.name} has the entries of all pages, in their order`, async () => {
        const template = route.template.replace("/api/v1", "")
        const id = route.name.startsWith("webhooks") ? webhookId : ruleId
        const path = `${template.replace(":id", id)}?${queries[route.name] ?? ""}`
        const { csv: list } = route
        assert.ok(list !== undefined)
        const entries: Array<unknown> = []
        const size = list.size === undefined ? "" : `&${list.size}=100`
        for (let start = ""; ; ) {
          const data = dataIn((await done(get(`${path}${size}${start}`))).body)
          assert.ok(Array.isArray(data.data))
          entries.push(...data.data)
          const next = data.nextpage ?? (data.hasMore === true ? data.next : null)
          if (next === null || next === undefined) break
          start = `&${list.start}=${next}`
        }
        const names = list.columns.map((column) => column.name)
        assert.deepEqual(
          rowsOf(await csv(path)),
          entries.map((entry) => cellsOf(entry, names))
        )
        assert.ok(entries.length > 0, "the list is empty")
      })
    }

    it("has the filters of the list", async () => {
      const rows = rowsOf(await csv(`${awards}?userId=${encodeURIComponent("=bob")}&ruleName=signup`))
      assert.equal(rows.length, count / 2)
      assert.ok(rows.every(({ userId }) => userId === "=bob"))
      const [only, ...others] = rowsOf(await csv(`${awards}?metadataKey=order&metadataValue=7`))
      assert.equal(others.length, 0)
      assert.equal(JSON.parse(only?.metadata ?? "").order, "7")
    })

    it("has no cell that a spreadsheet runs, and keeps texts as they are otherwise", async () => {
      const text = await csv(awards)
      assert.ok(text.startsWith("\uFEFFid,ruleId,ruleName,userId,"))
      for (const line of text.split("\r\n")) assert.doesNotMatch(line, /(?:^|,)"?[=+@\t]/)
      const found = new Set(rowsOf(text).map(({ note }) => note))
      for (const note of notes) assert.ok(found.has(note), `${note} is missing`)
      assert.equal(rowsOf(await csv("/laas/users"))[1]?.userId, "=bob")
    })

    it("is an attachment with the name of the list and the day, and says its type", async () => {
      const { headers } = await world.fetch(requestOf(acme.as(asCsv(get(awards)))))
      assert.equal(headers.get("content-type"), "text/csv; charset=utf-8; header=present")
      assert.match(
        headers.get("content-disposition") ?? "",
        /^attachment; filename="rules-awards-\d{4}-\d\d-\d\d\.csv"$/
      )
      assert.equal(headers.get("cache-control"), "no-store")
      assert.ok(headers.has("ratelimit"))
    })

    it("is sent only to who asks for it, and JSON stays as it is", async () => {
      const path = `${awards}?limit=3`
      const json = (await done(get(path))).text
      const answers: ReadonlyArray<readonly [accept: string, isCsv: boolean]> = [
        ["text/csv", true],
        ["TEXT/CSV; header=present", true],
        ["text/html, text/csv;q=0.9, */*;q=0.1", true],
        ["application/json;q=0.5, text/csv", true],
        ["*/*", false],
        ["text/*", false],
        ["text/csv;q=0", false],
        ["application/json, text/csv;q=0.5", false],
        ["application/json", false]
      ]
      for (const [accept, isCsv] of answers) {
        const { headers, text } = await done(asCsv(get(path), accept))
        assert.equal(headers.get("content-type")?.startsWith("text/csv"), isCsv, accept)
        if (!isCsv) assert.equal(text, json)
      }
      const head = await done(asCsv({ ...get(path), method: "HEAD" }))
      assert.match(head.headers.get("content-type") ?? "", /^application\/json/)
      const other = await done(asCsv(get("/laas/iam/me")))
      assert.match(other.headers.get("content-type") ?? "", /^application\/json/)
    })

    it("is refused like the list, in the envelope", async () => {
      for (const [call, status] of [
        [acme.as(get(`${awards}?from=yesterday`)), 400],
        [acme.as(get(`${awards}?page=2`)), 400],
        [acme.as(get(`/laas/rules/${crypto.randomUUID()}/progress`)), 400],
        [get(awards), 401]
      ] as const) {
        const reply = await world.send(asCsv(call))
        assert.equal(reply.status, status)
        assert.equal(Predicate.isRecord(reply.body) && reply.body.status, "failed")
      }
    })

    it("is read only as far as its reader reads, and holds up no other list meanwhile", async () => {
      const http = world.http()
      const readers = [await begun(http), await begun(http), await begun(http)]
      for (let turn = 0; turn < 50; turn += 1) await setImmediate()
      assert.equal((await soon("another list", http.send(acme.as(get(awards))))).status, 200)
      const texts = await Promise.all(readers.map(rest))
      for (const text of texts) {
        const lines = text.split("\r\n").filter((line) => line.startsWith('"') || line.includes(",signup,"))
        assert.ok(lines.length >= count - 100, `${lines.length} lines came after the first part`)
      }
      await http.dispose()
    })

    it("has places of its own, which it gives back when its reader goes", async () => {
      const http = world.http({ exports: { maxPerPartner: 1 } })
      const reader = await begun(http)
      const refused = await http.send(acme.as(asCsv(get(awards))))
      assert.equal(refused.status, 429)
      assert.match(refused.text, /no more than 1 exports of one partner/)
      assert.ok(refused.headers.has("retry-after"))
      await reader.cancel()
      assert.equal(rowsOf(await csv(awards, http)).length, count + 1)
      await http.dispose()
    })

    it("is cut when its reader reads nothing for the time of a request", async () => {
      const http = world.http({ timeout: 300, exports: { maxPerPartner: 1 } })
      const reader = await begun(http)
      const status = async () => (await http.send(acme.as(asCsv(get("/laas/rules"))))).status
      await eventually("the end of the export", status, (found) => found === 200)
      await assert.rejects(rest(reader))
      await http.dispose()
    })

    it("is cut when its token is revoked", async () => {
      const other = await acme.again()
      const http = world.http()
      const response = await http.fetch(requestOf(other.as(asCsv(get(awards)))))
      const reader = response.body?.getReader() ?? assert.fail("there is no body")
      await reader.read()
      assert.equal((await http.send(other.as(post("/laas/iam/logout", {})))).status, 200)
      await assert.rejects(rest(reader))
      await http.dispose()
    })

    it("is cut when a page cannot be read, and when the service stops", async () => {
      const http = world.http()
      const reader = await begun(http)
      await world.sql("ALTER TABLE rewards_award RENAME TO rewards_award_away")
      try {
        await assert.rejects(rest(reader))
      } finally {
        await world.sql("ALTER TABLE rewards_award_away RENAME TO rewards_award")
      }
      assert.equal(rowsOf(await csv(awards)).length, count + 1)
      const another = await begun(http)
      await soon("the end of the service", http.dispose())
      await assert.rejects(rest(another))
    })

    it("has all columns also if it has no entries", async () => {
      const { columns } = lists.find((route) => route.name === "rules.awards")?.csv ?? assert.fail("no list")
      assert.equal(
        await csv(`${awards}?metadataKey=order&metadataValue=none`),
        `\uFEFF${csvLine(columns.map((column) => column.name))}`
      )
    })
  })
