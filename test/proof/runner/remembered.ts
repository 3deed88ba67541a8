// Parts that are done, so that a proof which was interrupted goes on where it stopped.
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Figures } from "../check.ts"
import type { Options, Part } from "./options.ts"

export interface Done {
  readonly part: Part
  /** Names what the part ran on. */
  readonly sources: string
  readonly figures: Figures
  readonly seconds: number
  readonly at: string
}

interface Session {
  readonly form: Options["form"]
  readonly seed: number
  readonly done: ReadonlyArray<Done>
}

const file = fileURLToPath(new URL("../.done.json", import.meta.url))
/** Sessions that are kept, the newest first. */
const most = 50

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
  readonly find: (part: Part, sources: string) => Done | undefined
  readonly keep: (done: Done) => void
}

/**
 * What is remembered of this form. Without a seed, the newest one is used again, so that a second call goes on; `fresh`
 * starts with another seed and remembers nothing.
 */
export const recall = ({ form, fresh, seed: wanted }: Options, path = file): Memory => {
  const isWanted = (session: Session) =>
    session.form === form && (wanted === undefined || session.seed === wanted)
  const found = fresh ? undefined : load(path).find(isWanted)
  const seed = wanted ?? found?.seed ?? Math.floor(Math.random() * 2 ** 31)
  return {
    seed,
    find: (part, sources) => found?.done.find((each) => each.sources === sources && same(each.part, part)),
    keep: (each) => {
      // Read again: another call may have added parts meanwhile.
      const sessions = load(path)
      const isThis = (session: Session) => session.form === form && session.seed === seed
      const before = sessions.find(isThis)?.done.filter(({ part }) => !same(part, each.part)) ?? []
      const others = sessions.filter((session) => !isThis(session)).slice(0, most - 1)
      const kept: ReadonlyArray<Session> = [{ form, seed, done: [...before, each] }, ...others]
      // Renamed, so that a process that is killed meanwhile leaves the old file or the new one.
      writeFileSync(`${path}.new`, JSON.stringify(kept, null, 2))
      renameSync(`${path}.new`, path)
    }
  }
}
