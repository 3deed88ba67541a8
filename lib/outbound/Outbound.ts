import { lookup } from "node:dns/promises"
import { connect as connectPlain, type Socket } from "node:net"
import { connect as connectSecure } from "node:tls"
import { Context, Data, Effect, Either, Predicate } from "effect"
import { isAddress, isLoopback, isPublic } from "./addresses.ts"
import type { HoldPlace } from "./concurrencyLimit.ts"

export interface OutboundOptions {
  /** For development: allows loopback addresses, also with plain HTTP. */
  readonly allowLoopback?: boolean | undefined
}

/** A request got no usable answer. `reason` completes a sentence that starts with the name of the URL's field. */
export class OutboundFailed extends Data.TaggedError("OutboundFailed")<{ readonly reason: string }> {}

/** The parts of a partner's URL that a request needs. */
export interface Target {
  readonly secure: boolean
  /** A name to resolve, or a numeric address without brackets. */
  readonly hostname: string
  readonly port: number
  /** The value of the Host header. */
  readonly host: string
  /** The path and the query. */
  readonly path: string
}

/** Parses a URL, or returns what is wrong with it. `URL` converts numeric hosts in every notation to plain addresses. */
export const targetOf = (
  text: string,
  allowHttp: boolean,
  pathOf: (url: URL) => string = (url) => `${url.pathname}${url.search}`
): Either.Either<Target, string> => {
  if (!URL.canParse(text)) return Either.left("must be an absolute URL")
  const url = new URL(text)
  const secure = url.protocol === "https:"
  if (!secure && !(allowHttp && url.protocol === "http:")) return Either.left("must start with https://")
  if (url.username !== "" || url.password !== "") {
    return Either.left("must not hold a user name or a password")
  }
  return Either.right({
    secure,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    host: url.host,
    path: pathOf(url)
  })
}

/** An address that passed the checks, and the host that its certificate must match. */
export interface Destination {
  readonly address: string
  readonly target: Target
}

/**
 * Connects to a numeric address. With https, the certificate must match the host name, even if the environment sets
 * NODE_TLS_REJECT_UNAUTHORIZED. `ca` replaces the trusted certificate authorities.
 */
export const open = ({ address, target }: Destination, ca?: string): Socket => {
  const { hostname, port, secure } = target
  if (!secure) return connectPlain({ host: address, port })
  return connectSecure({
    host: address,
    port,
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"],
    // A numeric host has no server name. Its certificate must match the address.
    ...(isAddress(hostname) ? {} : { servername: hostname.replace(/\.$/, "") }),
    ...(ca === undefined ? {} : { ca })
  })
}

/** The network access of requests to URLs that partners choose. Tests replace it. */
export class Network extends Context.Reference<Network>()("rewards/Network", {
  defaultValue: (): {
    /** All addresses of a host name. */
    readonly resolve: (hostname: string) => Promise<ReadonlyArray<string>>
    readonly open: (destination: Destination) => Socket
  } => ({
    resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
    open
  })
}) {}

class Unreachable extends Data.TaggedError("Unreachable")<{}> {}

const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EADDRNOTAVAIL"
])

const isUnreachable = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && typeof error.code === "string" && unreachableCodes.has(error.code)

const hasValidCertificate = (socket: Socket): boolean => "authorized" in socket && socket.authorized === true

const failed = (reason: string) => new OutboundFailed({ reason })

/** Waits for the connection and, with TLS, for a valid certificate. */
const connected = (socket: Socket, { secure }: Target) =>
  Effect.async<void, Unreachable | OutboundFailed>((resume) => {
    const invalid = failed("has no valid certificate for its host name")
    socket.once(secure ? "secureConnect" : "connect", () =>
      resume(!secure || hasValidCertificate(socket) ? Effect.void : invalid)
    )
    socket.once("error", (error) => resume(isUnreachable(error) || !secure ? new Unreachable() : invalid))
    socket.once("close", () => resume(new Unreachable()))
  })

/** Uses an open connection, which is closed afterwards. A function that calls `keepOpen` must close the connection itself. */
type Use<A> = (socket: Socket, keepOpen: () => void) => Effect.Effect<A, OutboundFailed>

const withConnection = <A>(network: Context.Tag.Service<Network>, destination: Destination, use: Use<A>) => {
  let staysOpen = false
  const keepOpen = () => {
    staysOpen = true
  }
  return Effect.acquireUseRelease(
    // Without this listener, a late error would be uncaught and end the process.
    Effect.sync(() => network.open(destination).on("error", () => {})),
    (socket) => Effect.zipRight(connected(socket, destination.target), use(socket, keepOpen)),
    (socket) =>
      Effect.sync(() => {
        if (!staysOpen) socket.destroy()
      })
  )
}

const maxAddresses = 3

/** Unknown hosts and private addresses get the same message, so that partners cannot explore the internal network. */
const notPublic = "does not lead to a public address: its host name must resolve to public addresses only"

/**
 * Connects to URLs that partners choose. All addresses of the host must be public. The connection goes to one of these addresses, so
 * that a second answer of the DNS cannot lead to a private address.
 */
export const makeOutbound = ({ allowLoopback = false }: OutboundOptions) =>
  Effect.map(Network, (network) => {
    const isAllowed = (address: string, { secure }: Target): boolean =>
      (secure && isPublic(address)) || (allowLoopback && isLoopback(address))

    /**
     * Resolves a host. Refuses a host that has a private address. A lookup cannot be cancelled, so it counts towards the concurrency
     * limit until it ends.
     */
    const resolve = (target: Target, holdPlace: HoldPlace) =>
      Effect.tryPromise({
        try: async () =>
          isAddress(target.hostname) ? [target.hostname] : holdPlace(network.resolve(target.hostname)),
        catch: () => failed(notPublic)
      }).pipe(
        Effect.filterOrFail(
          (addresses) => addresses.length > 0 && addresses.every((address) => isAllowed(address, target)),
          () => failed(target.secure ? notPublic : "must start with https://")
        )
      )

    return Effect.fnUntraced(function* <A>(target: Target, holdPlace: HoldPlace, use: Use<A>) {
      const addresses = yield* resolve(target, holdPlace)
      const attempts = addresses
        // IPv4 addresses are tried first, because some machines have no IPv6 connection.
        .toSorted((one, other) => Number(one.includes(":")) - Number(other.includes(":")))
        .slice(0, maxAddresses)
        .map((address) => withConnection(network, { address, target }, use))
      return yield* attempts
        .reduce((before, next) => Effect.catchTag(before, "Unreachable", () => next))
        .pipe(Effect.catchTag("Unreachable", () => failed("could not be reached")))
    })
  })
