// Bundles a script into one file, for tests that start it often: Bun takes longer to load its several hundred modules
// than such a process then runs.
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { basename } from "node:path"
import { freshFolder } from "./files.ts"

const made = new Map<string, Promise<string>>()

const make = async (script: string): Promise<string> => {
  const { logs, outputs, success } = await Bun.build({
    entrypoints: [script],
    outdir: await freshFolder(),
    target: "bun"
  })
  const [bundle] = outputs
  assert.ok(success && bundle, `${basename(script)} cannot be bundled:\n${logs.join("\n")}`)
  return bundle.path
}

/** The path of the bundle. It is made once per test file and removed with the file's other files. */
export const bundled = async (script: string): Promise<string> => {
  const known = made.get(script)
  if (known !== undefined && existsSync(await known)) return known
  const making = make(script)
  made.set(script, making)
  return making
}
