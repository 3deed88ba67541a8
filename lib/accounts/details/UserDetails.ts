import { Context, Duration, Effect, Layer, Predicate } from "effect"
import { isAddress, isLoopback, isPublic } from "../addresses.ts"
import type { UserDetailsUnavailable } from "../Errors.ts"
import { withConnection } from "./UserDetails/connection.ts"
import { type Keep, makeCrowd } from "./UserDetails/crowd.ts"
import { ask } from "./UserDetails/exchange.ts"
import { Network } from "./UserDetails/Network.ts"
import { type Target, targetOf, unavailable } from "./UserDetails/target.ts"
import { readUserDetails, type UserDetails as UserRecord } from "./UserRecord.ts"

export interface UserDetailsOptions {
  /** For development: allows loopback addresses, also with plain HTTP. */
  readonly allowLoopback?: boolean | undefined
}

/**
 * Fetches a user's record from the partner's `userDetailsUrl`. The URL is not trusted (SSRF): its host is resolved
 * first, every resolved address must be public, and the connection goes to one of the checked addresses. Redirects
 * are not followed; time and size are limited. Error messages never reveal what a private address answered.
 */
export class UserDetails extends Context.Tag("rewards/UserDetails")<
  UserDetails,
  {
    readonly fetch: (question: {
      /**
       * Concurrent requests are limited per partner and host, so one partner cannot use up another partner's limit.
       */
      readonly partnerId: string
      readonly url: string
      readonly tag: string
    }) => Effect.Effect<UserRecord, UserDetailsUnavailable>
  }
>() {
  static readonly layer = (options: UserDetailsOptions = {}): Layer.Layer<UserDetails> =>
    Layer.effect(this, make(options.allowLoopback === true))
}

/** The most concurrent requests per partner and host, so that a slow host cannot occupy this process. */
const maxAtOnce = 16
const maxAddresses = 3
const maxFaults = 10

/**
 * The same message for a host that does not resolve and for one that resolves to a private address, so that a partner
 * cannot use it to explore the internal network.
 */
const notPublic =
  "does not lead to a public address: its host name must resolve, and to public addresses only"
const crowded = `is being asked for ${maxAtOnce} other users already: try again in a moment`

const json = (bytes: Uint8Array): unknown =>
  JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))

const read = (bytes: Uint8Array) =>
  Effect.try({ try: () => json(bytes), catch: () => unavailable("answered with what is not JSON") }).pipe(
    Effect.filterOrFail(Predicate.isRecord, () => unavailable("answered with JSON that is not an object")),
    Effect.flatMap(readUserDetails),
    Effect.catchTag("InvalidInput", ({ faults }) => {
      const named = faults.slice(0, maxFaults).map(({ field, problem }) => `${field} ${problem}`)
      const rest = faults.length > maxFaults ? [`and ${faults.length - maxFaults} more`] : []
      return unavailable(`answered with a record that must be mended: ${[...named, ...rest].join("; ")}`)
    })
  )

const make = (allowLoopback: boolean) =>
  Effect.gen(function* () {
    const network = yield* Network
    const crowd = makeCrowd(maxAtOnce, () => unavailable(crowded))

    const isAllowed = (address: string, { secure }: Target): boolean =>
      (secure && isPublic(address)) || (allowLoopback && isLoopback(address))

    /**
     * One address that is not public makes all of them invalid: a mixed answer is a sign of DNS rebinding. A lookup
     * cannot be cancelled, so it occupies the fetch's place until it settles: a timeout does not make room for more
     * lookups at a slow name server.
     */
    const resolve = (target: Target, keep: Keep) =>
      Effect.tryPromise({
        try: async () =>
          isAddress(target.hostname) ? [target.hostname] : keep(network.resolve(target.hostname)),
        catch: () => unavailable(notPublic)
      }).pipe(
        Effect.filterOrFail(
          (addresses) => addresses.length > 0 && addresses.every((address) => isAllowed(address, target)),
          () => unavailable(target.secure ? notPublic : "must start with https://")
        )
      )

    const call = Effect.fnUntraced(function* (target: Target, keep: Keep) {
      const addresses = yield* resolve(target, keep)
      const attempts = addresses
        // IPv4 addresses come first: more machines can reach them.
        .toSorted((one, other) => Number(one.includes(":")) - Number(other.includes(":")))
        .slice(0, maxAddresses)
        .map((address) => withConnection(network, { address, target }, (socket) => ask(socket, target)))
      return yield* attempts
        .reduce((before, next) => Effect.catchTag(before, "Unreachable", () => next))
        .pipe(Effect.catchTag("Unreachable", () => unavailable("could not be reached")))
    })

    return UserDetails.of({
      fetch: Effect.fn("UserDetails.fetch")(function* ({ partnerId, url, tag }) {
        const target = yield* targetOf(url, tag, allowLoopback)
        const bytes = yield* crowd(`${partnerId} ${target.host}`, (keep) => call(target, keep)).pipe(
          // The timeout interrupts the request even if the caller is in an uninterruptible region, such as a
          // transaction.
          Effect.interruptible,
          Effect.timeoutFail({
            duration: network.patience,
            onTimeout: () =>
              unavailable(`did not answer within ${Duration.toSeconds(network.patience)} seconds`)
          })
        )
        return yield* read(bytes)
      })
    })
  })
