import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { findBun, findNode } from "../../support/runtimes.ts"
import type { Figures, Run } from "../check.ts"

const script = fileURLToPath(new URL("main.ts", import.meta.url))
const flags = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"]

/** Runs the model on SQLite in another process, with a runtime and an environment of its own. */
export const spawnModel = async (
  runtime: "bun" | "node",
  { form, progress, rounds, seed }: Pick<Run, "form" | "progress" | "rounds" | "seed">,
  env: Readonly<Record<string, string>> = {}
): Promise<Figures> => {
  const found = runtime === "bun" ? findBun() : await findNode()
  if ("missing" in found) throw new Error(found.missing)
  const args = [...(runtime === "bun" ? ["run"] : flags), script, String(seed), String(rounds), form]
  const child = spawn(found.path, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env }
  })
  const exit = once(child, "exit")
  let figures: Figures | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("{")) figures = JSON.parse(line)
    else if (/^\d+$/.test(line)) progress(Number(line))
  }
  const [code] = await exit
  assert.equal(code, 0, "the model failed, see above")
  assert.ok(figures, "the process printed no figures")
  return figures
}
