import type { Socket } from "node:net"
import { Effect } from "effect"
import { isAddress, isLoopback, isPublic } from "../addresses.ts"
import { OutboundFailed, withConnection } from "./connection.ts"
import type { Keep } from "./crowd.ts"
import { Network } from "./Network.ts"
import type { Target } from "./target.ts"

export interface OutboundOptions {
  /** For development: allows loopback addresses, also with plain HTTP. */
  readonly allowLoopback?: boolean | undefined
}

const maxAddresses = 3

/**
 * The same message for a host that does not resolve and for one that resolves to a private address, so that a partner
 * cannot use it to explore the internal network.
 */
const notPublic =
  "does not lead to a public address: its host name must resolve, and to public addresses only"

const failed = (reason: string) => new OutboundFailed({ reason })

/**
 * Connections to addresses that partners choose. The address is not trusted (SSRF): its host is resolved first, every
 * resolved address must be public, and the connection goes to one of the checked addresses. Error messages never reveal
 * what a private address answered.
 */
export const makeOutbound = ({ allowLoopback = false }: OutboundOptions) =>
  Effect.map(Network, (network) => {
    const isAllowed = (address: string, { secure }: Target): boolean =>
      (secure && isPublic(address)) || (allowLoopback && isLoopback(address))

    /**
     * One address that is not public makes all of them invalid: a mixed answer is a sign of DNS rebinding. A lookup
     * cannot be cancelled, so it occupies the caller's place until it settles: a timeout does not make room for more
     * lookups at a slow name server.
     */
    const resolve = (target: Target, keep: Keep) =>
      Effect.tryPromise({
        try: async () =>
          isAddress(target.hostname) ? [target.hostname] : keep(network.resolve(target.hostname)),
        catch: () => failed(notPublic)
      }).pipe(
        Effect.filterOrFail(
          (addresses) => addresses.length > 0 && addresses.every((address) => isAllowed(address, target)),
          () => failed(target.secure ? notPublic : "must start with https://")
        )
      )

    return Effect.fnUntraced(function* <A>(
      target: Target,
      keep: Keep,
      use: (socket: Socket, hold: () => void) => Effect.Effect<A, OutboundFailed>
    ) {
      const addresses = yield* resolve(target, keep)
      const attempts = addresses
        // IPv4 addresses come first: more machines can reach them.
        .toSorted((one, other) => Number(one.includes(":")) - Number(other.includes(":")))
        .slice(0, maxAddresses)
        .map((address) => withConnection(network, { address, target }, use))
      return yield* attempts
        .reduce((before, next) => Effect.catchTag(before, "Unreachable", () => next))
        .pipe(Effect.catchTag("Unreachable", () => failed("could not be reached")))
    })
  })
