import type { SqlClient } from "@effect/sql/SqlClient"
import type { Effect, Scope } from "effect"

/**
 * Notifications between processes that use the same database, such as NOTIFY on PostgreSQL. They are only hints, because a
 * notification can be lost.
 */
export interface Notices {
  /**
   * Calls back with each payload on a channel until the scope closes. It opens a separate connection in the background, and a new one
   * when this connection is lost. The callback must not throw.
   */
  readonly listen: (
    channel: string,
    onNotice: (payload: string) => void
  ) => Effect.Effect<void, never, Scope.Scope>
}

const NoticesId: unique symbol = Symbol.for("rewards/sql/Notices")

interface Noticing {
  readonly [NoticesId]: Notices
}

const isNoticing = (client: object): client is Noticing => NoticesId in client

/** Adds notifications to a client. Only `drivers/postgres` does this, and not for a pool of the host. */
export const withNotices = (client: SqlClient, notices: Notices): SqlClient =>
  Object.assign(client, { [NoticesId]: notices })

export const noticesOf = (client: SqlClient): Notices | undefined =>
  isNoticing(client) ? client[NoticesId] : undefined
