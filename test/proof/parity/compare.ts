// The same scripts in several processes, each with its own driver or time zone, and what they differ in.
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { findBun, findNode } from "../../support/runtimes.ts"
import type { Violations } from "../../support/Violations.ts"

const script = fileURLToPath(new URL("worker.ts", import.meta.url))

export interface Worker {
  readonly name: string
  readonly runtime: "bun" | "node"
  readonly url: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Scripts {
  readonly seed: number
  readonly count: number
  /** The instant at which each script begins. */
  readonly start: string
  readonly progress: (done: number) => void
  readonly violations: Violations<"differences">
}

const commandOf = async (runtime: Worker["runtime"]): Promise<ReadonlyArray<string>> => {
  const found = runtime === "bun" ? findBun() : await findNode()
  if ("missing" in found) throw new Error(found.missing)
  return runtime === "bun"
    ? [found.path, "run", script]
    : [found.path, "--experimental-strip-types", "--disable-warning=ExperimentalWarning", script]
}

/** The lines that a worker prints, one a script. */
async function* linesOf(
  { env, name, runtime, url }: Worker,
  { count, seed, start }: Scripts
): AsyncGenerator<string, void, undefined> {
  const [program = "", ...args] = await commandOf(runtime)
  const child = spawn(program, [...args, url, String(seed), String(count), start], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env }
  })
  const exit = once(child, "exit")
  try {
    yield* createInterface({ input: child.stdout })
  } finally {
    // Where a difference was found, the rest is not waited for.
    if (child.exitCode === null && !child.stdout.readableEnded) child.kill()
  }
  const [code] = await exit
  assert.equal(code, 0, `the process of ${name} ended with ${code}`)
}

/** Runs the scripts everywhere at once, and compares each text with the first worker's. Stops after a script that differs. */
export const compare = async (workers: ReadonlyArray<Worker>, scripts: Scripts): Promise<void> => {
  const running = workers.map((worker) => ({ worker, lines: linesOf(worker, scripts) }))
  try {
    await compareAll(running, scripts)
  } finally {
    await Promise.all(running.map(({ lines }) => lines.return(undefined)))
  }
}

interface Running {
  readonly worker: Worker
  readonly lines: AsyncGenerator<string, void, undefined>
}

const compareAll = async (running: ReadonlyArray<Running>, scripts: Scripts): Promise<void> => {
  const { violations } = scripts
  for (let index = 0; index < scripts.count; index++) {
    const printed = await Promise.all(
      running.map(async ({ lines, worker }) => {
        const { value } = await lines.next()
        if (typeof value !== "string") throw new Error(`${worker.name} did not run script ${index}`)
        const texts: ReadonlyArray<string> = JSON.parse(value)
        return { name: worker.name, texts }
      })
    )
    const [first, ...others] = printed
    for (const { name, texts } of others) {
      for (const [place, text] of (first?.texts ?? []).entries()) {
        const told = `${name} differs from ${first?.name} at ${place} of script ${index}, seed ${scripts.seed + index}`
        violations.examine("differences", texts[place] !== text, () => `${told}:\n${texts[place]}\n${text}`)
      }
      assert.equal(texts.length, first?.texts.length)
    }
    violations.throwIfAny()
    scripts.progress(index + 1)
  }
  for (const { lines } of running) await lines.next()
}
