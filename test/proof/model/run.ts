// The property harness over many seeds, on one driver.
import { checkPromise, type Report } from "../../../lib/testing.ts"
import { meetsEverything, type Place } from "../../testing/runs.ts"
import type { Run } from "../check.ts"

/** Commands of a sequence. */
const commands = { short: 12, full: 25 }
/** From this many sequences on, every kind of refusal is certain to be among them. */
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
  const report = await checkPromise({
    ...(await open()),
    seed,
    seeds: rounds,
    commands: commands[form],
    onProgress: ({ finished }) => progress(finished)
  })
  if (report.sequences >= many) meetsEverything(report)
  return report
}
