// A rolling upgrade: processes of two versions serve one database, which gets one more migration meanwhile.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { BunPlugin } from "bun"
import { newCaller } from "../server/caller.ts"
import { onBun, type ServiceRuntime } from "../server/runtimes.ts"
import {
  failToStart,
  freshFolder,
  type Service,
  startService,
  stopService,
  tidyUp
} from "../server/service.ts"
import { afterAll, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"
import { sqlAt } from "../support/sql.ts"
import { eventually } from "../support/wait.ts"

afterAll(tidyUp)

const root = fileURLToPath(new URL("../..", import.meta.url))

const git = (...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()

/** The newest published version, or what was committed last while none is published. */
const published = (): string => git("tag", "--list", "v*", "--sort=-v:refname").split("\n")[0] || "HEAD"

/** The sources of the version before, as they were committed. */
const sourcesBefore = (): string => {
  const folder = join(freshFolder(), "before")
  mkdirSync(folder)
  const archive = execFileSync("git", ["archive", published(), "lib", "server", "package.json"], {
    cwd: root,
    maxBuffer: 1024 ** 3
  })
  execFileSync("tar", ["-x", "-C", folder], { input: archive })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  return folder
}

const declaration = "export const migrations: WingMigrations ="

/** Adds a migration to tables that awards write, as a later version may. */
const later: BunPlugin = {
  name: "a later version",
  setup: (build) => {
    build.onLoad({ filter: /\/lib\/rewards\/migrations\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8")
      assert.ok(source.includes(declaration))
      const statements = [
        "ALTER TABLE rewards_award ADD COLUMN channel TEXT NOT NULL DEFAULT 'shop'",
        "ALTER TABLE rewards_rule ADD COLUMN hint TEXT",
        "CREATE INDEX rewards_award_channel ON rewards_award (partner_id, channel)"
      ]
      const contents = `${source.replace(declaration, "const known: WingMigrations =")}
        export const migrations: WingMigrations = { ...known, migrations: [...known.migrations,
          { id: 999, name: "later", up: () => ${JSON.stringify(statements)} }] }`
      return { contents, loader: "ts" }
    })
  }
}

/** The service of a folder's sources as one file. */
const versionOf = async (
  name: string,
  folder: string,
  plugins: Array<BunPlugin> = []
): Promise<ServiceRuntime> => {
  const { logs, outputs, success } = await Bun.build({
    entrypoints: [join(folder, "server/main.ts")],
    outdir: freshFolder(),
    target: "bun",
    plugins
  })
  const [bundle] = outputs
  assert.ok(success && bundle, logs.join("\n"))
  return { ...onBun, name, command: () => [process.execPath, "run", bundle.path] }
}

it("a new version takes over from the version before on PostgreSQL without a refused award or a moment in which none is ready", async () => {
  const DATABASE_URL = await freshDatabase()
  const before = await versionOf("the version before", sourcesBefore())
  const after = await versionOf("the new version", root, [later])
  const old = await Promise.all([1, 2].map(() => startService({ DATABASE_URL }, before)))

  /** The processes that a load balancer sends requests to. */
  let serving: ReadonlyArray<Service> = old
  const next = (turn: number): string => serving[turn % serving.length]?.url ?? ""
  const partner = await newCaller(next(0))
  const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "5", condition: "a visit" }
  await partner.post(next(0), "/laas/rules/create-rule", rule)
  await partner.post(next(1), "/laas/users", { userId: "ada" })

  let paid = 0
  let isOver = false
  const faults: Array<string> = []
  const running = new Set<Promise<void>>()
  const award = async (url: string): Promise<void> => {
    const { body, status } = await partner.post(url, "/laas/rules/award", {
      userId: "ada",
      ruleName: "visit"
    })
    if (status === 201) paid += 1
    else faults.push(`${status} ${JSON.stringify(body)}`)
  }
  /** Awards without a pause, in turns by all processes that serve. */
  const customer = async (): Promise<void> => {
    while (!isOver && faults.length === 0) {
      const call = award(next(paid)).catch((error: unknown) => void faults.push(String(error)))
      running.add(call)
      await call
      running.delete(call)
    }
  }
  const awardMore = async (): Promise<void> => {
    const enough = paid + 20
    await eventually(
      "twenty more awards",
      () => paid,
      (count) => count >= enough || faults.length > 0
    )
  }
  /** Sends nothing more to a process, and stops it when it has answered. */
  const retire = async (service: Service): Promise<void> => {
    serving = serving.filter((each) => each !== service)
    await Promise.all(running)
    assert.deepEqual(await stopService(service), { code: 0, signal: null })
  }
  const ready = async (): Promise<ReadonlyArray<number>> =>
    Promise.all(serving.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))

  const customers = [1, 2, 3, 4].map(customer)
  const upgrade = async (): Promise<Service> => {
    await awardMore()
    const fresh = await startService({ DATABASE_URL }, after)
    // The readiness that was found before is kept for a second.
    await Bun.sleep(1100)
    assert.deepEqual(await ready(), [200, 200])
    await awardMore()
    serving = [...old, fresh]
    await awardMore()
    assert.deepEqual(await ready(), [200, 200, 200])
    for (const service of old) {
      await retire(service)
      await awardMore()
    }
    return fresh
  }
  const fresh = await upgrade().finally(() => {
    isOver = true
    return Promise.all(customers)
  })
  assert.deepEqual(faults, [])

  const { body } = await partner.get(fresh.url, "/laas/get-user-coin-data?userId=ada")
  assert.equal(body.data.totalPartnerCoins, String(paid))
  const [row] = await sqlAt(DATABASE_URL)(
    "SELECT COUNT(*) AS count FROM rewards_award WHERE channel = 'shop'"
  )
  assert.equal(Number(row?.count), paid)

  // What runs may go on; what starts would be a way back, which is for people to decide.
  const { code, output } = await failToStart({ DATABASE_URL, PORT: "0" }, before)
  assert.equal(code, 1)
  assert.match(
    output,
    /migration 999 of rewards, but this version of laurel-rewards knows only the migrations up to \d+: use the newer version/
  )
  assert.deepEqual(await stopService(fresh), { code: 0, signal: null })
}, 120_000)
