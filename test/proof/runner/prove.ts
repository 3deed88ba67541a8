import type { Terminal } from "../../../server/cli/terminal.ts"
import type { Check } from "../check.ts"
import { type Display, makeDisplay } from "./display.ts"
import { commandFor, type Options, type Part, partsOf, seedOf } from "./options.ts"
import { type Memory, recall } from "./remembered.ts"
import { type Row, table } from "./report.ts"
import { runPart } from "./runPart.ts"
import type { Sources } from "./sources.ts"

/** Milliseconds a part may take. */
const limit = 30 * 60_000

export interface Proof {
  readonly checks: ReadonlyArray<Check>
  /** The path of the module that exports `checks`. */
  readonly module: string
  readonly options: Options
  readonly terminal: Terminal
  /** Whether a person watches: then a bar moves, otherwise a line a minute says how far it is. */
  readonly watched: boolean
  /** What is proven. Without it nothing is remembered. */
  readonly sources: Sources | undefined
  /** Where parts that are done are remembered. */
  readonly file?: string
  readonly limit?: number
}

interface Work {
  readonly check: Check
  readonly part: Part
  /** The check and its place among the parts, for people. */
  readonly title: string
}

/** Runs one part, or finds it among those that are done. */
const settle = async (
  proof: Proof,
  memory: Memory,
  display: Display,
  { check, part, title }: Work
): Promise<Row> => {
  const { module, options, sources, terminal } = proof
  const seed = seedOf(part, memory.seed)
  const ran = sources?.of(check)
  const known = ran === undefined ? undefined : memory.find(part, ran)
  if (known !== undefined) {
    display.note(`${title}: done before, on ${known.at}`)
    return { part, verdict: "passed", figures: known.figures, seconds: known.seconds, remembered: known.at }
  }
  const { database, rounds, unit } = part
  display.note(`${title}: ${rounds} ${unit}`)
  const started = performance.now()
  const verdict = await runPart(
    { checks: module, check: check.name, database, rounds, seed, form: options.form },
    { limit: proof.limit ?? limit, onProgress: display.begin(title, rounds) }
  )
  const seconds = (performance.now() - started) / 1000
  if (verdict.passed) {
    const { figures } = verdict
    display.note(`${title}: passed after ${Math.round(seconds)} s`)
    if (ran !== undefined) memory.keep({ part, sources: ran, figures, seconds, at: new Date().toISOString() })
    return { part, verdict: "passed", figures, seconds }
  }
  display.note(`${title}: ${terminal.red("FAILED")} with seed ${seed}\n${verdict.reason}`)
  display.note(`To show it again: ${commandFor(part, options.form, memory.seed)}`)
  return { part, verdict: "FAILED", figures: {}, seconds }
}

/** Runs all parts, first those that may run beside others, then the others one by one. Returns whether all passed. */
export const prove = async (proof: Proof): Promise<boolean> => {
  const { checks, options, terminal } = proof
  const parts = partsOf(checks, options)
  const memory = recall(options, proof.file)
  const display = makeDisplay(terminal, parts.length, proof.watched)
  terminal.note(`The ${options.form} form, seed ${memory.seed}`)
  const works = parts.flatMap((part, index) => {
    const check = checks.find(({ name }) => name === part.check)
    const title = `[${index + 1}/${parts.length}] ${part.check} on ${part.database}`
    return check === undefined ? [] : [{ check, part, title }]
  })
  const settled = new Map<Part, Row>()
  const runAll = async (waiting: Array<Work>, jobs: number): Promise<void> => {
    const lane = async (): Promise<void> => {
      for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) {
        settled.set(work.part, await settle(proof, memory, display, work))
        display.end(work.title)
      }
    }
    await Promise.all(Array.from({ length: jobs }, lane))
  }
  await runAll(
    works.filter(({ check }) => !check.alone),
    options.jobs
  )
  await runAll(
    works.filter(({ check }) => check.alone),
    1
  )
  const rows = parts.flatMap((part) => settled.get(part) ?? [])
  const failed = rows.filter(({ verdict }) => verdict === "FAILED")
  await terminal.result({ form: options.form, seed: memory.seed, parts: rows }, table(rows))
  for (const { part } of failed) terminal.note(commandFor(part, options.form, memory.seed))
  terminal.note(failed.length === 0 ? "all passed" : `${failed.length} of ${rows.length} FAILED`)
  return failed.length === 0
}
