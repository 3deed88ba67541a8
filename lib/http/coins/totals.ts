import { Effect } from "effect"
import type { DayTotals } from "../../boards/Total.ts"
import { Totals } from "../../boards/Totals.ts"
import * as Coins from "../../rewards/Coins.ts"
import { Unparsed } from "../../schema/Input.ts"
import { handle } from "../handle.ts"
import { totals as endpoint } from "./api.ts"

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
      new Unparsed({ ...query, partnerId: session.partnerId })
    )
    return { message: "Totals returned successfully", data: { outstanding, days: days.map(day) } }
  })
)
