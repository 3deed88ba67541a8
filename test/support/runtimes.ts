// Finds the runtimes that tests start.
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

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

/** A Node with `node:sqlite`: TEST_NODE, else the one from test/runtimes, else the one on the PATH. */
export const findNode = (): Runtime | MissingRuntime => {
  const chosen = process.env.TEST_NODE
  if (chosen) {
    const version = versionOf(chosen)
    if (version === undefined) return { missing: `TEST_NODE=${chosen} cannot be run` }
    if (!modern(version))
      return { missing: `TEST_NODE=${chosen} is Node ${version}, older than ${oldestNode}` }
    return { path: chosen, version }
  }
  for (const path of [packagedNode(), "node"]) {
    const version = path && versionOf(path)
    if (path && version && modern(version)) return { path, version }
  }
  return {
    missing: `no Node >= ${oldestNode}: npm brings none for ${process.platform}-${process.arch} and there is none on the PATH; set TEST_NODE`
  }
}

/** The Bun that runs this process, else the one in node_modules. */
export const findBun = (): Runtime | MissingRuntime => {
  if (process.versions.bun) return { path: process.execPath, version: process.versions.bun }
  const path = join(root, "node_modules/.bin/bun")
  const version = versionOf(path)
  return version ? { path, version } : { missing: `no Bun at ${path}: run npm install` }
}

/** A Deno: TEST_DENO, else the one from test/runtimes, else the one on the PATH. */
export const findDeno = (): Runtime | MissingRuntime => {
  for (const path of [process.env.TEST_DENO, packagedDeno(), "deno"]) {
    const version = path && versionOf(path)?.split(" ")[1]
    if (path && version) return { path, version }
  }
  return {
    missing: `npm brings no Deno for ${process.platform}-${process.arch} and there is none on the PATH; set TEST_DENO`
  }
}

const packagedNode = () => packaged(`node-${process.platform}-${process.arch}`, "bin/node")
const packagedDeno = () => packaged(`@deno/${process.platform}-${process.arch}-glibc`, "deno")

/** A file of a package that test/runtimes depends on, if npm installed it on this machine. */
const packaged = (name: string, file: string): string | undefined => {
  const resolver = createRequire(join(root, "test/runtimes/package.json"))
  try {
    const path = join(dirname(resolver.resolve(`${name}/package.json`)), file)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
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
