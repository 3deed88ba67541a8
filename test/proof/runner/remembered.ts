// Parts that are done, so that a proof which was interrupted goes on where it stopped.
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Figures } from "../check.ts"
import type { Options, Part } from "./options.ts"

export interface Done {
  readonly part: Part
  readonly figures: Figures
  readonly seconds: number
  readonly at: string
}

interface Session {
  readonly sources: string
  readonly form: Options["form"]
  readonly seed: number
  readonly done: ReadonlyArray<Done>
}

const root = fileURLToPath(new URL("../../..", import.meta.url))
const file = fileURLToPath(new URL("../.done.json", import.meta.url))
/** Sessions that are kept, the newest first. */
const most = 50

const git = (...args: ReadonlyArray<string>): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })

/** Names the sources: the commit, and a digest of what differs from it. Undefined outside of a checkout. */
export const sourcesHere = (): string | undefined => {
  try {
    const changed = git("diff", "HEAD") + git("status", "--porcelain")
    const commit = git("rev-parse", "HEAD").trim()
    if (changed === "") return commit
    return `${commit} with changes ${createHash("sha256").update(changed).digest("hex").slice(0, 12)}`
  } catch {
    return undefined
  }
}

const load = (path: string): ReadonlyArray<Session> => {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return []
  }
}

const same = (a: Part, b: Part): boolean =>
  a.check === b.check && a.database === b.database && a.rounds === b.rounds && a.after === b.after

export interface Memory {
  readonly seed: number
  readonly find: (part: Part) => Done | undefined
  readonly keep: (done: Done) => void
}

/**
 * What is remembered of these sources in this form. Without a seed, the newest one is used again, so that a second call
 * goes on; `fresh` starts with another seed and remembers nothing.
 */
export const recall = (
  sources: string | undefined,
  { form, fresh, seed: wanted }: Options,
  path = file
): Memory => {
  const sessions = load(path)
  const of = (session: Session) =>
    session.sources === sources && session.form === form && (wanted === undefined || session.seed === wanted)
  const found = fresh || sources === undefined ? undefined : sessions.find(of)
  const seed = wanted ?? found?.seed ?? Math.floor(Math.random() * 2 ** 31)
  let done = found?.done ?? []
  return {
    seed,
    find: (part) => done.find((each) => same(each.part, part)),
    keep: (each) => {
      done = [...done.filter(({ part }) => !same(part, each.part)), each]
      if (sources === undefined) return
      const others = load(path).filter(
        (other) => other.sources !== sources || other.form !== form || other.seed !== seed
      )
      const kept: ReadonlyArray<Session> = [{ sources, form, seed, done }, ...others.slice(0, most - 1)]
      // Renamed, so that a process that is killed meanwhile leaves the old file or the new one.
      writeFileSync(`${path}.new`, JSON.stringify(kept, null, 2))
      renameSync(`${path}.new`, path)
    }
  }
}
