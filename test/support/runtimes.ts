// Finds the runtimes that tests start.
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { tool } from "./tools.ts"

export interface Runtime {
  readonly path: string
  readonly version: string
}

/** A sentence that says what is missing and how to install it. */
export interface MissingRuntime {
  readonly missing: string
}

/** The first Node with `node:sqlite`. */
const oldestNode = "22.13.0"
const root = fileURLToPath(new URL("../..", import.meta.url))

/** A Node with `node:sqlite`: TEST_NODE, else the one from test/tools/runtimes, else the one on the PATH. */
export const findNode = async (): Promise<Runtime | MissingRuntime> => {
  const chosen = process.env.TEST_NODE
  if (chosen) {
    const version = versionOf(chosen)
    if (version === undefined) return { missing: `TEST_NODE=${chosen} cannot be run` }
    if (!modern(version))
      return { missing: `TEST_NODE=${chosen} is Node ${version}, older than ${oldestNode}` }
    return { path: chosen, version }
  }
  const packaged = await packagedFile(`node-${process.platform}-${process.arch}`, "bin/node")
  for (const path of [packaged.path, "node"]) {
    const version = path && versionOf(path)
    if (path && version && modern(version)) return { path, version }
  }
  return {
    missing: `no Node >= ${oldestNode}: there is none on the PATH, and ${packaged.missing}; set TEST_NODE`
  }
}

/** The oldest line of Node that is supported, from test/tools/runtimes. */
export const findNode22 = async (): Promise<Runtime | MissingRuntime> => {
  const { missing = "", path } = await packagedFile(`node22-${process.platform}-${process.arch}`, "bin/node")
  const version = path && versionOf(path)
  return path && version ? { path, version } : { missing: `no Node 22: ${missing}` }
}

/** The Bun that runs this process, else the one in node_modules. */
export const findBun = (): Runtime | MissingRuntime => {
  if (process.versions.bun) return { path: process.execPath, version: process.versions.bun }
  const path = join(root, "node_modules/.bin/bun")
  const version = versionOf(path)
  return version ? { path, version } : { missing: `no Bun at ${path}: run npm install` }
}

/** A Deno: TEST_DENO, else the one from test/tools/runtimes, else the one on the PATH. */
export const findDeno = async (): Promise<Runtime | MissingRuntime> => {
  const chosen = process.env.TEST_DENO
  if (chosen) {
    const version = denoVersionOf(chosen)
    return version ? { path: chosen, version } : { missing: `TEST_DENO=${chosen} cannot be run` }
  }
  const packaged = await packagedFile(`@deno/${process.platform}-${process.arch}-glibc`, "deno")
  for (const path of [packaged.path, "deno"]) {
    const version = path && denoVersionOf(path)
    if (path && version) return { path, version }
  }
  return { missing: `no Deno: there is none on the PATH, and ${packaged.missing}; set TEST_DENO` }
}

/** Deno prints its name before its version. */
const denoVersionOf = (path: string): string | undefined => versionOf(path)?.split(" ")[1]

interface Packaged {
  readonly path?: string
  readonly missing?: string
}

/** A file of a package in test/tools/runtimes, which is installed if it is not there yet. */
const packagedFile = async (name: string, file: string): Promise<Packaged> => {
  try {
    const path = join(await tool("runtimes"), "node_modules", name, file)
    return existsSync(path)
      ? { path }
      : { missing: `npm brings none for ${process.platform}-${process.arch}` }
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

const versionOf = (path: string): string | undefined => {
  try {
    const output = execFileSync(path, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"]
    })
    return output.trim().replace(/^v/, "")
  } catch {
    return undefined
  }
}

const modern = (version: string): boolean =>
  version.localeCompare(oldestNode, "en", { numeric: true, sensitivity: "base" }) >= 0
