// What the parts of the proof depend on: the result of a part counts until one of these files changes.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Check } from "../check.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const tracked = (): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })
    .split("\0")
    .filter((name) => name !== "" && existsSync(join(root, name)))
    .sort()

/** A module that another one imports or starts. */
const relative = /"(\.\.?\/[^"\n]+|[\w-]+\.ts)"/g

/** These files, and everything of `test` that they reach. */
const reached = (files: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name) || !name.startsWith("test/") || !existsSync(join(root, name))) return
    found.add(name)
    for (const [, path = ""] of readFileSync(join(root, name), "utf8").matchAll(relative)) {
      if (/\.tsx?$/.test(path)) visit(join(dirname(name), path))
    }
  }
  files.forEach(visit)
  return found
}

const isTest = (name: string): boolean => name.endsWith(".test.ts")
/** Read by no check but those that run the tests. */
const isMutation = (name: string): boolean => name.startsWith("test/proof/mutation/")
/** What the service and the library are made of, and run on. */
const isProduct = (name: string): boolean => /^(?:lib|server)\/|^package-lock\.json$/.test(name)

const digest = (names: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update("\0")
  return hash.digest("hex").slice(0, 16)
}

export interface Sources {
  readonly of: (check: Pick<Check, "runsTests">) => string
}

/** Digests of the files here. Undefined outside of a checkout. */
export const sourcesHere = (): Sources | undefined => {
  try {
    const names = tracked()
    const proof = reached(names.filter((name) => name.startsWith("test/proof/") && !isTest(name)))
    const checks = digest(names.filter((name) => isProduct(name) || (proof.has(name) && !isMutation(name))))
    const tests = digest(names.filter((name) => isProduct(name) || name.startsWith("test/")))
    return { of: ({ runsTests }) => (runsTests ? tests : checks) }
  } catch {
    return undefined
  }
}
