// The property harness over many seeds, on one driver.
import { checkPromise, type Report } from "../../../lib/testing.ts"
import { type Place, runUntilAllIsMet } from "../../testing/runs.ts"
import type { Run } from "../check.ts"

/** Commands of a sequence. */
const commands = { short: 12, full: 25 }
/** From this many sequences on, a run that met no limit at all proves too little. */
const many = 200

/** The short form runs in memory where it can, the full one in a file that two writers share. */
export const sqlitePlace = ([memory, file]: ReadonlyArray<Place>, form: Run["form"]): Place => {
  const place = form === "short" ? memory : file
  if (place === undefined) throw new Error("there is no SQLite to run on")
  return place
}

export const runModel = async (
  { open }: Place,
  { form, progress, rounds, seed }: Pick<Run, "form" | "progress" | "rounds" | "seed">
): Promise<Report> => {
  const run = async (round: number): Promise<Report> =>
    checkPromise({
      ...(await open()),
      seed: seed + round * rounds,
      seeds: rounds,
      commands: commands[form],
      onProgress: ({ finished }) => progress(finished)
    })
  return rounds < many ? run(0) : runUntilAllIsMet(run)
}
