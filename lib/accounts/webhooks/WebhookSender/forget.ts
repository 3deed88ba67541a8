import { type Context, Duration, Effect } from "effect"
import { now } from "../../../rewards/clock.ts"
import { firstIdOf } from "../../../schema/Id.ts"
import type { Database } from "../../../sql/Database.ts"
import type { makeLeases } from "./Leases.ts"
import { type Claimed, deleteRemoved, forgetDeliveries } from "./statements.ts"

type Key = Pick<Claimed, "partnerId" | "id">

const keptFor = Duration.toMillis("30 days")
const step = 1000
/** Above every id that can be made. */
const end = "ffffffff-ffff-ffff-ffff-ffffffffffff"

export const makeForget = (
  database: Context.Tag.Service<Database>,
  process: string,
  leases: ReturnType<typeof makeLeases>
) => {
  const forgetOf = Effect.fnUntraced(function* ({ id, partnerId }: Key, before: string) {
    const row = { partner_id: partnerId, id, before, size: step }
    for (let count = step; count === step; ) count = (yield* database.run(forgetDeliveries, [row])).length
  })

  return {
    /** Deletes deliveries of events that are older than 30 days. */
    old: Effect.fnUntraced(function* () {
      const before = firstIdOf(new Date((yield* now).getTime() - keptFor))
      let last: Key | undefined
      do {
        const some: ReadonlyArray<Key> = yield* leases.page(last)
        yield* Effect.forEach(some, (webhook) => forgetOf(webhook, before), { discard: true })
        last = some.at(-1)
      } while (last !== undefined)
    }),

    /** Deletes a removed webhook that this process has leased, after its deliveries. */
    removed: Effect.fnUntraced(function* (webhook: Key) {
      yield* forgetOf(webhook, end)
      yield* database.run(deleteRemoved, [{ partner_id: webhook.partnerId, id: webhook.id, process }])
    })
  }
}
