import { Effect } from "effect"
import type { ExplainAwardInput, ReverseInput } from "../../../../lib/index.ts"
import { type Engine, newPartner, Time } from "../../../support/world.ts"

export const start = "2026-03-28T10:00:00.000Z"

export type ProgrammeEngine = Engine | Time

/** The time of all tests on one engine goes forward only, as that of the world does. */
let latest = Date.parse(start)

const day = 24 * 60 * 60 * 1000

/** A new partner whose time starts at noon in UTC, on a Wednesday after the first of a month; `travel` moves the clock. */
export const newProgramme = Effect.gen(function* () {
  const watch = yield* Time
  const travel = (to: string | number | Date): void => {
    const at = new Date(to).getTime()
    if (at < watch.now) throw new Error("time goes forward only")
    watch.now = at
    latest = Math.max(latest, at)
  }
  // The third of a month that is a Wednesday: no week, month or year ends within two days. Not in December, whose end is that of a year.
  const fits = (date: Date) => date.getUTCDate() === 3 && date.getUTCDay() === 3 && date.getUTCMonth() < 11
  let noon = Math.ceil(latest / day) * day + day / 2
  while (!fits(new Date(noon))) noon += day
  travel(noon)
  /** Goes on with the clock of another process, which differs by these seconds. */
  const differBy = (seconds: number): void => {
    watch.now += seconds * 1000
    latest = Math.max(latest, watch.now)
  }
  const later = (hours: number): void => travel(watch.now + hours * 3_600_000)
  const partner = yield* newPartner
  return {
    ...partner,
    travel,
    later,
    differBy,
    now: () => new Date(watch.now),
    reverse: (awardId: string, rest: Partial<ReverseInput> = {}) =>
      partner.awards.reverse({ partnerId: partner.partnerId, awardId, ...rest }),
    refund: (transactionId: string, rest: { narration?: string; idempotencyKey?: string } = {}) =>
      partner.transfers.refund({ partnerId: partner.partnerId, transactionId, ...rest }),
    explain: (userId: string, ruleName = "signup", rest: Partial<ExplainAwardInput> = {}) =>
      partner.awards.explain({ partnerId: partner.partnerId, userId, ruleName, ...rest })
  }
})
