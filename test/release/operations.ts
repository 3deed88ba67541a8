// The files for operators: they name only settings and metrics that exist, and their commands work.
import assert from "node:assert/strict"
import { execFile, execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { openRewards } from "../../lib/index.ts"
import { readSettings } from "../../server/settings.ts"
import { newCaller } from "../server/caller.ts"
import { freshFolder, startService, stopService, tidyUp } from "../server/service.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshDatabase, sharedServer, startPostgres } from "../support/postgres.ts"
import { sqlAt } from "../support/sql.ts"
import { tool } from "../support/tools.ts"

afterAll(tidyUp)

const root = fileURLToPath(new URL("../..", import.meta.url))
const textOf = (name: string): string => readFileSync(join(root, "docs/operations", name), "utf8")
const run = promisify(execFile)

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }

/** A service that has paid an award, at a database. */
const busyService = async (DATABASE_URL: string) => {
  const service = await startService({ DATABASE_URL })
  const caller = await newCaller(service.url)
  const post = async (path: string, body: object) => {
    const { status } = await caller.post(service.url, path, body)
    assert.ok(status < 300, `${path}: ${status}`)
  }
  await post("/laas/rules/create-rule", rule)
  await post("/laas/users", { userId: "ada" })
  const award = () => post("/laas/rules/award", { userId: "ada", ruleName: "visit" })
  await award()
  return { service, award }
}

/** The names of metrics in a text, without the endings of histograms. */
const metricsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\brewards_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, "")))

/** Counters that have counted nothing yet are not printed. */
const later = [
  "rewards_mails_total",
  "rewards_webhook_attempts_total",
  "rewards_folded_transfers_total",
  "rewards_swept_wallets_total",
  "rewards_spans_dropped_total"
]

describe("the files for operators", () => {
  it("name only metrics that the service has", async () => {
    const { service } = await busyService(await freshDatabase())
    const printed = metricsIn(await (await fetch(`${service.url}/metrics`)).text())
    await stopService(service)
    const sources = execFileSync(
      "grep",
      ["-rhoE", 'Metric\\.counter\\("rewards_[a-z_]+"', join(root, "lib"), join(root, "server")],
      {
        encoding: "utf8"
      }
    )
    const known = new Set([...printed, ...later.filter((name) => sources.includes(`"${name}"`))])
    const documented = readFileSync(join(root, "docs/operations.md"), "utf8").split("| metric |")[1] ?? ""
    for (const text of [textOf("alerts.yaml"), textOf("grafana.json"), documented.split("\n## ")[0] ?? ""]) {
      const named = metricsIn(text)
      assert.ok(named.size > 4, "too few metrics were found")
      assert.deepEqual(
        [...named].filter((name) => !known.has(name)),
        []
      )
    }
    const { groups } = Bun.YAML.parse(textOf("alerts.yaml")) as {
      groups: ReadonlyArray<{ rules: ReadonlyArray<{ alert: string; expr: string }> }>
    }
    for (const { alert, expr } of groups.flatMap(({ rules }) => rules)) assert.ok(alert && expr)
  })

  it("name only settings that the service has", () => {
    const given = (text: string) =>
      [...text.matchAll(/\b([A-Z][A-Z_]+)=(?=\S)/g)].map(([, name = ""]) => name)
    const { services } = Bun.YAML.parse(textOf("compose.yaml")) as {
      services: { service: { environment: Readonly<Record<string, string>> } }
    }
    const unit = textOf("laurel-rewards.service")
      .split("\n")
      .filter((line) => line.startsWith("Environment="))
    const image = textOf("Dockerfile")
      .split("\n")
      .filter((line) => line.startsWith("ENV "))
    const names = [
      ...given(unit.join("\n")),
      ...given(image.join("\n")),
      ...Object.keys(services.service.environment)
    ]
    assert.ok(names.length > 7, "too few settings were found")
    for (const name of names) {
      // A setting that exists refuses a text that nothing can mean, or is any text.
      const isText = ["HOST", "METRICS_HOST"].includes(name)
      assert.ok(isText || readSettings({ [name]: "\u0000" })._tag === "Left", `${name} is no setting`)
    }
  })

  it("have a Dockerfile without a fault, and its health check finds a service on PORT or METRICS_PORT", async () => {
    const script = join(await tool("docker"), "validate.mjs")
    const validate = async (file: string): Promise<unknown> =>
      JSON.parse((await run(process.execPath, ["run", script, file])).stdout)
    assert.notDeepEqual(await validate(join(root, "README.md")), [])
    assert.deepEqual(await validate(join(root, "docs/operations/Dockerfile")), [])
    assert.match(textOf("Dockerfile"), /^USER laurel$/m)
    const check: ReadonlyArray<string> = JSON.parse(
      /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(textOf("Dockerfile"))?.[1] ?? "[]"
    )
    const [shell = "", ...args] = check
    const { PATH } = process.env
    const database = { DATABASE_URL: "sqlite::memory:" }
    const places: ReadonlyArray<Readonly<Record<string, string>>> = [
      {},
      { HOST: "127.0.0.1", METRICS_HOST: "127.0.0.9" },
      { METRICS_PORT: "0" },
      { HOST: "127.0.0.1", METRICS_PORT: "0", METRICS_HOST: "127.0.0.2" }
    ]
    for (const settings of places) {
      const service = await startService({ ...database, ...settings })
      const [, metricsPort] = /metrics=http:\/\/localhost:(\d+)/.exec(service.lines.join("\n")) ?? []
      const PORT = new URL(service.url).port
      const env = { PATH, ...settings, PORT, ...(metricsPort && { METRICS_PORT: metricsPort }) }
      assert.equal(metricsPort !== undefined, "METRICS_PORT" in settings)
      await run(shell, args, { env })
      await stopService(service)
      await assert.rejects(run(shell, args, { env }))
    }
  })
})

/** Why the guide cannot be followed here, or undefined. */
const hindrance = async (program: string, since = 0): Promise<string | undefined> => {
  if (Bun.which(program) === null) return `there is no ${program} on the PATH`
  const { stdout } = await run(program, ["--version"])
  const major = Number(/(\d+)\.\d+/.exec(stdout)?.[1])
  return major >= since ? undefined : `${program} ${major} is older than the server`
}

const serverVersion = async (): Promise<number> => {
  const [row] = await sqlAt(await freshDatabase())("SHOW server_version")
  return Number.parseInt(String(row?.server_version), 10)
}

const noSqlite = await hindrance("sqlite3")

/** Programs of a whole PostgreSQL, where the system has one: a `pg_dump` that is older than the server of the tests fits its own. */
const installed = (): string | undefined => {
  const folder = "/usr/lib/postgresql"
  const versions = existsSync(folder) ? readdirSync(folder) : []
  const whole = versions.filter((name) =>
    ["initdb", "pg_ctl", "pg_dump", "pg_restore"].every((file) => existsSync(join(folder, name, "bin", file)))
  )
  const [newest] = whole.toSorted((one, two) => Number(two) - Number(one))
  return newest === undefined ? undefined : join(folder, newest, "bin")
}

const tooOld = await hindrance("pg_dump", await serverVersion())
const programs = tooOld === undefined ? undefined : installed()
const noDump =
  tooOld === undefined || programs !== undefined
    ? undefined
    : `${tooOld}, and no server of its version is here`

const verified = async (database: string): Promise<void> => {
  const rewards = await openRewards({ database, accounts: true })
  assert.deepEqual(await rewards.verify(), [])
  await rewards.close()
}

describe("a backup by the guide, made while the service writes", () => {
  const onSqlite = "of SQLite can be restored, and nothing in it diverges"
  const onPostgres = "of PostgreSQL can be restored, and nothing in it diverges"

  if (noSqlite === undefined)
    it(onSqlite, async () => {
      const folder = freshFolder()
      const { award, service } = await busyService(`sqlite:${join(folder, "rewards.db")}`)
      const writing = Array.from({ length: 5 }, award)
      await run("sqlite3", ["rewards.db", ".backup backup.db"], { cwd: folder })
      await Promise.all(writing)
      await stopService(service)
      await verified(`sqlite:${join(folder, "backup.db")}`)
    })
  else it.skip(`${onSqlite}: ${noSqlite}`)

  if (noDump === undefined)
    it(onPostgres, async () => {
      const server = await (programs === undefined ? sharedServer() : startPostgres({ programs }))
      const [url, restored] = [await server.freshDatabase(), await server.freshDatabase()]
      const { award, service } = await busyService(url)
      const writing = Array.from({ length: 5 }, award)
      const file = join(freshFolder(), "backup.dump")
      const program = (name: string): string => (programs === undefined ? name : join(programs, name))
      await run(program("pg_dump"), ["--format=custom", `--file=${file}`, url])
      await Promise.all(writing)
      await stopService(service)
      await run(program("pg_restore"), ["--no-owner", `--dbname=${restored}`, file])
      await verified(restored)
      if (programs !== undefined) await server.stop()
    })
  else it.skip(`${onPostgres}: ${noDump}`)
})
