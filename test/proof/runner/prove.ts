import type { Terminal } from "../../../server/cli/terminal.ts"
import type { Check } from "../check.ts"
import { commandFor, type Options, type Part, partsOf, seedOf } from "./options.ts"
import { type Memory, recall } from "./remembered.ts"
import { type Row, table } from "./report.ts"
import { runPart } from "./runPart.ts"

const minute = 60_000
/** Milliseconds a part may take. */
const limit = 30 * minute

export interface Proof {
  readonly checks: ReadonlyArray<Check>
  /** The path of the module that exports `checks`. */
  readonly module: string
  readonly options: Options
  readonly terminal: Terminal
  /** Whether a person watches: then a bar moves, otherwise a line a minute says how far it is. */
  readonly watched: boolean
  /** Names the sources that are proven. Without a name nothing is remembered. */
  readonly sources: string | undefined
  /** Where parts that are done are remembered. */
  readonly file?: string
  readonly limit?: number
}

/** Runs one part, or finds it among those that are done. */
const settle = async (proof: Proof, memory: Memory, part: Part, place: string): Promise<Row> => {
  const { module, options, terminal } = proof
  const seed = seedOf(part, memory.seed)
  const title = `${place} ${part.check} on ${part.database}`
  const known = memory.find(part)
  if (known !== undefined) {
    terminal.note(`${title}: done before, on ${known.at}`)
    return { part, verdict: "passed", figures: known.figures, seconds: known.seconds, remembered: known.at }
  }
  terminal.note(`${title}: ${part.rounds} ${part.unit}`)
  const progress = terminal.progress(title)
  let told = performance.now()
  const onProgress = (done: number) => {
    progress.at(done, rounds, part.unit)
    if (proof.watched || performance.now() - told < minute) return
    told = performance.now()
    terminal.note(`${title}: ${done} of ${rounds}`)
  }
  const started = performance.now()
  const { check, database, rounds } = part
  const verdict = await runPart(
    { checks: module, check, database, rounds, seed, form: options.form },
    { limit: proof.limit ?? limit, onProgress }
  )
  progress.end()
  const seconds = (performance.now() - started) / 1000
  if (verdict.passed) {
    terminal.note(`${title}: passed after ${Math.round(seconds)} s`)
    memory.keep({ part, figures: verdict.figures, seconds, at: new Date().toISOString() })
    return { part, verdict: "passed", figures: verdict.figures, seconds }
  }
  terminal.note(`${title}: ${terminal.red("FAILED")} with seed ${seed}\n${verdict.reason}`)
  terminal.note(`To show it again: ${commandFor(part, options.form, memory.seed)}`)
  return { part, verdict: "FAILED", figures: {}, seconds }
}

/** Runs all parts one after the other, and returns whether all passed. */
export const prove = async (proof: Proof): Promise<boolean> => {
  const { checks, options, sources, terminal } = proof
  const parts = partsOf(checks, options)
  const memory = recall(sources, options, proof.file)
  terminal.note(`The ${options.form} form, seed ${memory.seed}, sources ${sources ?? "unknown"}`)
  const rows: Array<Row> = []
  for (const [index, part] of parts.entries()) {
    rows.push(await settle(proof, memory, part, `[${index + 1}/${parts.length}]`))
  }
  const failed = rows.filter(({ verdict }) => verdict === "FAILED")
  await terminal.result({ form: options.form, seed: memory.seed, sources, parts: rows }, table(rows))
  for (const { part } of failed) terminal.note(commandFor(part, options.form, memory.seed))
  terminal.note(failed.length === 0 ? "all passed" : `${failed.length} of ${rows.length} FAILED`)
  return failed.length === 0
}
