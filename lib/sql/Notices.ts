import type { SqlClient } from "@effect/sql/SqlClient"
import type { Effect, Scope } from "effect"

/**
 * A channel between the processes on one database, as LISTEN of PostgreSQL is. What it tells is a hint: it can be lost while the
 * connection is, and behind a pooler that gives connections away it tells nothing.
 */
export interface Notices {
  /**
   * Calls back with what is sent on a channel, until the scope closes, over one connection of its own. It connects in the
   * background, and again when the connection is lost. The callback must not throw.
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

/** Gives a client a channel. A client of the host's has none. */
export const withNotices = (client: SqlClient, notices: Notices): SqlClient =>
  Object.assign(client, { [NoticesId]: notices })

export const noticesOf = (client: SqlClient): Notices | undefined =>
  isNoticing(client) ? client[NoticesId] : undefined
