// Bundles a script into one file, for tests that start it often: a runtime takes longer to load its several hundred modules
// than such a process then runs.
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { freshFolder } from "./files.ts"

export interface BundleOptions {
  /** Deno runs what is made for Node. */
  readonly target?: "bun" | "node"
  /** Compiles the script for Bun, so that it need not be parsed at each start. The script has no `await` outside of functions. */
  readonly bytecode?: boolean
  /** Adds files beside the bundle. */
  readonly beside?: (folder: string) => Promise<unknown>
}

const make = async (
  script: string,
  outdir: string,
  { beside, bytecode = false, target = "bun" }: BundleOptions
): Promise<string> => {
  const { logs, outputs, success } = await Bun.build({
    entrypoints: [script],
    outdir,
    target,
    // Bun writes bytecode for CommonJS.
    ...(bytecode && { bytecode, format: "cjs" }),
    // What only one runtime has is loaded in a file of its own, if at all.
    splitting: target === "node"
  })
  const [bundle] = outputs
  assert.ok(success && bundle, `${basename(script)} cannot be bundled:\n${logs.join("\n")}`)
  await beside?.(outdir)
  return bundle.path
}

/** Two processes may make the same bundle at once, so it is made elsewhere and moved to its folder when it is complete. */
const makeForRun = async (script: string, folder: string, options: BundleOptions): Promise<string> => {
  const path = join(folder, `${basename(script, ".ts")}.js`)
  if (existsSync(path)) return path
  const draft = `${folder}-${process.pid}`
  await make(script, draft, options)
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  assert.ok(existsSync(path), `${path} was not made`)
  return path
}

const made = new Map<string, Promise<string>>()

/**
 * The path of the bundle. It is made once per run, in the folder that with-postgres.ts provides and removes; without that, once per
 * test file, and removed with the file's other files.
 */
export const bundled = async (script: string, options: BundleOptions = {}): Promise<string> => {
  const key = `${options.target} ${script}`
  const known = made.get(key)
  if (known !== undefined && existsSync(await known)) return known
  const run = process.env.TEST_RUN_FOLDER
  const making =
    run === undefined
      ? make(script, await freshFolder(), options)
      : makeForRun(script, join(run, Bun.hash(key).toString(36)), options)
  made.set(key, making)
  return making
}
