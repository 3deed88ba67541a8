// Runs a command with what test files share: one PostgreSQL server, a database on it to copy, and a folder.
// `bun run test/support/with-postgres.ts bun test`. Without it every test file starts its own server, migrates its own database and
// bundles what it starts, which takes longer than most of them. With `--leave-databases` before the command, databases are not dropped
// one by one but removed with the server: quicker, for runs that make hundreds of them and not thousands.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { lateCompiler } from "./compiler.ts"
import { makeTemplate } from "./migrated.ts"
import { startPostgres } from "./postgres.ts"

const leave = "--leave-databases"
const leaves = process.argv[2] === leave
const [command = "", ...args] = process.argv.slice(leaves ? 3 : 2)
const folder = await mkdtemp(join(tmpdir(), "laurel-run-"))
const server = await startPostgres()
const shared = {
  // Not on a server that outlives this run.
  TEST_LEAVE_DATABASES: leaves && !process.env.TEST_DATABASE_URL ? "1" : "0",
  TEST_DATABASE_URL: process.env.TEST_DATABASE_URL || (await server.freshDatabase()),
  TEST_TEMPLATE_URL: await makeTemplate(server),
  TEST_RUN_FOLDER: folder
}

const env = { ...lateCompiler, ...process.env, ...shared }
const child = spawn(command, args, { stdio: "inherit", env })
// Ctrl-C reaches the child by itself; this process stays until the server has stopped.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
const [code] = await once(child, "exit")
await server.stop()
// A browser that was left running ends with the process that started it, and may still write.
await rm(folder, { recursive: true, force: true, maxRetries: 20 })
process.exit(code ?? 1)
