// An attack: one partner reads lists of its own 60,000 awards with filters that match nothing, and pages with much metadata. How
// long do the awards of another partner take? Run it with `bun run bench/attacks/lists.ts [sqlite|postgres]`.
//
// The readers run in their own process with a low priority, because an attacker has its own machine.
import { spawn } from "node:child_process"
import { setPriority } from "node:os"
import { onKeptDatabase } from "../../test/proof/databases.ts"
import { median, quantile, shown } from "../../test/proof/measure.ts"
import { startQuietly } from "../../test/proof/quietService.ts"
import { type Caller, newCaller } from "../../test/server/caller.ts"
import { tidyUp } from "../../test/server/service.ts"

const awards = 60_000
const seconds = 4
const rule = { coinValue: "1", maxNumberOfParticipant: "100000", condition: "a visit" }
const far = new Date(Date.now() - 3_600_000).toISOString()

const text = (length: number): string => "x".repeat(length)
/** About 27 kB, as much as an award can have in characters of one byte. */
const heavy = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key-${index}`, text(500)]))

const lists: Readonly<Record<string, string>> = {
  "awards of a member by metadata": "/laas/rules/awards?userId=ada&metadataKey=a&metadataValue=none",
  "awards of a rule, counted": "/laas/rules/awards?ruleName=visit&state=counted",
  "awards, reversed, of a member": "/laas/rules/awards?userId=ada&state=reversed",
  "awards to an hour ago": `/laas/rules/awards?to=${far}`,
  "transactions of a member, transfers":
    "/laas/coins/transactions/search?userId=ada&type=user_partner_transfer",
  "transactions to an hour ago": `/laas/coins/transactions/search?to=${far}`,
  "transactions, last page": `/laas/coins/transactions?userId=ada&page=${awards / 100}&limit=100`,
  "audit by action": "/laas/iam/audit?action=webhook.create&limit=100",
  "pages of 100 awards with 27 kB each": "/laas/rules/awards?ruleName=heavy&limit=100"
}

interface Reading {
  readonly url: string
  readonly token: string
  readonly readers: number
}

/** Reads a list again and again with many readers, until the process ends. */
const read = ({ readers, token, url }: Reading): void => {
  setPriority(19)
  const statuses: Record<string, number> = {}
  const one = async (): Promise<never> => {
    while (true) {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(
        () => undefined
      )
      await answer?.arrayBuffer().catch(() => undefined)
      const status = answer === undefined ? "none" : String(answer.status)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  process.on("SIGTERM", () => {
    console.log(JSON.stringify(statuses))
    process.exit(0)
  })
  for (let reader = 0; reader < readers; reader++) void one()
}

const startReading = (reading: Reading): (() => Promise<string>) => {
  const child = spawn(process.execPath, ["run", import.meta.filename, "read", JSON.stringify(reading)], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let output = ""
  child.stdout.on("data", (chunk) => (output += chunk))
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  return async () => {
    child.kill("SIGTERM")
    await ended
    return output.trim()
  }
}

const must = async (answer: Promise<{ readonly status: number; readonly body: unknown }>): Promise<void> => {
  const { body, status } = await answer
  if (status >= 300) throw new Error(`the service answered ${status}: ${JSON.stringify(body)}`)
}

const measure = async (url: string, partner: Caller): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const began = performance.now()
    await must(partner.post(url, "/laas/rules/award", { userId: "bob", ruleName: "visit" }))
    times.push(performance.now() - began)
    await Bun.sleep(5)
  }
  return times
}

const prepare = async (url: string, attacker: Caller, other: Caller): Promise<void> => {
  for (const name of ["visit", "heavy"]) {
    await must(attacker.post(url, "/laas/rules/create-rule", { ...rule, name }))
  }
  await must(other.post(url, "/laas/rules/create-rule", { ...rule, name: "visit" }))
  await must(attacker.post(url, "/laas/users", { userId: "ada" }))
  await must(other.post(url, "/laas/users", { userId: "bob" }))
  const bulk = (count: number, item: unknown) => ({ awards: Array.from({ length: count }, () => item) })
  for (let written = 0; written < awards; written += 1000) {
    await must(attacker.post(url, "/laas/rules/awards", bulk(1000, { userId: "ada", ruleName: "visit" })))
  }
  for (let written = 0; written < 300; written += 20) {
    const item = { userId: "ada", ruleName: "heavy", metadata: heavy }
    await must(attacker.post(url, "/laas/rules/awards", bulk(20, item)))
  }
}

const attack = async (database: "sqlite" | "postgres", address: string): Promise<void> => {
  const service = await startQuietly({
    DATABASE_URL: address,
    LOG_LEVEL: "error",
    RATE_LIMIT_PARTNER: "0",
    RATE_LIMIT_PUBLIC: "0"
  })
  try {
    const url = `http://127.0.0.1:${service.port}`
    const [attacker, other] = [await newCaller(url), await newCaller(url)]
    await prepare(url, attacker, other)
    await measure(url, other)
    const figures = (times: ReadonlyArray<number>) =>
      `p50 ${shown(median(times))} ms, p99 ${shown(quantile(times, 0.99))} ms`
    const before = await service.memory()
    console.log(`${database}, quiet: ${figures(await measure(url, other))}, ${Math.round(before)} MB`)
    for (const [name, path] of Object.entries(lists)) {
      for (const readers of [20, 200]) {
        const stop = startReading({ url: `${url}/api/v1${path}`, token: attacker.token, readers })
        await Bun.sleep(1000)
        const times = await measure(url, other).then(figures, (error: unknown) => String(error))
        const memory = Math.round((await service.memory()) - before)
        console.log(`${database}, ${readers} × ${name}: ${times}, +${memory} MB, answers ${await stop()}`)
        await must(other.post(url, "/laas/rules/award", { userId: "bob", ruleName: "visit" })).catch(() => {})
        await Bun.sleep(500)
      }
    }
    await service.stop()
  } finally {
    tidyUp()
  }
}

const [mode, options = "{}"] = process.argv.slice(2)
if (mode === "read") read(JSON.parse(options))
else {
  for (const database of ["sqlite", "postgres"] as const) {
    if (mode === undefined || mode === database) {
      await onKeptDatabase(database, (address) => attack(database, address))
    }
  }
}
