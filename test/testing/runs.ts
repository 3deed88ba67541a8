// The two sizes of a run, and the databases to run on.
import assert from "node:assert/strict"
import type { CheckOptions, Report, Writer } from "../../lib/testing.ts"

/**
 * The size that `npm test` runs on every driver. faults.test.ts shows that it is enough to find the planted faults.
 */
export const short = { seeds: 25, commands: 40 }

/** The size that `npm run harness` runs on every driver. */
export const long = { seeds: 200, commands: 60 }

/** Fails if a run reached no limit, no replay, no restart or no jump, since it would prove nothing about them. */
export const meetsEverything = ({ jumps, refused, replayed, restarts }: Report): void => {
  const reasons = [
    "ParticipantLimitReached",
    "UserLimitReached",
    "LimitReached",
    "RuleNotRunning",
    "InsufficientCoins",
    "AlreadyReversed",
    "IdempotencyMismatch"
  ]
  for (const reason of reasons) assert.ok((refused[reason] ?? 0) > 0, `${reason} was never met`)
  assert.ok(replayed > 0 && restarts > 0 && jumps > 0)
}

/** A database to run the harness on. */
export interface Place {
  readonly name: string
  readonly open: () => Promise<CheckOptions<unknown, Writer>>
}
