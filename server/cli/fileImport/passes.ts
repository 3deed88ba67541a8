import { createHash } from "node:crypto"
import type { BulkItemCheck, RefusedItem, RewardsError } from "../../../lib/index.ts"
import { CommandFailed } from "../Command.ts"
import type { Problem } from "./textLines.ts"

/** The most lines that the library checks or writes at once. */
export const bulkSize = 1000

/** A line of the file that could be read. */
export interface Line {
  readonly line: number
  readonly userId: string
}

/** Called with the number of bytes of the file that were read. */
export type OnBytes = (bytes: number) => void

/** How the lines of a file are read, checked and written. */
export interface Source<L extends Line> {
  /** Reads the file from its start, in bulks of `bulkSize`. */
  readonly read: (onBytes: OnBytes) => AsyncIterable<ReadonlyArray<L | Problem>>
  /** A hash of what a line says (`hashOfText`), undefined for a line that is bad. */
  readonly hashOf: (line: L) => Buffer | undefined
  /** How to correct a line that repeats another. */
  readonly repeated: string
  readonly check: (bulk: ReadonlyArray<L>) => Promise<ReadonlyArray<BulkItemCheck>>
  /** Called for each good line of the check. */
  readonly onGood?: (line: L) => void
  /** Whether users who are not members are registered. */
  readonly onboard: boolean
  readonly onboardMany: (userIds: ReadonlyArray<string>) => Promise<unknown>
  /** Writes lines, and returns whether each had been written by an earlier run. */
  readonly write: (
    bulk: ReadonlyArray<L>
  ) => Promise<ReadonlyArray<{ readonly ok: true; readonly replayed: boolean } | RefusedItem>>
}

/** A hash of what a line says. The library compares a line with the one that used its key first, so 128 bits are enough. */
export const hashOfText = (text: string): Buffer => createHash("sha256").update(text).digest().subarray(0, 16)

/** Makes the idempotency keys of a command's lines. A line has the same key in every file, and at every place in a file. */
export const keyFor =
  (command: string) =>
  (hash: Buffer | undefined): string | undefined =>
    hash === undefined ? undefined : `${command}:${hash.toString("base64url")}`

/** The most bad lines that are shown. */
const mostShown = 100

/** Bad lines: the first ones, and the number of all. */
export class BadLines {
  readonly shown: Array<Problem> = []
  count = 0

  add(problem: Problem): void {
    this.count += 1
    if (this.shown.length < mostShown) this.shown.push(problem)
  }
}

const isLine = <L extends Line>(line: L | Problem): line is L => !("problem" in line)
const isProblem = <L extends Line>(line: L | Problem): line is Problem => "problem" in line

export interface Checked {
  readonly lines: number
  /** Whether users of the file are not members. */
  readonly hasUnknown: boolean
  readonly bad: BadLines
}

/** Checks all lines of the file. Writes nothing. */
export const checkFile = async <L extends Line>(source: Source<L>, onBytes: OnBytes): Promise<Checked> => {
  const bad = new BadLines()
  const firstLines = new Map<string, number>()
  let lines = 0
  let hasUnknown = false

  const refusalOf = (error: RewardsError): string | undefined => {
    if (error._tag !== "MemberNotFound") return error.message
    hasUnknown = true
    return source.onboard
      ? undefined
      : `${error.message}, or use --onboard to register members who are not there`
  }

  const repetitionOf = (hash: Buffer | undefined, line: number): string | undefined => {
    if (hash === undefined) return undefined
    // One byte a character: these keys are most of the memory that the check of a long file needs.
    const key = hash.toString("latin1")
    const first = firstLines.get(key)
    if (first !== undefined) return `is the same as line ${first}: ${source.repeated}`
    firstLines.set(key, line)
    return undefined
  }

  for await (const bulk of source.read(onBytes)) {
    const problems = bulk.filter(isProblem)
    const good = bulk.filter(isLine)
    const outcomes = await source.check(good)
    for (const [index, each] of good.entries()) {
      const outcome = outcomes[index]
      const refusal = outcome?.ok === false ? refusalOf(outcome.error) : undefined
      const problem = repetitionOf(source.hashOf(each), each.line) ?? refusal
      if (problem === undefined) source.onGood?.(each)
      else problems.push({ line: each.line, problem })
    }
    for (const problem of problems.toSorted((one, other) => one.line - other.line)) bad.add(problem)
    lines += bulk.length
  }
  return { lines, hasUnknown, bad }
}

/** What an import has committed so far. */
export class Written {
  /** Lines that this run has written. */
  count = 0
  /** Lines that an earlier run has written. */
  replayed = 0
  readonly bad = new BadLines()
}

/** Writes all lines of a checked file. */
export const writeFile = async <L extends Line>(
  source: Source<L>,
  { hasUnknown }: Checked,
  written: Written,
  onBytes: OnBytes
): Promise<void> => {
  for await (const bulk of source.read(onBytes)) {
    const changed = bulk.find(isProblem)
    if (changed !== undefined) {
      throw new CommandFailed(
        `The file was changed after it was checked: line ${changed.line} ${changed.problem}.`
      )
    }
    const lines = bulk.filter(isLine)
    if (hasUnknown) await source.onboardMany(lines.map(({ userId }) => userId))
    const outcomes = await source.write(lines)
    for (const [index, outcome] of outcomes.entries()) {
      if (!outcome.ok) written.bad.add({ line: lines[index]?.line ?? 0, problem: outcome.error.message })
      else if (outcome.replayed) written.replayed += 1
      else written.count += 1
    }
  }
}
