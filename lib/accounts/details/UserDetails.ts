import { Context, Duration, Effect, Layer, Predicate } from "effect"
import { isAddress, isLoopback, isPublic } from "../addresses.ts"
import type { UserDetailsUnavailable } from "../Errors.ts"
import { withConnection } from "./UserDetails/connection.ts"
import { makeCrowd } from "./UserDetails/crowd.ts"
import { ask } from "./UserDetails/exchange.ts"
import { Network } from "./UserDetails/Network.ts"
import { type Target, targetOf, unavailable } from "./UserDetails/target.ts"
import { readUserDetails, type UserDetails as UserRecord } from "./UserRecord.ts"

export interface UserDetailsOptions {
  /** For development: the partner's address may be one of this machine, and plain HTTP there. */
  readonly allowLoopback?: boolean | undefined
}

/**
 * Asks a partner's own address for the record of a user. The address is whatever the partner wrote, so it is not
 * trusted: it is resolved first, every address that it has must be public, and the connection goes to one that was
 * checked. Redirects are not followed; time and size are bounded. What goes wrong is told in the partner's terms, and
 * never says what was found where nobody should have looked.
 */
export class UserDetails extends Context.Tag("rewards/UserDetails")<
  UserDetails,
  {
    readonly fetch: (question: {
      /** On whose behalf: what one partner has under way at a host is not held against another. */
      readonly partnerId: string
      readonly url: string
      readonly tag: string
    }) => Effect.Effect<UserRecord, UserDetailsUnavailable>
  }
>() {
  static readonly layer = (options: UserDetailsOptions = {}): Layer.Layer<UserDetails> =>
    Layer.effect(this, make(options.allowLoopback === true))
}

/** One partner whose address is slow must not hold more of this process than this. */
const maxAtOnce = 16
const maxAddresses = 3
const maxFaults = 10

/** The same for a name that leads nowhere and for one that leads inside: nobody maps our network with it. */
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

    /** One answer that is not public spoils all of them: who mixes them is up to something. */
    const resolve = (target: Target) =>
      Effect.tryPromise({
        try: async () => (isAddress(target.hostname) ? [target.hostname] : network.resolve(target.hostname)),
        catch: () => unavailable(notPublic)
      }).pipe(
        Effect.filterOrFail(
          (addresses) => addresses.length > 0 && addresses.every((address) => isAllowed(address, target)),
          () => unavailable(target.secure ? notPublic : "must start with https://")
        )
      )

    const call = Effect.fnUntraced(function* (target: Target) {
      const addresses = yield* resolve(target)
      const attempts = addresses
        // Those of IPv4 first: more machines can reach them.
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
        const bytes = yield* crowd(`${partnerId} ${target.host}`, call(target)).pipe(
          // Even where the caller cannot be interrupted, as in a transaction, the time is limited.
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
