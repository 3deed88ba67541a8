import type { Attempt } from "../post.ts"
import { retryAt, waitUntil } from "../schedule.ts"
import type { Health, Result } from "./Recorder.ts"
import type { Item, Run } from "./Run.ts"

/** The outcome of an attempt, with what follows from it. */
export interface Outcome {
  readonly result: Result
  readonly health: Health | undefined
}

const later = (one: Date | null, other: Date | null): Date | null => {
  if (one === null || other === null) return one
  return one < other ? other : one
}

const gone = 410

/** Decides when a delivery is tried again, and notes how the receiver is. `chance` is that of `retryAt`. */
export const judge = (
  run: Run,
  { attempts: before, eventId }: Item,
  attempt: Attempt,
  chance: number
): Outcome => {
  const attempts = before + 1
  const { delivered, retryAfter, status } = attempt
  const ended = new Date(attempt.at.getTime() + attempt.duration)
  const heldUntil = delivered ? null : waitUntil(retryAfter, ended)
  const again = delivered || status === gone ? null : retryAt(attempts, ended, chance)
  const failingSince = delivered ? null : (run.failingSince ?? ended)
  const hasChanged =
    failingSince?.getTime() !== run.failingSince?.getTime() ||
    heldUntil?.getTime() !== run.heldUntil?.getTime()
  run.failingSince = failingSince
  run.heldUntil = heldUntil
  if (delivered) run.succeeded()
  else run.failed()
  const { id, partnerId } = run.webhook
  return {
    result: { webhook: { id, partnerId }, eventId, attempts, attempt, dueAt: later(again, heldUntil) },
    health: hasChanged ? { failingSince, heldUntil } : undefined
  }
}

/** Why a webhook is to be paused after an attempt; undefined if it is not. */
export const reasonToPause = (
  run: Run,
  { at, delivered, status }: Attempt,
  patience: number
): string | undefined => {
  if (delivered) return undefined
  if (status === gone) return "its receiver answered 410 Gone"
  const { failingSince } = run
  return failingSince !== null && at.getTime() - failingSince.getTime() >= patience
    ? "its receiver has failed for three days"
    : undefined
}
