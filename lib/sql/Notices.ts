import type { SqlClient } from "@effect/sql/SqlClient"
import type { Effect, Scope } from "effect"

/**
 * Notifications between the processes on one database, as by LISTEN of PostgreSQL. They are hints: one can be lost with the
 * connection, and behind a transaction pooler none arrives.
 */
export interface Notices {
  /**
   * Calls back with each payload on a channel until the scope closes. It uses a connection of its own, which it opens in the
   * background, and again after it was lost. The callback must not throw.
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

/** Gives a client notifications. A host's client has none. */
export const withNotices = (client: SqlClient, notices: Notices): SqlClient =>
  Object.assign(client, { [NoticesId]: notices })

export const noticesOf = (client: SqlClient): Notices | undefined =>
  isNoticing(client) ? client[NoticesId] : undefined
