// Bundles a script into one file, for tests that start it often: a runtime takes longer to load its several hundred modules
// than such a process then runs.
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { basename, dirname } from "node:path"
import { freshFolder } from "./files.ts"

const made = new Map<string, Promise<string>>()

export interface BundleOptions {
  /** Deno runs what is made for Node. */
  readonly target?: "bun" | "node"
  /** Adds files beside the bundle. */
  readonly beside?: (folder: string) => Promise<unknown>
}

const make = async (script: string, { beside, target = "bun" }: BundleOptions): Promise<string> => {
  const { logs, outputs, success } = await Bun.build({
    entrypoints: [script],
    outdir: await freshFolder(),
    target,
    // What only one runtime has is loaded in a file of its own, if at all.
    splitting: target === "node"
  })
  const [bundle] = outputs
  assert.ok(success && bundle, `${basename(script)} cannot be bundled:\n${logs.join("\n")}`)
  await beside?.(dirname(bundle.path))
  return bundle.path
}

/** The path of the bundle. It is made once per test file and removed with the file's other files. */
export const bundled = async (script: string, options: BundleOptions = {}): Promise<string> => {
  const key = `${options.target} ${script}`
  const known = made.get(key)
  if (known !== undefined && existsSync(await known)) return known
  const making = make(script, options)
  made.set(key, making)
  return making
}
