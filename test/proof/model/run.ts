// The one runner of the model: the harness over many seeds, on one driver. The checks of the proof use it in their own process, on
// Node and in other time zones through main.ts.
import { checkPromise, HarnessFailure, type Report } from "../../../lib/entries/testing.ts"
import { Violations } from "../../support/Violations.ts"
import { enough, type Place, runUntilAllIsMet } from "../../testing/runs.ts"
import type { Figures, Run } from "../check.ts"

/** Sequences on one database. */
interface Stage {
  readonly place: Place
  readonly seeds: number
  readonly commands: number
}

/** From this many commands on, a run that met no limit at all proves too little. */
const many = 1000

const orFail = (place: Place | undefined): Place => {
  if (place === undefined) throw new Error("there is no database to run on")
  return place
}

/**
 * The full form runs on the last place: a file or server that two writers share. The short form runs many short sequences on the
 * first place, which for SQLite is in memory, and a few long ones in the file.
 */
const stagesOf = (places: ReadonlyArray<Place>, { form, rounds }: Pick<Run, "form" | "rounds">) => {
  const [first, last] = [orFail(places[0]), orFail(places.at(-1))]
  const stages: ReadonlyArray<Stage> =
    form === "full"
      ? [{ place: last, seeds: rounds, commands: 25 }]
      : [
          { place: first, seeds: rounds, commands: 12 },
          ...(first === last
            ? []
            : [{ place: last, seeds: Math.min(rounds, enough.seeds), commands: enough.commands }])
        ]
  return stages
}

type ModelRun = Pick<Run, "form" | "progress" | "rounds" | "seed">

export const runModel = async (places: ReadonlyArray<Place>, modelRun: ModelRun): Promise<Figures> => {
  const violations = new Violations("differences")
  let commands = 0
  for (const { place, ...stage } of stagesOf(places, modelRun)) {
    const run = async (round: number): Promise<Report> => {
      const report = await checkPromise({
        ...(await place.open()),
        seed: modelRun.seed + round * stage.seeds,
        ...stage,
        onProgress: ({ finished }) => modelRun.progress(finished)
      })
      violations.held("differences", report.sequences)
      commands += report.commands
      return report
    }
    try {
      await (stage.seeds * stage.commands < many ? run(0) : runUntilAllIsMet(run))
    } catch (error) {
      if (!(error instanceof HarnessFailure)) throw error
      violations.examine("differences", true, () => `${place.name}: ${error.message}`)
      violations.throwIfAny()
    }
  }
  return { seeds: violations.examined("differences"), commands, ...violations.figures() }
}
