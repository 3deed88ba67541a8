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

/** Why a request got no usable answer. The reason is the rest of a sentence that begins with the field that has the URL. */
export class OutboundFailed extends Data.TaggedError("OutboundFailed")<{ readonly reason: string }> {}

/** What is known from a partner's URL before its host is resolved. */
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
 * Parsing normalizes numeric hosts in every notation (decimal, octal, hex, short), so later checks see plain
 * addresses. The left side says what is wrong with the URL.
 */
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
 * Connects to exactly this address. It is numeric, so it is not resolved again. The certificate is always checked
 * against the host name, whatever NODE_TLS_REJECT_UNAUTHORIZED says. `ca` replaces the trusted certificate
 * authorities.
 */
export const open = ({ address, target }: Destination, ca?: string): Socket => {
  const { hostname, port, secure } = target
  if (!secure) return connectPlain({ host: address, port })
  return connectSecure({
    host: address,
    port,
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"],
    // A numeric host has no server name to send (SNI). Its certificate is checked against the address.
    ...(isAddress(hostname) ? {} : { servername: hostname.replace(/\.$/, "") }),
    ...(ca === undefined ? {} : { ca })
  })
}

/** Access to the network for requests to URLs that partners choose. Tests replace it. */
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

/** No connection to this address. The host's next address can be tried. */
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

/** Uses an open connection. It is closed afterwards, unless `keepOpen` was called: then the callee closes it. */
type Use<A> = (socket: Socket, keepOpen: () => void) => Effect.Effect<A, OutboundFailed>

/** Opens a connection, uses it, and closes it, also after a failure, a timeout or an interruption. */
const withConnection = <A>(network: Context.Tag.Service<Network>, destination: Destination, use: Use<A>) => {
  let staysOpen = false
  const keepOpen = () => {
    staysOpen = true
  }
  return Effect.acquireUseRelease(
    // Without this listener, an error after the use has ended would be uncaught and end the process.
    Effect.sync(() => network.open(destination).on("error", () => {})),
    (socket) => Effect.zipRight(connected(socket, destination.target), use(socket, keepOpen)),
    (socket) =>
      Effect.sync(() => {
        if (!staysOpen) socket.destroy()
      })
  )
}

const maxAddresses = 3

/**
 * The same message for a host that does not resolve and for one that resolves to a private address, so that a partner
 * cannot use it to explore the internal network.
 */
const notPublic =
  "does not lead to a public address: its host name must resolve, and to public addresses only"

/**
 * Connections to URLs that partners choose. A URL is not trusted (SSRF): its host is resolved first, every
 * resolved address must be public, and the connection goes to one of the checked addresses. Error messages never reveal
 * what a private address answered.
 */
export const makeOutbound = ({ allowLoopback = false }: OutboundOptions) =>
  Effect.map(Network, (network) => {
    const isAllowed = (address: string, { secure }: Target): boolean =>
      (secure && isPublic(address)) || (allowLoopback && isLoopback(address))

    /**
     * One address that is not public makes all of them invalid: a mixed answer is a sign of DNS rebinding. A lookup
     * cannot be cancelled, so it holds the caller's place until it settles: a timeout does not make room for more
     * lookups at a slow name server.
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
        // IPv4 addresses come first: more machines can reach them.
        .toSorted((one, other) => Number(one.includes(":")) - Number(other.includes(":")))
        .slice(0, maxAddresses)
        .map((address) => withConnection(network, { address, target }, use))
      return yield* attempts
        .reduce((before, next) => Effect.catchTag(before, "Unreachable", () => next))
        .pipe(Effect.catchTag("Unreachable", () => failed("could not be reached")))
    })
  })
