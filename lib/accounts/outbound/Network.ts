import { lookup } from "node:dns/promises"
import { connect as connectPlain, type Socket } from "node:net"
import { connect as connectSecure } from "node:tls"
import { Context } from "effect"
import { isAddress } from "../addresses.ts"
import type { Target } from "./target.ts"

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

/** Access to the network for requests to addresses that partners choose. Tests replace it. */
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
