// Programs that only some tests need, and that are too large for everybody's `npm install`: each folder of test/tools
// has a lock file of its own, and is installed by the first test that asks for it.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { digestOf, stampOf } from "./tools/stamp.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const script = fileURLToPath(new URL("tools/install.ts", import.meta.url))
const bun = process.versions.bun ? process.execPath : join(root, "node_modules/.bin/bun")

const isInstalled = (folder: string): boolean =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), "utf8") === digestOf(folder)

/** Installs a folder that is not installed from its present lock file, and returns its path. */
export const installed = async (folder: string, env: NodeJS.ProcessEnv = process.env): Promise<string> => {
  if (isInstalled(folder)) return folder
  // A process of its own waits for other processes that install the same folder, and holds the lock meanwhile.
  const child = spawn(bun, ["run", script, folder], { env, stdio: ["ignore", "ignore", "pipe"] })
  let output = ""
  child.stderr.on("data", (chunk) => (output += chunk))
  const [code] = await once(child, "close")
  if (code === 0) return folder
  throw new Error(
    `${relative(root, folder)} is not installed, and \`npm ci\` in it has failed. It needs the npm registry, or npm's cache, once.\n${output.trim()}`
  )
}

const installing = new Map<string, Promise<string>>()

/**
 * The path of `test/tools/<name>`, with the packages of its lock file installed. Start them as processes of their own: a process
 * of Bun's does not see packages in a folder that it has looked into before they were installed.
 */
export const tool = (name: string): Promise<string> => {
  const known = installing.get(name)
  if (known !== undefined) return known
  const made = installed(join(root, "test/tools", name))
  installing.set(name, made)
  return made
}
