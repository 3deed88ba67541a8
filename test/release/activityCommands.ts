import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { openRewards } from "../../lib/index.ts"
import { type ActivityLine, hashOf, keyOf, readActivities } from "../../server/cli/activities/importer.ts"
import type { Problem } from "../../server/cli/fileImport/textLines.ts"
import { laurelHere, startLaurel, type Watch } from "../cli/laurel.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { isWhole } from "../support/sized.ts"
import { eventually, soon } from "../support/wait.ts"

const jsonl = async (...lines: ReadonlyArray<string>): Promise<string> => {
  const file = `${await freshFile()}.jsonl`
  writeFileSync(file, lines.join("\n"))
  return file
}

const linesOf = async (...content: ReadonlyArray<string>): Promise<ReadonlyArray<ActivityLine | Problem>> => {
  const file = await open(await jsonl(...content))
  try {
    const lines: Array<ActivityLine | Problem> = []
    for await (const bulk of readActivities(file, () => {})) lines.push(...bulk)
    return lines
  } finally {
    await file.close()
  }
}

describe("a JSONL file of activities", () => {
  it("is read by line, with or without a byte-order mark, carriage returns and empty lines", async () => {
    const line = '{"userId":"ann","type":"visit","data":{"__proto__":1}}'
    const lines = await linesOf(`\ufeff${line}\r`, "", "  \r", line)
    assert.deepEqual(
      lines.map((each) => [each.line, JSON.stringify("input" in each ? each.input : each)]),
      [
        [1, line],
        [4, line]
      ]
    )
  })

  it("has a problem for each line that is not an object of known fields", async () => {
    const fields = "it can have userId, type, data, occurredAt"
    assert.deepEqual(await linesOf("{", "[]", "null", '{"partnerId":"x"}', `"${"x".repeat(70_000)}"`), [
      { line: 1, problem: "is not a JSON object" },
      { line: 2, problem: "is not a JSON object" },
      { line: 3, problem: "is not a JSON object" },
      { line: 4, problem: `has the unknown field "partnerId": ${fields}` },
      { line: 5, problem: "is longer than 65536 bytes" }
    ])
  })

  it("has the same key for a line wherever it is, and for equal data and times", () => {
    const keyFor = (input: object) =>
      keyOf(hashOf({ line: 1, userId: "ann", input: { userId: "ann", type: "visit", ...input } }))
    const data = { a: 1, b: { c: [2, { d: 3, e: 4 }] } }
    const key = keyFor({ data, occurredAt: "2026-01-01T12:00:00Z" })
    assert.match(key ?? "", /^activities-replay:[\w-]{22}$/)
    const sorted = { b: { c: [2, { e: 4, d: 3 }] }, a: 1 }
    assert.equal(keyFor({ data: sorted, occurredAt: "2026-01-01T13:00:00.000+01:00" }), key)
    assert.equal(keyFor({}), keyFor({ data: {} }))
    for (const other of [{}, { data }, { data, occurredAt: "2026-01-01T12:00:01Z" }]) {
      assert.notEqual(keyFor(other), key)
    }
    assert.equal(keyFor({ occurredAt: "soon" }), undefined)
  })
})

const freshSqlite = async (): Promise<string> => `sqlite:${await freshFile()}`

/** A partner with two members, and rules that pay for orders. */
const openShop = async (database: string) => {
  const rewards = await openRewards({ database, accounts: { sendWebhooks: false } })
  const { id: partnerId } = await rewards.partners.register({ name: "Acme" })
  await rewards.members.onboardMany(["ann", "bob"].map((userId) => ({ partnerId, userId })))
  const rule = { partnerId, coinValue: "5", condition: "orders", maxNumberOfParticipant: "100" }
  const large = { field: "data.total", is: "atLeast", value: 50 } as const
  const when = { activity: "order", conditions: large }
  await rewards.rules.create({ ...rule, name: "large", when })
  await rewards.rules.create({ ...rule, name: "once", userLimitAward: "1", when: { activity: "order" } })
  const watch = (watching: Watch, ...args: ReadonlyArray<string>) =>
    laurelHere(["activities", ...args, "--partner", partnerId, "--database", database], {}, watching)
  const run = (...args: ReadonlyArray<string>) => watch({}, ...args)
  return { rewards, partnerId, run, watch }
}

for (const [name, openDatabase] of [
  ["SQLite", freshSqlite],
  // The commands call the library, whose tests run on both databases.
  ...(isWhole ? ([["PostgreSQL", migratedDatabase]] as const) : [])
] as const) {
  describe(`laurel activities on ${name}`, () => {
    it("send records an activity once for its key, and says in words what each rule did", async () => {
      const { partnerId, rewards, run } = await openShop(await openDatabase())
      try {
        const order = ["send", "--type", "order", "--user", "ann", "--data", '{"total":60}']
        const explained = await run(...order, "--explain")
        assert.equal(
          explained.out,
          "  large: would pay 5; data.total at least 50: yes\n  once: would pay 5\n"
        )
        assert.match(explained.err, /Nothing was recorded/)
        assert.deepEqual((await rewards.activities.list({ partnerId })).data, [])

        const sent = await run(...order, "--key", "one")
        assert.match(
          sent.out,
          /^id: [\w-]{36}\n {2}large: paid 5; data.total at least 50: yes\n {2}once: paid 5\n$/
        )
        const again = await run(...order, "--key", "one")
        assert.equal(again.out, sent.out)
        assert.match(again.err, /The key was used before/)

        const small = await run("send", "--type", "order", "--user", "ann", "--data", '{"total":6}', "--json")
        assert.deepEqual([small.code, JSON.parse(small.out).outcomes.length], [0, 2])
        const words = await run("send", "--type", "order", "--user", "ann")
        assert.match(
          words.out,
          / {2}large: not met; data.total at least 50: no\n {2}once: paid nothing, because .*once/
        )
        assert.match((await run("send", "--type", "x", "--user", "ann")).out, /No active rule asks for/)
        assert.equal((await rewards.members.wallet({ partnerId, userId: "ann" })).coins, "10")
      } finally {
        await rewards.close()
      }
    })

    it("send names the option that is wrong, also for a field inside of the data", async () => {
      const { rewards, run } = await openShop(await openDatabase())
      try {
        const inexact = '{"a":{"b":0.1234567890123456}}'
        for (const explain of [[], ["--explain"]]) {
          const bad = ["send", "--type", "No Name", "--user", "ann", "--data", inexact, ...explain]
          const { code, err, out } = await run(...bad)
          assert.deepEqual([code, out], [2, ""])
          assert.match(err, /^--type must be a name/m)
          const deep = await run("send", "--type", "x", "--user", "ann", "--data", inexact, ...explain)
          assert.match(deep.err, /^--data\.a\.b must be a number of at most 15 significant digits\n$/)
        }
        const unknown = await run("send", "--type", "x", "--user", "eve")
        assert.deepEqual([unknown.code, unknown.err.split(":")[0]], [1, "userId eve was not found"])
      } finally {
        await rewards.close()
      }
    })

    it("tail shows the last activities and then new ones, those of a bulk too, until it is stopped", async () => {
      const { partnerId, rewards, watch } = await openShop(await openDatabase())
      try {
        const input = { partnerId, userId: "ann", type: "order", data: { total: 60 } }
        await rewards.activities.record({ ...input, type: "visit" })
        await rewards.activities.record(input)
        const stop = new AbortController()
        const seen: Array<string> = []
        const watching = { stop: stop.signal, onOut: (text: string) => void seen.push(text) }
        const ended = watch(watching, "tail", "--json", "--last", "1")
        await eventually(
          "the last activity",
          () => seen.length,
          (count) => count === 1
        )
        const bulk = Array.from({ length: 120 }, (_, index) => ({ ...input, data: { total: index } }))
        await rewards.activities.recordMany(bulk)
        await eventually(
          "the bulk",
          () => seen.length,
          (count) => count === 121
        )
        stop.abort()
        const { code } = await soon("tail to end", ended)
        const shown = seen.map((text) => JSON.parse(text))
        assert.deepEqual(
          shown.map(({ data, outcomes }) => [data.total, outcomes[0].met]),
          [[60, true], ...bulk.map(({ data }) => [data.total, data.total >= 50])]
        )
        assert.equal(code, 0)
      } finally {
        await rewards.close()
      }
    })

    it("replay writes nothing if a line is bad, and records each good line only once", async () => {
      const { partnerId, rewards, run } = await openShop(await openDatabase())
      try {
        const at = new Date(Date.now() - 86_400_000).toISOString()
        const old = new Date(Date.now() - 40 * 86_400_000).toISOString()
        const order = (userId: string, total: number, rest: object = {}) =>
          JSON.stringify({ userId, type: "order", data: { total }, ...rest })
        const replay = async (lines: ReadonlyArray<string>, ...args: ReadonlyArray<string>) => {
          const { code, err, out } = await run("replay", await jsonl(...lines), "--json", ...args)
          return { code, err, result: JSON.parse(out) }
        }
        const bad: ReadonlyArray<readonly [line: string, problem: RegExp]> = [
          ["{", /^is not a JSON object$/],
          [order("ann", 60), /^is the same as line 1: delete one, or give them different times/],
          [order("cid", 1), /^userId cid was not found: .*, or use --onboard/],
          [order("ann", 60, { occurredAt: old }), /^occurredAt must be at most 30 days ago$/],
          ['{"userId":"ann"}', /^type is required$/],
          ['{"userId":7,"type":"order"}', /^userId must be text/],
          ['{"userId":"ann","type":"order","data":[]}', /^data must be a JSON object/]
        ]
        const refused = await replay([order("ann", 60), ...bad.map(([line]) => line)])
        const { bad: count, lines, problems, recorded } = refused.result
        assert.deepEqual([refused.code, lines, count, recorded], [1, bad.length + 1, bad.length, 0])
        for (const [index, [, problem]] of bad.entries()) {
          assert.equal(problems[index].line, index + 2)
          assert.match(problems[index].problem, problem)
        }

        const good = [order("ann", 60), order("ann", 60, { occurredAt: at }), order("cid", 10)]
        const dry = await replay(good, "--onboard", "--dry-run")
        assert.deepEqual([dry.code, dry.result.recorded], [0, 0])
        assert.match(dry.err, /Nothing was written/)
        assert.deepEqual((await rewards.activities.list({ partnerId })).data, [])

        const ok = { bad: 0, problems: [] }
        const first = await replay(good, "--onboard")
        assert.deepEqual(first.result, { lines: 3, recorded: 3, coins: "20", replayed: 0, ...ok })
        const again = await replay([order("bob", 1), ...good.toReversed()])
        assert.deepEqual(again.result, { lines: 4, recorded: 1, coins: "5", replayed: 3, ...ok })
        assert.match(again.err, /1 lines were recorded and paid 5 coins, 3 had been recorded before/)
        assert.equal((await rewards.activities.list({ partnerId })).data.length, 4)
        assert.deepEqual(await rewards.verify(), [])
      } finally {
        await rewards.close()
      }
    })
  })
}

it("activities replay records files whose activities many rules judge", async () => {
  const { partnerId, rewards, run } = await openShop(await freshSqlite())
  try {
    for (let index = 0; index < 18; index += 1) {
      const when = {
        activity: "order",
        conditions: { field: "data.total", is: "lessThan", value: 0 }
      } as const
      const rule = { partnerId, coinValue: "5", condition: "none", maxNumberOfParticipant: "100", when }
      await rewards.rules.create({ ...rule, name: `rule ${index}` })
    }
    const lines = Array.from({ length: 600 }, (_, total) =>
      JSON.stringify({ userId: "ann", type: total % 3 === 0 ? "visit" : "order", data: { total } })
    )
    const { err, out } = await run("replay", await jsonl(...lines), "--json")
    assert.equal(JSON.parse(out).recorded, 600, err)
    const { data } = await rewards.activities.list({ partnerId, limit: 3 })
    assert.deepEqual(
      data.map((each) => each.data.total),
      [599, 598, 597]
    )
  } finally {
    await rewards.close()
  }
})

it("Ctrl-C ends activities tail without an error", async () => {
  const database = await freshSqlite()
  const { partnerId, rewards } = await openShop(database)
  try {
    const { child, ended } = await startLaurel([
      "activities",
      "tail",
      "--partner",
      partnerId,
      "--database",
      database
    ])
    const said: Array<string> = []
    child.stderr.on("data", (chunk) => void said.push(String(chunk)))
    await eventually(
      "the command to wait",
      () => said.join(""),
      (text) => text.includes("Ctrl-C ends it")
    )
    child.kill("SIGINT")
    assert.equal((await soon("tail to end", ended)).code, 0)
  } finally {
    await rewards.close()
  }
})
