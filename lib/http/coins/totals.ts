import { Effect } from "effect"
import { checkDays, type DayTotals, ListTotals } from "../../boards/Total.ts"
import { Totals } from "../../boards/Totals.ts"
import * as Coins from "../../rewards/Coins.ts"
import { handle } from "../handle.ts"
import { inputOf } from "../input.ts"
import { totals as endpoint } from "./api.ts"

const input = inputOf(ListTotals, checkDays)

const day = ({ awarded, refunded, returned, reversed, ...counts }: DayTotals) => ({
  ...counts,
  awarded: Coins.format(awarded),
  reversed: Coins.format(reversed),
  returned: Coins.format(returned),
  refunded: Coins.format(refunded)
})

export const totals = handle(
  endpoint,
  Effect.fnUntraced(function* ({ query, session }) {
    const service = yield* Totals
    const { days, outstanding } = yield* service.days(
      yield* input({ ...query, partnerId: session.partnerId })
    )
    return { message: "Totals returned successfully", data: { outstanding, days: days.map(day) } }
  })
)
