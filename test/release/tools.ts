import assert from "node:assert/strict"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "../support/effect.ts"
import { freshFolder } from "../support/files.ts"
import { installed } from "../support/tools.ts"

/** A folder like those of test/tools, whose one dependency has the given address. */
const folderWith = async (version: string, locked: Readonly<Record<string, unknown>>): Promise<string> => {
  const folder = await freshFolder()
  mkdirSync(join(folder, "thing"), { recursive: true })
  const manifest = { name: "tool", version: "0.0.0", dependencies: { thing: version } }
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(content, undefined, 2))
  write("thing/package.json", { name: "thing", version: "1.0.0" })
  write("package.json", manifest)
  write("package-lock.json", { ...manifest, lockfileVersion: 3, packages: { "": manifest, ...locked } })
  return folder
}

const local = () =>
  folderWith("file:thing", {
    "node_modules/thing": { resolved: "thing", link: true },
    thing: { version: "1.0.0" }
  })

/** An environment in which each start of npm is counted. */
const countingNpm = (folder: string) => {
  const count = join(folder, "count")
  const script = `#!/bin/sh\necho >> "${count}"\nPATH="\${PATH#*:}" exec npm "$@"\n`
  mkdirSync(join(folder, "bin"))
  writeFileSync(join(folder, "bin/npm"), script, { mode: 0o755 })
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` }
  return { env, runs: () => readFileSync(count, "utf8").length }
}

/** npm cannot be found with these: an installation that starts fails. */
const withoutNpm = { PATH: "/nowhere" }

describe("a folder of tools", () => {
  it("is installed once by several processes at the same time, and then reused", async () => {
    const folder = await local()
    const { env, runs } = countingNpm(folder)
    assert.deepEqual(await Promise.all([installed(folder, env), installed(folder, env)]), [folder, folder])
    assert.equal(runs(), 1)
    assert.ok(existsSync(join(folder, "node_modules/thing/package.json")))
    assert.equal(await installed(folder, withoutNpm), folder)
  })

  it("is installed again when its lock file has changed or its installation did not end", async () => {
    const folder = await local()
    await installed(folder)
    writeFileSync(join(folder, "package-lock.json"), "{}")
    await assert.rejects(installed(folder, withoutNpm), /is not installed/)
    const other = await local()
    await installed(other)
    rmSync(join(other, "node_modules/.installed"))
    await assert.rejects(installed(other, withoutNpm), /is not installed/)
  })

  it("says what is missing where there is no registry", async () => {
    const folder = await folderWith("1.0.0", { "node_modules/thing": { version: "1.0.0" } })
    const env = {
      ...process.env,
      npm_config_registry: "http://127.0.0.1:1",
      npm_config_cache: join(folder, "cache"),
      npm_config_fetch_retries: "0"
    }
    await assert.rejects(installed(folder, env), (error: Error) => {
      assert.match(
        error.message,
        /is not installed, and `npm ci` in it has failed\. It needs the npm registry/
      )
      assert.match(error.message, /ECONNREFUSED/)
      return true
    })
  })
})
