import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { version } from "../../lib/http/Api.ts"
import { onBun, type ServiceRuntime } from "../server/runtimes.ts"
import { freshFolder, startService, stopService, tidyUp } from "../server/service.ts"
import { pages } from "../server/suite/pages.ts"
import { telemetry } from "../server/suite/telemetry.ts"
import { afterAll, describe, it } from "../support/effect.ts"
import { freshDatabase } from "../support/postgres.ts"

afterAll(tidyUp)

const script = fileURLToPath(new URL("../../server/compile.ts", import.meta.url))
const file = join(freshFolder(), "laurel-rewards")
await promisify(execFile)(process.execPath, ["run", script, file])
const executable: ServiceRuntime = { ...onBun, name: "executable", command: () => [file] }

describe("the single-file executable", () => {
  pages(executable)
  telemetry(executable)

  it("runs on PostgreSQL", async () => {
    const service = await startService({ DATABASE_URL: await freshDatabase() }, executable)
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
    assert.deepEqual(await stopService(service), { code: 0, signal: null })
  })

  it("is the command line, too", async () => {
    const { stdout } = await promisify(execFile)(file, ["--version"])
    assert.equal(stdout.trim(), version)
  })
})
