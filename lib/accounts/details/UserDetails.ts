import type { IncomingHttpHeaders } from "node:http"
import { Context, Duration, Effect, Layer, Predicate } from "effect"
import { makeConcurrencyLimit } from "../../outbound/concurrencyLimit.ts"
import { makeOutbound, type OutboundOptions, targetOf } from "../../outbound/Outbound.ts"
import { ConnectionAgent, sendRequest } from "../../outbound/request.ts"
import { UserDetailsUnavailable } from "../Errors.ts"
import { readUserRecord, type UserRecord } from "./UserRecord.ts"

export interface UserDetailsOptions extends OutboundOptions {
  /** The time limit of one fetch, from name resolution to the last byte. Default: 3 seconds. */
  readonly patience?: Duration.DurationInput | undefined
}

/**
 * Fetches a user's record from the partner's `userDetailsUrl`. Refuses addresses that are not public. `allowLoopback` permits loopback
 * addresses. Does not follow redirects.
 */
export class UserDetails extends Context.Tag("rewards/UserDetails")<
  UserDetails,
  {
    readonly fetch: (request: {
      /** The limit for concurrent requests applies to each pair of a partner and a host. */
      readonly partnerId: string
      readonly url: string
      readonly tag: string
    }) => Effect.Effect<UserRecord, UserDetailsUnavailable>
  }
>() {
  static readonly layer = (options: UserDetailsOptions = {}): Layer.Layer<UserDetails> =>
    Layer.effect(this, make(options))
}

/** At most this many requests of one partner to one host run at once. */
const maxAtOnce = 16
export const usualPatience = Duration.seconds(3)
const maxFaults = 10
const maxBytes = 64 * 1024

const unavailable = (reason: string) => new UserDetailsUnavailable({ reason })

const tooLarge = `answered with more than ${maxBytes / 1024} KiB: the record must be smaller`
const crowded = `already has ${maxAtOnce} requests for other users: try again in a moment`

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "")

/** Returns the first fault in the status and the headers of an answer. */
const faultOf = (status: number, headers: IncomingHttpHeaders): string | undefined => {
  const encodings = [headers["content-encoding"] ?? "identity", headers["transfer-encoding"] ?? "chunked"]
  if (status !== 200) return `answered ${status}: it must answer 200 with the record`
  if (!isJson(headers["content-type"])) return "must answer with the content type application/json"
  if (encodings.join().toLowerCase() !== "identity,chunked")
    return "answered with an encoded body: it must send the record as plain JSON"
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge : undefined
}

const request = { method: "GET", headers: { accept: "application/json" } } as const

const reading = {
  maxBytes,
  tooLarge,
  faultOf,
  brokenOff: "closed the connection too early, or did not answer in HTTP: it must answer 200 with the record"
}

/**
 * Appends the parameter `tag` to the query, and removes any other `tag`. A query without a `tag` is not re-encoded, because it may be
 * signed.
 */
const withTag =
  (tag: string) =>
  (url: URL): string => {
    if (url.searchParams.has("tag")) url.searchParams.delete("tag")
    const query = `tag=${encodeURIComponent(tag.toWellFormed())}`
    return `${url.pathname}${url.search === "" ? "?" : `${url.search}&`}${query}`
  }

const json = (bytes: Uint8Array): unknown =>
  JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))

const read = (bytes: Uint8Array) =>
  Effect.try({
    try: () => json(bytes),
    catch: () => unavailable("answered with a body that is not JSON")
  }).pipe(
    Effect.filterOrFail(Predicate.isRecord, () => unavailable("answered with JSON that is not an object")),
    Effect.flatMap(readUserRecord),
    Effect.catchTag("InvalidInput", ({ faults }) => {
      const named = faults.slice(0, maxFaults).map(({ field, problem }) => `${field} ${problem}`)
      const rest = faults.length > maxFaults ? [`and ${faults.length - maxFaults} more`] : []
      return unavailable(`answered with an invalid record: ${[...named, ...rest].join("; ")}`)
    })
  )

const make = (options: UserDetailsOptions) =>
  Effect.gen(function* () {
    const { allowLoopback = false } = options
    const patience = Duration.decode(options.patience ?? usualPatience)
    const outbound = yield* makeOutbound(options)
    const limited = makeConcurrencyLimit(maxAtOnce, () => unavailable(crowded))

    return UserDetails.of({
      fetch: Effect.fn("UserDetails.fetch")(function* ({ partnerId, url, tag }) {
        const target = yield* Effect.mapError(targetOf(url, allowLoopback, withTag(tag)), unavailable)
        const { body } = yield* limited(`${partnerId} ${target.host}`, () =>
          outbound(partnerId, target, (socket) =>
            sendRequest(new ConnectionAgent(socket), target, request, reading)
          )
        ).pipe(
          // Lets the timeout interrupt the request even if the caller is uninterruptible.
          Effect.interruptible,
          Effect.timeoutFail({
            duration: patience,
            onTimeout: () => unavailable(`did not answer within ${Duration.toSeconds(patience)} seconds`)
          }),
          Effect.catchTag("OutboundFailed", ({ reason }) => unavailable(reason))
        )
        return yield* read(body)
      })
    })
  })
