// Runs a command with one PostgreSQL server for all of it: `bun run test/support/with-postgres.ts bun test`. Without this
// every file of tests starts a server of its own, which takes longer than most of them.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { startPostgres } from "./postgres.ts"

const [command = "", ...args] = process.argv.slice(2)
const given = process.env.TEST_DATABASE_URL
const server = given ? undefined : await startPostgres()
const TEST_DATABASE_URL = given || (await server?.freshDatabase())

const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, TEST_DATABASE_URL } })
// Ctrl-C reaches the child by itself; this process stays until the server is gone.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
const [code] = await once(child, "exit")
await server?.stop()
process.exit(code ?? 1)
