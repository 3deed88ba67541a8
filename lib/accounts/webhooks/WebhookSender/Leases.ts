import { type Context, Duration, Effect } from "effect"
import { now } from "../../../rewards/clock.ts"
import type { PartnerId } from "../../../rewards/Id.ts"
import type { Database } from "../../../sql/Database.ts"
import type { Claimed } from "./statements.ts"
import * as Statements from "./statements.ts"

/** The partner and the id of a webhook. */
type Key = Pick<Claimed, "partnerId" | "id">

const lowest = "00000000-0000-0000-0000-000000000000"
const roundSize = 256

/**
 * The webhooks that a process works on. A lease ends by itself, so that the work of a process that has died goes on in another.
 */
export const makeLeases = (
  database: Context.Tag.Service<Database>,
  process: string,
  length: Duration.Duration
) => {
  const times = Effect.map(now, (at) => ({
    at: at.toISOString(),
    leased_until: new Date(at.getTime() + Duration.toMillis(length)).toISOString()
  }))
  const rowOf = ({ id, partnerId }: Key) => ({ partner_id: partnerId, id, process })
  let round: Key | undefined

  return {
    /** Claims webhooks that are due. */
    due: Effect.fnUntraced(function* (size: number) {
      const { at, leased_until } = yield* times
      if (size <= 0 || (yield* database.run(Statements.anyDue, [{ at }])).length === 0) return []
      return yield* database.run(Statements.claimDue, [{ at, leased_until, process, size }])
    }),

    /** Claims the webhooks of partners that have new events. */
    free: Effect.fnUntraced(function* (partners: ReadonlyArray<PartnerId>) {
      const { at, leased_until } = yield* times
      const rows = partners.map((partner_id) => ({ partner_id, at, leased_until, process }))
      if ((yield* database.run(Statements.anyFree, rows)).length === 0) return []
      return yield* database.run(Statements.claimFree, rows)
    }),

    /** Returns the ids of those that are still this process's. */
    renew: Effect.fnUntraced(function* (webhooks: ReadonlyArray<Key>) {
      const { leased_until } = yield* times
      const rows = webhooks.map((webhook) => ({ ...rowOf(webhook), leased_until }))
      return new Set((yield* database.run(Statements.renew, rows)).map(({ id }) => id))
    }),

    release: Effect.fnUntraced(function* (webhook: Key) {
      const { at } = yield* times
      yield* database.transaction(
        Effect.gen(function* () {
          const held = yield* database.run(Statements.lockLeased, [rowOf(webhook)])
          if (held.length === 0) return
          yield* database.run(Statements.release, [{ partner_id: webhook.partnerId, id: webhook.id, at }])
        })
      )
    }),

    /**
     * Goes through the webhooks of all partners, some at a call, and returns partners with events that a webhook has not got: a
     * hint can be lost.
     */
    round: Effect.fnUntraced(function* () {
      const found = yield* database.run(Statements.readRound, [
        { partner_id: round?.partnerId ?? lowest, id: round?.id ?? lowest, size: roundSize }
      ])
      round = found.length < roundSize ? undefined : found.at(-1)
      return found.filter(({ hasNews }) => hasNews).map(({ partnerId }) => partnerId)
    }),

    /** All webhooks in steps, for cleaning up. */
    page: (after: Key | undefined) =>
      database.run(Statements.readRound, [
        { partner_id: after?.partnerId ?? lowest, id: after?.id ?? lowest, size: roundSize }
      ])
  }
}
