import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "../support/effect.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const transpiler = new Bun.Transpiler({ loader: "ts" })

/** The modules that loading a module loads, without those that it imports on demand. Packages are named, not entered. */
const loadedBy = (entry: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(relative(root, file))) return
    found.add(relative(root, file))
    for (const { kind, path } of transpiler.scanImports(readFileSync(file, "utf8"))) {
      if (kind !== "import-statement") continue
      if (path.startsWith(".")) visit(join(dirname(file), path))
      else found.add(path)
    }
  }
  visit(join(root, entry))
  return [...found].toSorted()
}

describe("loading an entry", () => {
  it("of the client loads the client alone, and no package", () => {
    assert.deepEqual(loadedBy("lib/entries/client.ts"), [
      "lib/client/ClientError.ts",
      "lib/client/contract.ts",
      "lib/client/createClient.ts",
      "lib/client/send.ts",
      "lib/entries/client.ts"
    ])
  })

  it("of the package loads neither the engine nor Effect, until something is opened", () => {
    assert.deepEqual(loadedBy("lib/entries/rewards.ts"), [
      "lib/entries/rewards.ts",
      "lib/open/RewardsError.ts",
      "lib/open/openRewards.ts",
      "lib/open/options.ts"
    ])
  })

  it("is followed into every static import", () => {
    const effect = loadedBy("lib/index.ts")
    assert.ok(effect.includes("effect") && effect.includes("lib/rewards/awards/Awards.ts"), effect.join("\n"))
    assert.ok(!effect.includes("pg") && !effect.includes("lib/drivers/postgres.ts"), "a driver is loaded")
  })
})
