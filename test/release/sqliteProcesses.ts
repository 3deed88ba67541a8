import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { bundled } from "../support/bundle.ts"
import { it } from "../support/effect.ts"
import { findBun, findNode } from "../support/runtimes.ts"

const script = fileURLToPath(new URL("../drivers/writer.ts", import.meta.url))

it("processes that open and write one file at the same time, on Bun and on Node, lose nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "laurel-sqlite-"))
  const filename = join(folder, "rewards.db")
  const writer = await bundled(script, { target: "node" })
  const runtimes = [findBun(), findBun(), await findNode()].filter((runtime) => "path" in runtime)
  await Promise.all(runtimes.map(({ path }) => promisify(execFile)(path, [writer, filename, "25"])))
  const count = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT n FROM counter`.values)
  const rows = await Effect.runPromise(Effect.provide(count, layer({ filename })))
  assert.deepEqual(rows, [[25 * runtimes.length]])
  await rm(folder, { recursive: true })
})
