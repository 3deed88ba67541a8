import type { Socket } from "node:net"
import { type Context, Data, Effect, Predicate } from "effect"
import type { UserDetailsUnavailable } from "../../Errors.ts"
import type { Destination, Network } from "./Network.ts"
import { type Target, unavailable } from "./target.ts"

/** No connection to this address. The caller can try the host's next address. */
export class Unreachable extends Data.TaggedError("Unreachable")<{}> {}

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
  Effect.async<void, Unreachable | UserDetailsUnavailable>((resume) => {
    const unproven = Effect.fail(unavailable("has no valid certificate for its host name"))
    socket.once(secure ? "secureConnect" : "connect", () =>
      resume(!secure || isProven(socket) ? Effect.void : unproven)
    )
    socket.once("error", (error) => resume(isUnreachable(error) || !secure ? new Unreachable() : unproven))
    socket.once("close", () => resume(new Unreachable()))
  })

/** Opens a connection, uses it, and always closes it, also after a failure, a timeout or an interruption. */
export const withConnection = <A>(
  network: Context.Tag.Service<Network>,
  destination: Destination,
  use: (socket: Socket) => Effect.Effect<A, UserDetailsUnavailable>
): Effect.Effect<A, Unreachable | UserDetailsUnavailable> =>
  Effect.acquireUseRelease(
    // Without this listener, an error after the use has ended would be uncaught and end the process.
    Effect.sync(() => network.open(destination).on("error", () => {})),
    (socket) => Effect.zipRight(ready(socket, destination.target), use(socket)),
    (socket) => Effect.sync(() => socket.destroy())
  )
