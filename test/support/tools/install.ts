// Installs one folder of test/tools: `bun run test/support/tools/install.ts <folder>`. Of several processes that run it
// at once, one installs and the others wait. The lock is a write lock of SQLite: it ends with the process that has it.
import { Database } from "bun:sqlite"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { digestOf, stampOf } from "./stamp.ts"

const [folder = ""] = process.argv.slice(2)
const lock = new Database(join(folder, ".lock.db"))
lock.run("PRAGMA busy_timeout = 600000")
lock.run("BEGIN EXCLUSIVE")

const digest = digestOf(folder)
const stamp = stampOf(folder)
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== digest) {
  rmSync(stamp, { force: true })
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
  const { error, status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })
  if (error) throw error
  if (status !== 0) process.exit(1)
  writeFileSync(stamp, digest)
}
lock.run("COMMIT")
