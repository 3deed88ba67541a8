// Runs a command with one shared PostgreSQL server: `bun run test/support/with-postgres.ts bun test`. Without it
// every test file starts its own server, which takes longer than most of them.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { startPostgres } from "./postgres.ts"

const [command = "", ...args] = process.argv.slice(2)
const given = process.env.TEST_DATABASE_URL
const server = given ? undefined : await startPostgres()
const TEST_DATABASE_URL = given || (await server?.freshDatabase())

const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, TEST_DATABASE_URL } })
// Ctrl-C reaches the child by itself; this process stays until the server has stopped.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal))
const [code] = await once(child, "exit")
await server?.stop()
process.exit(code ?? 1)
