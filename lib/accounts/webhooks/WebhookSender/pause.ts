import { type Context, Effect } from "effect"
import { now } from "../../../rewards/clock.ts"
import type { Database } from "../../../sql/Database.ts"
import type { Audit } from "../../audit/Audit.ts"
import { webhookPaused } from "../../mail/letters.ts"
import type { Mails } from "../../mail/Mails.ts"
import type { Claimed } from "./statements.ts"
import { pause, readOwner } from "./statements.ts"

export interface PauseOptions {
  readonly database: Context.Tag.Service<Database>
  readonly audit: Context.Tag.Service<Audit>
  readonly mails: Context.Tag.Service<Mails>
  readonly process: string
}

/** Pauses a webhook that this process has leased, and tells the partner. */
export const makePause =
  ({ audit, database, mails, process }: PauseOptions) =>
  ({ id, partnerId, url }: Claimed, reason: string) =>
    database.transaction(
      Effect.gen(function* () {
        const at = (yield* now).toISOString()
        const paused = yield* database.run(pause, [{ partner_id: partnerId, id, process, reason, at }])
        if (paused.length === 0) return
        const { host } = new URL(url)
        const [owner] = yield* database.run(readOwner, [{ partner_id: partnerId }])
        if (owner !== undefined) {
          const letter = webhookPaused({ name: owner.name ?? "", host, reason })
          yield* mails.write({ to: owner.email, letter, expiresAt: null })
        }
        const detail = `${id} to ${host}: ${reason}`
        yield* audit.record({
          action: "webhook.pause",
          outcome: "done",
          actor: "the service",
          partnerId,
          detail
        })
      })
    )
