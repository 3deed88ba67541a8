// A script of ours in one file, for tests that start it over and over: Bun takes longer to find and read its several
// hundred modules than such a process then works.
import assert from "node:assert/strict"
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

/** The path of the bundle, which is made once in this process. */
export const bundled = (script: string): Promise<string> => {
  const known = made.get(script)
  if (known !== undefined) return known
  const making = make(script)
  made.set(script, making)
  return making
}
