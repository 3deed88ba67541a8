import type { SqlClient } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Scope } from "effect"

/**
 * Waits for a connection, and has it until the use ends. `unavailable` runs instead where there is none. The caller cannot be
 * interrupted, except where `restore` allows it while it waits.
 */
export type Hold = <A, E, R>(
  use: (connection: Connection) => Effect.Effect<A, E, R>,
  unavailable: (error: SqlError) => Effect.Effect<A, E, R>,
  restore?: <B, G, S>(effect: Effect.Effect<B, G, S>) => Effect.Effect<B, G, S>
) => Effect.Effect<A, E, R>

/** Has a connection until a scope closes. */
export const holdOn =
  (reserve: Connection.Acquirer): Hold =>
  (use, unavailable, restore) =>
    Effect.scopedWith((scope) => {
      const reserved = Scope.extend(reserve, scope)
      return Effect.matchEffect(restore === undefined ? reserved : restore(reserved), {
        onFailure: unavailable,
        onSuccess: use
      })
    })

const HoldId: unique symbol = Symbol.for("rewards/sql/Hold")

interface Holding {
  readonly [HoldId]: { readonly hold: Hold; readonly reserve: Connection.Acquirer }
}

const isHolding = (client: object): client is Holding => HoldId in client

/** Gives a client its own way to hold a connection: a scope costs as much as a small statement. */
export const withHold = <Client extends SqlClient>(client: Client, hold: Hold): Client =>
  Object.assign(client, { [HoldId]: { hold, reserve: client.reserve } })

/** Where a host has replaced the client's `reserve`, its own one is used. */
export const holdOf = (client: SqlClient): Hold =>
  isHolding(client) && client[HoldId].reserve === client.reserve
    ? client[HoldId].hold
    : holdOn(client.reserve)
