import { lookup } from "node:dns/promises"
import { connect as connectPlain, type Socket } from "node:net"
import { connect as connectSecure } from "node:tls"
import { Context, Duration } from "effect"
import { isAddress } from "../../addresses.ts"
import type { Target } from "./target.ts"

/** One address that was found good, and the host that must prove to be behind it. */
export interface Destination {
  readonly address: string
  readonly target: Target
}

/**
 * A connection to exactly this address: it is a number, so that nobody resolves anything a second time. The certificate
 * is checked against the name, whatever NODE_TLS_REJECT_UNAUTHORIZED says. `ca` is who is trusted besides.
 */
export const open = ({ address, target }: Destination, ca?: string): Socket => {
  const { hostname, port, secure } = target
  if (!secure) return connectPlain({ host: address, port })
  return connectSecure({
    host: address,
    port,
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"],
    // A host that is an address has no name to ask for; its certificate is checked against the address.
    ...(isAddress(hostname) ? {} : { servername: hostname.replace(/\.$/, "") }),
    ...(ca === undefined ? {} : { ca })
  })
}

/** The world outside, as far as a fetch needs it. Tests put their own resolver and servers in its place. */
export class Network extends Context.Reference<Network>()("rewards/UserDetails/Network", {
  defaultValue: (): {
    /** All addresses of a host name. */
    readonly resolve: (hostname: string) => Promise<ReadonlyArray<string>>
    readonly open: (destination: Destination) => Socket
    /** How long one fetch may take, from its first question to its last byte. */
    readonly patience: Duration.Duration
  } => ({
    resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
    open,
    patience: Duration.seconds(3)
  })
}) {}
