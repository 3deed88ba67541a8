// Runs the tests of behaviour on a Citus cluster: `CITUS_URL=postgres://… npm run test:citus`. The URL is that of a database on the
// coordinator with the extension and its nodes; tests create databases of their own on all nodes.
import { spawnSync } from "node:child_process"

if (!process.env.CITUS_URL) {
  console.error(
    "CITUS_URL is not set: give the address of the coordinator, such as postgres://postgres@127.0.0.1:19700/laurel"
  )
  process.exit(2)
}

const files = [
  "rewards/postgres.test.ts",
  "boards/postgres.test.ts",
  "events/postgres.test.ts",
  "webhooks/postgres.test.ts",
  "accounts/postgres.test.ts",
  "accounts/mail/postgres.test.ts",
  "http/postgres.test.ts",
  "http/programme-postgres.test.ts",
  "cluster/node-away.test.ts",
  "cluster/moving.test.ts",
  "cluster/export.test.ts"
].map((file) => `test/${file}`)

const chosen = process.argv.slice(2)
const command = ["run", "test/support/with-postgres.ts", "bun", "test", "--no-isolate", "--timeout", "120000"]
const { status } = spawnSync("bun", [...command, ...(chosen.length > 0 ? chosen : files)], {
  stdio: "inherit"
})
process.exit(status ?? 1)
