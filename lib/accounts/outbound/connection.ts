import type { Socket } from "node:net"
import { type Context, Data, Effect, Predicate } from "effect"
import type { Destination, Network } from "./Network.ts"
import type { Target } from "./target.ts"

/** No connection to this address. The caller can try the host's next address. */
export class Unreachable extends Data.TaggedError("Unreachable")<{}> {}

/** Why a request got no answer that can be used. The reason goes on after the name of the partner's address. */
export class OutboundFailed extends Data.TaggedError("OutboundFailed")<{ readonly reason: string }> {}

const codes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EADDRNOTAVAIL"
])

const isUnreachable = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" && codes.has(error.code)

const isProven = (socket: Socket): boolean => "authorized" in socket && socket.authorized === true

/** Waits for the connection and, with TLS, for a valid certificate. */
const ready = (socket: Socket, { secure }: Target) =>
  Effect.async<void, Unreachable | OutboundFailed>((resume) => {
    const unproven = Effect.fail(new OutboundFailed({ reason: "has no valid certificate for its host name" }))
    socket.once(secure ? "secureConnect" : "connect", () =>
      resume(!secure || isProven(socket) ? Effect.void : unproven)
    )
    socket.once("error", (error) => resume(isUnreachable(error) || !secure ? new Unreachable() : unproven))
    socket.once("close", () => resume(new Unreachable()))
  })

/**
 * Opens a connection, uses it, and closes it, also after a failure, a timeout or an interruption. It stays open only if
 * the use calls `hold`, who closes it then.
 */
export const withConnection = <A>(
  network: Context.Tag.Service<Network>,
  destination: Destination,
  use: (socket: Socket, hold: () => void) => Effect.Effect<A, OutboundFailed>
): Effect.Effect<A, Unreachable | OutboundFailed> => {
  let held = false
  const hold = () => {
    held = true
  }
  return Effect.acquireUseRelease(
    // Without this listener, an error after the use has ended would be uncaught and end the process.
    Effect.sync(() => network.open(destination).on("error", () => {})),
    (socket) => Effect.zipRight(ready(socket, destination.target), use(socket, hold)),
    (socket) =>
      Effect.sync(() => {
        if (!held) socket.destroy()
      })
  )
}
