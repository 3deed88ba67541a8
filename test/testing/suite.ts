import assert from "node:assert/strict"
import { Effect } from "effect"
import { type CheckOptions, check, type Report } from "../../lib/testing.ts"
import { it } from "../support/effect.ts"

/** What `npm test` promises for every driver; HARNESS_SEEDS and HARNESS_COMMANDS raise it. */
const size = { seeds: 200, commands: 60 }

/** A harness that never meets a limit proves nothing about limits. */
const meetsEverything = ({ refused, replayed, restarts, sequences }: Report): void => {
  if (sequences < size.seeds) return
  const reasons = ["ParticipantLimitReached", "UserLimitReached", "InsufficientCoins", "IdempotencyMismatch"]
  for (const reason of reasons) assert.ok((refused[reason] ?? 0) > 0, `${reason} was never met`)
  assert.ok(replayed > 0 && restarts > 0)
}

export const harness = <E>(name: string, options: () => Promise<CheckOptions<E>>): void =>
  it.live(
    `limits hold and coins add up through random and concurrent histories: ${name}`,
    () =>
      Effect.promise(options).pipe(
        Effect.flatMap((options) => check({ ...size, ...options })),
        Effect.map(meetsEverything)
      ),
    600_000
  )
