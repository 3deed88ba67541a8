// The service's fetch over a simulated network: the test chooses what each name resolves to and which server answers.
import { Effect, Either, Layer } from "effect"
import { UserDetails, type UserDetailsOptions } from "../../../lib/accounts/details/UserDetails.ts"
import type { UserRecord } from "../../../lib/accounts/details/UserRecord.ts"
import { type Destination, Network, open } from "../../../lib/outbound/Outbound.ts"
import { type Authority, makeAuthority } from "../../support/certificates.ts"
import { type PartnerServer, type Script, startPartner } from "./partner.ts"

/** A public address. No test connects to it. */
export const publicAddress = "93.184.215.14"

export interface Surroundings extends UserDetailsOptions {
  readonly resolve?: (
    hostname: string,
    signal: AbortSignal
  ) => ReadonlyArray<string> | Promise<ReadonlyArray<string>>
  /** The server behind every address. Without it, connections go to the address itself. */
  readonly partner?: PartnerServer | ((destination: Destination) => PartnerServer)
  /** A certificate authority to trust. */
  readonly ca?: string
}

export interface Fetching {
  readonly effect: (
    url: string,
    tag?: string,
    partnerId?: string
  ) => Effect.Effect<Either.Either<UserRecord, string>>
  /** The record, or the reason for the refusal. */
  readonly fetch: (url: string, tag?: string) => Promise<Either.Either<UserRecord, string>>
  /** The resolved names and the addresses that connections were opened to, in order. */
  readonly resolved: ReadonlyArray<string>
  readonly opened: ReadonlyArray<string>
}

export const makeFetching = (world: Surroundings = {}): Fetching => {
  const { ca, partner, patience = "20 seconds", resolve = () => [publicAddress] } = world
  const resolved: Array<string> = []
  const opened: Array<string> = []
  const network = Layer.succeed(Network, {
    resolve: async (hostname, signal) => {
      resolved.push(hostname)
      return resolve(hostname, signal)
    },
    open: (destination) => {
      opened.push(destination.address)
      const server = typeof partner === "function" ? partner(destination) : partner
      if (server === undefined) return open(destination, ca)
      const target = { ...destination.target, port: server.port }
      return open({ address: "127.0.0.1", target }, ca)
    }
  })
  const service = Effect.runSync(
    Effect.provide(UserDetails, UserDetails.layer({ ...world, patience }).pipe(Layer.provide(network)))
  )
  const effect: Fetching["effect"] = (url, tag = "ada", partnerId = "shop") =>
    service.fetch({ partnerId, url, tag }).pipe(
      Effect.mapError(({ reason }) => reason),
      Effect.either
    )
  return { effect, fetch: (url, tag) => Effect.runPromise(effect(url, tag)), resolved, opened }
}

/** The reason of a refusal. The text "a record" makes the assertion of a test fail. */
export const reasonOf = (outcome: Either.Either<UserRecord, string>): string =>
  Either.match(outcome, { onLeft: (reason) => reason, onRight: () => "a record" })

/** Runs a test against a partner's server, and checks that no connection stays open after the fetch. */
export const withPartner = async (
  options: {
    readonly script: Script
    readonly names?: ReadonlyArray<string>
    readonly authority?: Authority
  },
  test: (partner: PartnerServer, world: Surroundings) => Promise<void>
): Promise<void> => {
  const { authority = makeAuthority(), names = ["DNS:partner.example"], script } = options
  const partner = await startPartner(script, authority.issue(names))
  try {
    await test(partner, { partner, ca: authority.ca })
    await partner.deserted()
  } finally {
    await partner.close()
  }
}
