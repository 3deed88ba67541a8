import { Schema } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import type * as Documented from "../../schema/Documented.ts"
import { type CrossCheck, InstantInput, mustBe, required } from "../../schema/Input.ts"

/** The partner that serves as the test side of another: it has its own data and a clock that can be set. */
export const TestSide = Schema.Struct({
  partnerId: PartnerId,
  /** When the test side was made or last emptied, in real time. */
  createdAt: Schema.Date,
  /** The current time of the test side's clock. */
  clock: Schema.Date,
  /** How many seconds this clock is ahead of the real time. */
  ahead: Schema.Number
})
export type TestSide = typeof TestSide.Type

/** The largest number of days by which the clock moves at once. */
const maxDays = 3660

/** Moves the clock of a test side. The input has exactly one of `at` and `days`. */
export const MoveTestClock = Schema.Struct({
  partnerId: required(PartnerId),
  /** The time that the clock shall show. */
  at: Schema.optional(InstantInput),
  /** How many days of 24 hours the clock shall move forward. */
  days: Schema.optional(
    Schema.Int.pipe(Schema.between(1, maxDays), mustBe(`a whole number of days from 1 to ${maxDays}`))
  )
})
export type MoveTestClockInput = Documented.Of<typeof MoveTestClock, Documented.MoveTestClockInput>

export const checkMoveTestClock: CrossCheck = ({ at, days }) =>
  (at === undefined) === (days === undefined)
    ? [{ field: "input", problem: "must have either at or days" }]
    : []
