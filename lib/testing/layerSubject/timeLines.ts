/** Reads what the library shows of coins that are pending or expire, and formats it. Also makes the lines that the model expects. */

import { Context, Effect } from "effect"
import { Awards, Liability, Members } from "../../index.ts"
import type { PartnerName } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import { coinsText, walletText } from "../ModelOutcome.ts"
import type { SubjectIds } from "../Subject.ts"
import type { WriterContext } from "./library.ts"

/** What the library shows of a partner's coins that are pending or expire. */
export interface TimeReading {
  readonly partner: PartnerName
  readonly users: ReadonlyArray<string>
  /** The id of the oldest award that was read, if older awards were not read; otherwise an empty text. */
  readonly since: string
  readonly lines: ReadonlyArray<string>
}

const awardText = (id: string, state: string, left: number): string =>
  `award #${id.slice(30)}, ${state}, ${coinsText(left)} left`

const newest = 100

/** Reads the wallets of users, the newest awards, and the liability of a partner. `nameOf` returns the name of a user in the model. */
export const readTimes = Effect.fnUntraced(function* (
  writer: WriterContext,
  partner: PartnerName,
  partnerId: string,
  userIds: ReadonlyArray<string>,
  nameOf: (partnerId: string, userId: string) => string
) {
  const users = userIds.map((userId) => nameOf(partnerId, userId))
  const wallets = yield* Effect.forEach(userIds, (userId) =>
    Context.get(writer, Members).wallet({ partnerId, userId })
  )
  const awards = yield* Context.get(writer, Awards).list({ partnerId, limit: newest })
  const { at: _, expiring, ...sums } = yield* Context.get(writer, Liability).at({ partnerId })
  const lines = [
    ...wallets.map(({ coins: held, expiring, pendingCoins: pending, userId }) =>
      walletText({
        user: nameOf(partnerId, userId),
        held,
        pending,
        expiring: expiring.map(({ coins: units, on }) => ({ on, units }))
      })
    ),
    ...awards.data.map(({ coinsLeft, id, state }) => awardText(id, state, coinsLeft)),
    ...Object.entries(sums).map(([name, coins]) => `${name}: ${coins}`),
    `expiring: ${expiring.map(({ coins, month }) => `${coins} in ${month}`).join(", ")}`
  ]
  const reading: TimeReading = {
    partner,
    users,
    since: awards.next ?? "",
    lines: lines.map((line) => `${partner} ${line}`)
  }
  return reading
}, Effect.orDie)

/** Returns the lines that the model expects. */
export const expectedTimes = (
  state: Model.State,
  { events }: SubjectIds,
  { partner, since, users }: Omit<TimeReading, "lines">
): ReadonlyArray<string> => {
  const { expiring, ...sums } = Model.liabilityOf(state, partner)
  const lines = [
    ...users.map((user) =>
      walletText({
        user,
        held: Model.balance(state, partner, user),
        pending: Model.pendingUnits(state, partner, user),
        expiring: Model.expiringOf(state, partner, user)
      })
    ),
    ...state.history.flatMap((award, index) => {
      const id = events[index] ?? ""
      if (award.kind !== "award" || award.partner !== partner || id < since) return []
      return [
        awardText(id, Model.awardState(state, index), award.units - Model.returnedOf(state, index).units)
      ]
    }),
    ...Object.entries(sums).map(([name, units]) => `${name}: ${coinsText(units)}`),
    `expiring: ${expiring.map(({ on, units }) => `${coinsText(units)} in ${on}`).join(", ")}`
  ]
  return lines.map((line) => `${partner} ${line}`)
}
