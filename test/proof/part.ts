// One part of the proof in this process. The runner reads its messages from file descriptor 3.
import { writeSync } from "node:fs"
import { inspect } from "node:util"
import { stopPostgres } from "../support/postgres.ts"
import type { Check, Figures, Run } from "./check.ts"

/** What to run. `checks` is the module that lists the checks. */
export interface Order extends Omit<Run, "progress"> {
  readonly checks: string
  readonly check: string
}

export type Message =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "passed"; readonly figures: Figures }
  | { readonly kind: "failed"; readonly reason: string }

const tell = (message: Message): void => void writeSync(3, `${JSON.stringify(message)}\n`)

/** A message that is put together when it is read, as that of a failure of the harness, is not in the stack. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return inspect(error)
  const { message, stack = "" } = error
  return stack.includes(message) ? stack : `${message}\n${stack}`
}

const run = async ({ check: name, checks: module, ...run }: Order): Promise<Message> => {
  const { checks }: { readonly checks: ReadonlyArray<Check> } = await import(module)
  const check = checks.find((each) => each.name === name)
  if (check === undefined) return { kind: "failed", reason: `there is no check ${name}` }
  try {
    const figures = await check.run({ ...run, progress: (done) => tell({ kind: "progress", done }) })
    return { kind: "passed", figures }
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) }
  }
}

if (import.meta.main) {
  const message = await run(JSON.parse(process.argv[2] ?? "{}"))
  tell(message)
  // Drops its databases. Those of a part that failed may still be in use, and go with their server.
  if (message.kind === "passed") await stopPostgres()
  // What the check left open must not keep the process.
  process.exit(message.kind === "passed" ? 0 : 1)
}
