import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Cause, Effect, TestClock } from "effect"
import { describe, it } from "./effect.ts"
import { eventually, inTime, repeatUntil, soon } from "./wait.ts"

const never = new Promise<never>(() => {})
const within = 20
const failure = /waited 0\.02 s in vain for the mail/

describe("a wait of a test", () => {
  it("returns what was awaited", async () => {
    let reads = 0
    const read = () => ++reads
    assert.equal(await soon("the mail", Promise.resolve(1)), 1)
    assert.equal(await eventually("the mail", read, (found) => found === 3), 3)
    assert.equal(await Effect.runPromise(inTime("the mail")(Effect.succeed(1))), 1)
    assert.equal(
      await Effect.runPromise(repeatUntil("the mail", Effect.sync(read), (found) => found === 5)),
      5
    )
  })

  it("fails with the failure of what was awaited", async () => {
    await assert.rejects(soon("the mail", Promise.reject(new Error("lost"))), /^Error: lost$/)
    await assert.rejects(
      eventually("the mail", () => Promise.reject(new Error("lost")), Boolean),
      /^Error: lost$/
    )
  })

  it("that is in vain fails with what was awaited and what was seen, also if a read never answers", async () => {
    await assert.rejects(soon("the mail", never, { within, seen: () => ["a letter"] }), {
      message: "waited 0.02 s in vain for the mail; so far: [ 'a letter' ]"
    })
    await assert.rejects(
      eventually(
        "the mail",
        () => 7,
        (found) => found > 7,
        { within }
      ),
      /waited 0\.02 s in vain for the mail; so far: 7/
    )
    await assert.rejects(
      eventually("the mail", () => never, Boolean, { within }),
      failure
    )
    const stuck = repeatUntil("the mail", Effect.succeed(7), (found) => found > 7, { within })
    await assert.rejects(Effect.runPromise(stuck), /in vain for the mail; so far: 7/)
  })

  it.effect("has a deadline in real time, also under a test clock that stands still", () =>
    Effect.gen(function* () {
      const cause = yield* Effect.flip(Effect.sandbox(inTime("the mail", { within })(Effect.never)))
      assert.match(Cause.pretty(cause), failure)
      yield* TestClock.adjust("1 day")
    })
  )
})

/** Loops that read again and again, for ever if the awaited thing never happens. */
const endless =
  /while \([^\n]*\bawait\b|while \([^\n]*\) (?:await|yield\*) [^\n]*(?:sleep|setTimeout)|Effect\.repeat\(|const end = Date\.now\(\)/

describe("a loop that polls", () => {
  const folder = fileURLToPath(new URL("..", import.meta.url))
  /** The checks of the proof are ended by its runner. */
  const isTest = (name: string) => name.endsWith(".ts") && !/^(?:proof|tools)\//.test(name)

  it("is in wait.ts, which gives it a deadline, and in no test", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isTest)
    assert.ok(files.length > 300, "too few tests were found")
    const found = files.filter(
      (name) => !name.startsWith("support/wait.") && endless.test(readFileSync(join(folder, name), "utf8"))
    )
    assert.deepEqual(found, [])
  })

  it("is found in each of its forms", () => {
    for (const code of [
      "while ((await read()) === 0);",
      "while (mails.length === 0) await Bun.sleep(5)",
      "while (written === 0) yield* Effect.sleep(1)",
      "Effect.repeat(waiters, { until: (rows) => rows.length > 0 })",
      "for (const end = Date.now() + 1000; ; await Bun.sleep(10)) {"
    ])
      assert.match(code, endless)
    assert.doesNotMatch("while (page.hasMore) {\n  page = await next()\n}", endless)
  })
})
