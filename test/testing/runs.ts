// What a run of the model must meet, and the databases to run on.
import assert from "node:assert/strict"
import type { CheckOptions, Report, Writer } from "../../lib/entries/testing.ts"

/** test/release/faults.ts shows that this size is enough to find the planted faults. */
export const enough = { seeds: 25, commands: 40 }

const reasons = [
  "ParticipantLimitReached",
  "UserLimitReached",
  "LimitReached",
  "RuleNotRunning",
  "InsufficientCoins",
  "AlreadyReversed",
  "IdempotencyMismatch"
]

/** What none of the runs met: a limit, a replay, a restart, a jump. They prove nothing about it. */
const missedBy = (reports: ReadonlyArray<Report>): ReadonlyArray<string> => [
  ...reasons.filter((reason) => reports.every(({ refused }) => (refused[reason] ?? 0) === 0)),
  ...(["replayed", "restarts", "jumps"] as const).filter((what) => reports.every((each) => each[what] === 0))
]

const meetsEverything = (...reports: ReadonlyArray<Report>): void =>
  assert.deepEqual(missedBy(reports), [], "some things were never met")

/** Runs again with other seeds until everything was met: one run may miss something by chance. Returns the first report. */
export const runUntilAllIsMet = async (run: (round: number) => Promise<Report>): Promise<Report> => {
  const first = await run(0)
  const reports = [first]
  for (let round = 1; round < 10 && missedBy(reports).length > 0; round++) reports.push(await run(round))
  meetsEverything(...reports)
  return first
}

/** A database to run the harness on. */
export interface Place {
  readonly name: string
  readonly open: () => Promise<CheckOptions<unknown, Writer>>
}
