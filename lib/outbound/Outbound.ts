import { connect as connectPlain, type Socket } from "node:net"
import { connect as connectSecure } from "node:tls"
import { Context, Data, Effect, Either, Predicate } from "effect"
import { isAddress, isLoopback, isPublic } from "./addresses.ts"
import { makeQueues } from "./concurrencyLimit.ts"
import { isLocalName, makeResolveHost } from "./resolveHost.ts"

export interface OutboundOptions {
  /** For development: also allows loopback addresses, with https or plain HTTP. */
  readonly allowLoopback?: boolean | undefined
}

/** A request got no usable answer. `reason` is the rest of a sentence that starts with the name of the URL's field. */
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

/**
 * Parses a URL, or returns what is wrong with it. `URL` converts numeric hosts in every notation to plain addresses. With
 * `allowLoopback`, plain HTTP is allowed for a host that can only be this machine.
 */
export const targetOf = (
  text: string,
  allowLoopback: boolean,
  pathOf: (url: URL) => string = (url) => `${url.pathname}${url.search}`
): Either.Either<Target, string> => {
  if (!URL.canParse(text)) return Either.left("must be an absolute URL")
  const url = new URL(text)
  const secure = url.protocol === "https:"
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const isLocalHttp = url.protocol === "http:" && (isLoopback(hostname) || isLocalName(hostname))
  if (!secure && !(allowLoopback && isLocalHttp)) return Either.left("must start with https://")
  if (url.username !== "" || url.password !== "") {
    return Either.left("must not contain a user name or a password")
  }
  return Either.right({
    secure,
    hostname,
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    host: url.host,
    path: pathOf(url)
  })
}

/**
 * An address that passed the checks, and the target. The certificate of the server at the address must match the host name of the target.
 */
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
    /** Returns all addresses of a host name. Aborting the signal ends the lookup. */
    readonly resolve: (hostname: string, signal: AbortSignal) => Promise<ReadonlyArray<string>>
    readonly open: (destination: Destination) => Socket
  } => ({
    resolve: makeResolveHost(),
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

/** Waits until the connection is open and, with TLS, the certificate is valid. */
const waitUntilOpen = (socket: Socket, { secure }: Target) =>
  Effect.async<void, Unreachable | OutboundFailed>((resume) => {
    const invalid = failed("has no valid certificate for its host name")
    socket.once(secure ? "secureConnect" : "connect", () =>
      resume(!secure || hasValidCertificate(socket) ? Effect.void : invalid)
    )
    socket.once("error", (error) => resume(isUnreachable(error) || !secure ? new Unreachable() : invalid))
    socket.once("close", () => resume(new Unreachable()))
  })

/** A function that uses an open connection. The connection is closed afterwards, unless the function has called `keepOpen`. */
type Use<A> = (socket: Socket, keepOpen: () => void) => Effect.Effect<A, OutboundFailed>

const withConnection = <A>(network: Context.Tag.Service<Network>, destination: Destination, use: Use<A>) => {
  let staysOpen = false
  const keepOpen = () => {
    staysOpen = true
  }
  return Effect.acquireUseRelease(
    // Without this listener, a late error would be uncaught and end the process.
    Effect.sync(() => network.open(destination).on("error", () => {})),
    (socket) => Effect.zipRight(waitUntilOpen(socket, destination.target), use(socket, keepOpen)),
    (socket) =>
      Effect.sync(() => {
        if (!staysOpen) socket.destroy()
      })
  )
}

const maxAddresses = 3

/** The maximum number of concurrent lookups of one partner. Further lookups of the partner wait. */
const maxLookups = 16

/** Unknown hosts and private addresses get the same message, so that partners cannot explore the internal network. */
const notPublic = "does not lead to a public address: its host name must resolve to public addresses only"

/**
 * Makes a function that connects to a URL that a partner has chosen. All addresses of the host must be public, or loopback with
 * `allowLoopback`. The connection goes to one of the checked addresses, so that a second answer of the DNS cannot lead to a private
 * address.
 */
export const makeOutbound = ({ allowLoopback = false }: OutboundOptions) =>
  Effect.map(Network, (network) => {
    const inQueue = makeQueues(maxLookups)

    const isAllowed = (address: string, { secure }: Target): boolean =>
      (secure && isPublic(address)) || (allowLoopback && isLoopback(address))

    const lookUp = (partnerId: string, { hostname }: Target) =>
      isAddress(hostname)
        ? Effect.succeed([hostname])
        : inQueue(
            partnerId,
            Effect.tryPromise({
              try: (signal) => network.resolve(hostname, signal),
              catch: () => failed(notPublic)
            })
          )

    /** Resolves a host. Refuses the host if one of its addresses is not allowed. */
    const resolve = (partnerId: string, target: Target) =>
      Effect.filterOrFail(
        lookUp(partnerId, target),
        (addresses) => addresses.length > 0 && addresses.every((address) => isAllowed(address, target)),
        () => failed(notPublic)
      )

    return Effect.fnUntraced(function* <A>(partnerId: string, target: Target, use: Use<A>) {
      const addresses = yield* resolve(partnerId, target)
      const attempts = addresses
        // IPv4 addresses are tried first, because some machines have no IPv6 connection.
        .toSorted((one, other) => Number(one.includes(":")) - Number(other.includes(":")))
        .slice(0, maxAddresses)
        .map((address) => withConnection(network, { address, target }, use))
      // If an address is unreachable, the next address is tried.
      return yield* attempts
        .reduce((before, next) => Effect.catchTag(before, "Unreachable", () => next))
        .pipe(Effect.catchTag("Unreachable", () => failed("could not be reached")))
    })
  })
