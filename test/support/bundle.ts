// A script of ours in one file, for tests that start it over and over: Bun takes longer to find and read its several
// hundred modules than such a process then works.
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

/** The path of the bundle, which is made once for a file of tests: it goes with the other files when those are over. */
export const bundled = async (script: string): Promise<string> => {
  const known = made.get(script)
  if (known !== undefined && existsSync(await known)) return known
  const making = make(script)
  made.set(script, making)
  return making
}
