import assert from "node:assert/strict"
import { Cause, Effect } from "effect"
import { type Log, makeLog } from "../../server/log.ts"
import type { Settings } from "../../server/settings.ts"
import { describe, it } from "../support/effect.ts"

/** The lines that are written of everything that can be logged. */
const linesOf = (
  format: Settings["LOG_FORMAT"],
  level: Settings["LOG_LEVEL"],
  use: (log: Log) => void
): ReadonlyArray<string> => {
  const lines: Array<string> = []
  use(makeLog({ format, level, write: (line) => void lines.push(line) }))
  return lines
}

const summary = {
  requestId: "r-1",
  method: "GET",
  route: "/api/v1/laas/rules",
  status: 200,
  milliseconds: 1.26,
  partnerId: undefined,
  defect: undefined,
  traceId: undefined
}

const everything = ({ error, info, layer, request, warn }: Log): void => {
  info("begun")
  warn("odd", { count: 2 })
  error("broken")
  request(summary)
  request({ ...summary, status: 503 })
  request({ ...summary, status: 500, defect: Cause.die("a fault") })
  const engine = Effect.zipRight(
    Effect.logDebug("detail"),
    Effect.logWarning("of the engine", Cause.fail("why"))
  )
  Effect.runSync(Effect.provide(engine, layer))
}

const levelsOf = (level: Settings["LOG_LEVEL"]): ReadonlyArray<string> =>
  linesOf("json", level, everything).map((line) => {
    const parsed: { readonly level: string } = JSON.parse(line)
    return parsed.level
  })

describe("the log", () => {
  it("has lines from LOG_LEVEL up, the engine's too", () => {
    const all = ["INFO", "WARN", "ERROR", "INFO", "WARN", "ERROR", "DEBUG", "WARN"]
    assert.deepEqual(levelsOf("debug"), all)
    for (const [level, left] of [
      ["info", ["INFO", "WARN", "ERROR"]],
      ["warn", ["WARN", "ERROR"]],
      ["error", ["ERROR"]],
      ["none", []]
    ] as const) {
      assert.deepEqual(
        levelsOf(level),
        all.filter((each) => left.some((kept) => kept === each))
      )
    }
  })

  it("has one form for people and one for machines", () => {
    const use = ({ layer, request, warn }: Log): void => {
      warn("odd", { count: 2 })
      request(summary)
      Effect.runSync(Effect.logWarning("of the engine", Cause.fail("why")).pipe(Effect.provide(layer)))
    }
    const withoutTime = linesOf("pretty", "info", use).map((line) => line.replace(/^\S+Z /, ""))
    assert.deepEqual(withoutTime, [
      "WARN odd count=2",
      "INFO GET /api/v1/laas/rules 200 milliseconds=1.3 requestId=r-1",
      "WARN of the engine cause=Error: why"
    ])
    const [odd] = linesOf("json", "info", use)
    const { time, ...rest }: Record<string, unknown> = JSON.parse(odd ?? "")
    assert.match(String(time), /^\d{4}-.+Z$/)
    assert.deepEqual(rest, { level: "WARN", message: "odd", count: 2 })
  })

  it("shows a mail only at the level of information", () => {
    const mail = { id: "m-1", to: "ada@shop.example", subject: "Your code", text: "123456\n", html: "" }
    const show = (level: Settings["LOG_LEVEL"]) => linesOf("pretty", level, (log) => log.mail(mail))
    assert.match(show("info").join("\n"), /mail to ada@shop.example: Your code\n {2}\| 123456$/)
    assert.deepEqual(show("warn"), [])
  })
})
