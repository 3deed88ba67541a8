// Runs a command with one shared PostgreSQL server, and one database on it for tests to copy:
// `bun run test/support/with-postgres.ts bun test`. Without it every test file starts its own server and migrates its own
// database, which takes longer than most of them.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { lateCompiler } from "./compiler.ts"
import { makeTemplate } from "./migrated.ts"
import { startPostgres } from "./postgres.ts"

const [command = "", ...args] = process.argv.slice(2)
const server = await startPostgres()
const databases = {
  TEST_DATABASE_URL: process.env.TEST_DATABASE_URL || (await server.freshDatabase()),
  TEST_TEMPLATE_URL: await makeTemplate(server)
}

const env = { ...lateCompiler, ...process.env, ...databases }
const child = spawn(command, args, { stdio: "inherit", env })
// Ctrl-C reaches the child by itself; this process stays until the server has stopped.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
const [code] = await once(child, "exit")
await server.stop()
process.exit(code ?? 1)
