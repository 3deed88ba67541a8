// Mistakes that a person could make and that no rule of mutants.ts makes: a forgotten partner, a dropped guard, the wrong clock.
import { existsSync, readFileSync } from "node:fs"
import { tokensOf } from "./keys.ts"
import { filesOf, root, type SourceMutant } from "./sources.ts"
import type { Target } from "./targets.ts"

/** A mistake that was planted by hand. `mutation/planted/<target>.ts` has those of a target. */
export interface Planted {
  /** The source, in the repository. */
  readonly file: string
  /** What is wrong with the changed code, as a sentence. */
  readonly mistake: string
  /** The code that is replaced. It must occur once in the file. Spaces and line breaks between its words do not matter. */
  readonly code: string
  readonly to: string
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
const patternOf = (code: string): RegExp => new RegExp(tokensOf(code).map(escaped).join("\\s*"), "g")

/** Finds the code of a planted mistake. If it is not there once, the error says how to find it again. */
export const locate = (
  { code, file, mistake, to }: Planted,
  read: (file: string) => string | undefined,
  others: ReadonlyArray<string>
): SourceMutant => {
  const fail = (problem: string): never => {
    throw new Error(`${file}: ${mistake}: ${problem}`)
  }
  const text = read(file) ?? fail("there is no such file")
  const pattern = patternOf(code)
  const [found, ...more] = text.matchAll(pattern)
  if (found === undefined) {
    const has = others.filter((other) => (read(other) ?? "").search(pattern) !== -1)
    return fail([`not found: ${code}`, ...has.map((other) => `${other} has it`)].join("\n"))
  }
  if (more.length > 0) fail(`found ${more.length + 1} times: ${code}`)
  if (found[0] === to) fail("changes nothing")
  return { source: file, mutant: { at: found.index, from: found[0], to }, words: `${file}: ${mistake}` }
}

const readSource = (file: string): string | undefined =>
  existsSync(`${root}${file}`) ? readFileSync(`${root}${file}`, "utf8") : undefined

/** The mistakes that were planted by hand in the sources of a target. */
export const plantedIn = (target: Target): ReadonlyArray<SourceMutant> => {
  const files = filesOf(target)
  return (target.planted ?? []).map((planted) => locate(planted, readSource, files))
}
