import { Cause, Context, Effect, Either, Exit, Layer, Runtime } from "effect"
import { addressKey, withoutPort } from "../outbound/addresses.ts"
import { makeBodyReader } from "./body.ts"
import { type CorsOptions, makeCors } from "./cors.ts"
import { type ExportOptions, makeEventStreams, type StreamOptions } from "./eventStream.ts"
import { internal, toWire } from "./failure.ts"
import type { Services } from "./handle.ts"
import { makeLargeAnswers } from "./largeAnswer.ts"
import { exportLimits, type ListTurns, makeListTurns } from "./listTurns.ts"
import { queryOf } from "./query.ts"
import { makeRateLimits, type RateLimitOptions } from "./rateLimits.ts"
import { fail, failAs, headersOf, requestIdOf, split, succeed, withoutBody } from "./response.ts"
import { findRoute, type NoRoute, type Route } from "./routes.ts"
import { makeDeadlines, makeRequestSlots, makeRun, type Serving, type ShareLimits } from "./run.ts"
import { makeServe, type RequestFacts, type Served } from "./serve.ts"
import { makeTrace } from "./trace.ts"

export interface HandlerOptions {
  /** The ecosystems that the deployment allows; all of them by default. */
  readonly ecosystems?: ReadonlySet<string> | undefined
  /** The address under which browsers reach the service; `http://localhost:3000` by default. Mails and OAuth answers contain it. */
  readonly publicUrl?: string | undefined
  /**
   * The maximum number of requests that are processed at once; 2000 by default. Further requests are refused. A request does not count
   * while its body is read. At most this many bodies are read at once.
   */
  readonly maxConcurrent?: number | undefined
  /**
   * The maximum for the requests of one partner; a quarter of `maxConcurrent` by default. A large answer counts until its caller has
   * read it.
   */
  readonly maxConcurrentPerPartner?: number | undefined
  /** The maximum for the requests from one address; a quarter of `maxConcurrent` by default. Needs `address`. */
  readonly maxConcurrentPerAddress?: number | undefined
  /**
   * The maximum number of bytes in large answers that callers have not read; 64 MiB by default. When there are more, the oldest of
   * these answers are cut.
   */
  readonly maxUnread?: number | undefined
  /** The maximum for the answers to one partner; a quarter of `maxUnread` by default. */
  readonly maxUnreadPerPartner?: number | undefined
  /** The maximum for the answers to one address; a quarter of `maxUnread` by default. Needs `address`. */
  readonly maxUnreadPerAddress?: number | undefined
  /** Milliseconds after which a request whose body has not arrived is answered with 408; 5000 by default. */
  readonly bodyTimeout?: number | undefined
  /**
   * Milliseconds; 30,000 by default. A request that is still being processed after this time is answered with 503. A large answer is
   * cut if its caller reads nothing for this time.
   */
  readonly timeout?: number | undefined
  readonly rateLimits?: RateLimitOptions | undefined
  /** Returns the network address of a request's caller. A port is ignored. By default, requests are not limited by address. */
  readonly address?: ((request: Request) => string | undefined) | undefined
  /** The web pages that may call the service from a browser. By default, pages of other origins may not call it. */
  readonly cors?: CorsOptions | undefined
  /** Settings of server-sent events. */
  readonly streams?: StreamOptions | undefined
  /** Settings of exports: lists as CSV, and the data of a member. */
  readonly exports?: ExportOptions | undefined
  /**
   * Whether each request to a known route gets a span from the runtime's tracer (`telemetry` of `openRewards`). The `traceparent`
   * header names the parent of the span.
   */
  readonly traced?: boolean | undefined
  /** Is called once for each request, when its answer is known. */
  readonly onAnswer?: ((summary: Summary) => void) | undefined
}

/** What logs and metrics need to know about a request. It contains no body and no credentials. */
export interface Summary {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly partnerId: string | undefined
  readonly defect: Cause.Cause<never> | undefined
  /** The id of the trace; undefined if the request is not traced or not sampled. */
  readonly traceId: string | undefined
}

export interface Handler {
  readonly fetch: (request: Request) => Promise<Response>
  /** Ends all event streams, cuts all exports, and opens no more, so that a stopping server does not wait for them. */
  readonly drain: () => void
  /** Ends all event streams, cuts all exports, refuses new requests, and resolves when all running requests are answered. */
  readonly dispose: () => Promise<void>
}

const sharesOf = ({
  maxConcurrent: whole = 2000,
  maxConcurrentPerPartner: partner = Math.ceil(whole / 4),
  maxConcurrentPerAddress: address = Math.ceil(whole / 4)
}: HandlerOptions): ShareLimits => ({ whole, partner, address })

const unreadOf = ({
  maxUnread: whole = 64 * 1024 ** 2,
  maxUnreadPerPartner: partner = Math.ceil(whole / 4),
  maxUnreadPerAddress: address = Math.ceil(whole / 4)
}: HandlerOptions): ShareLimits => ({ whole, partner, address })

const exportsOf = ({ exports: { max = 64, maxPerPartner = 4, maxPerAddress } = {} }: HandlerOptions) => ({
  max,
  maxPerPartner,
  maxPerAddress
})

interface CallerAddress {
  readonly address: string
  /** The key under which requests of the address are counted. */
  readonly key: string
}

/** Makes a function that removes the port of an address and finds its key. The function caches its results. */
const makeAddresses = () => {
  const known = new Map<string, CallerAddress>()
  return (given: string): CallerAddress => {
    const found = known.get(given)
    if (found !== undefined) return found
    if (known.size >= 10_000) known.clear()
    const address = withoutPort(given)
    const made = { address, key: addressKey(address) }
    known.set(given, made)
    return made
  }
}

const overloaded = (reason: string) => toWire({ _tag: "Overloaded", reason })

const noRoute = (request: Request, failure: NoRoute, requestId: string): Response =>
  request.method === "OPTIONS" && failure._tag === "MethodNotAllowed"
    ? new Response(null, { status: 204, headers: { allow: failure.allow, "x-request-id": requestId } })
    : fail(toWire(failure), headersOf(requestId))

/** Makes the HTTP handler. Its `fetch` works with the web-standard `Request` and `Response`, in any runtime that has them. */
export const makeHandler = (runtime: Runtime.Runtime<Services>, options: HandlerOptions = {}): Handler => {
  const { ecosystems, bodyTimeout = 5000, timeout = 30_000, onAnswer } = options
  const publicUrl = (options.publicUrl ?? "http://localhost:3000").replace(/\/+$/, "")
  const run = makeRun(runtime, timeout)
  const addressOf = options.address ?? (() => undefined)
  const parsedAddress = makeAddresses()
  const shares = sharesOf(options)
  const slots = makeRequestSlots(shares)
  const largeAnswers = makeLargeAnswers({
    limits: unreadOf(options),
    slots,
    deadlines: makeDeadlines(timeout)
  })
  const listTurns = makeListTurns()
  const serve = makeServe(
    {
      limits: makeRateLimits(options.rateLimits),
      listTurns,
      slots,
      readInTime: makeBodyReader(shares, bodyTimeout)
    },
    { clock: Runtime.runSync(runtime, Effect.clock), services: runtime.context }
  )
  const streams = makeEventStreams(runtime, listTurns, options.streams)
  // An export can use only a part of the turns for lists. The other turns are free for other lists even during long exports, including
  // lists of the same partner.
  const exportTurns = makeListTurns(exportLimits)
  const inBothTurns: ListTurns = (who, list) => exportTurns(who, listTurns(who, list))
  const exports = makeEventStreams(runtime, inBothTurns, { ...exportsOf(options), kind: "exports", timeout })
  const allowOrigins = options.cors && makeCors(options.cors)
  const trace = options.traced ? makeTrace(runtime) : undefined
  let running = 0
  let stopping = false
  const idle = Promise.withResolvers<void>()

  const answer = (
    request: Request,
    requestId: string,
    facts: RequestFacts,
    answered: (make: () => Response) => void
  ) => {
    if (stopping) {
      const failure = overloaded("the service is stopping: try another instance")
      return answered(() => fail(failure, headersOf(requestId)))
    }
    const { path, search } = split(request.url)
    const found = findRoute(request.method, path, ecosystems)
    if (Either.isLeft(found)) return answered(() => noRoute(request, found.left, requestId))
    const { route, eco, params } = found.right
    facts.route = route.template
    facts.span = trace?.begin(request, route.template)
    const target = { request, operation: route.name, eco, params, query: queryOf(search), publicUrl, timeout }
    const given = addressOf(request)
    const caller = given === undefined ? undefined : parsedAddress(given)
    facts.address = caller?.key
    const ended = (exit: Served | undefined): void =>
      answered(() => respond(route, request, exit, requestId, facts))
    const serving: Serving<Services, Served> = {
      serve: (steps, served) => serve(route, target, facts, steps, served),
      ended,
      late: () => ended(undefined),
      broken: (error) => ended(Exit.die(error))
    }
    run(
      { address: () => caller?.address, device: () => request.headers.get("user-agent") ?? undefined },
      requestId,
      serving,
      facts.span
    )
  }

  const respond = (
    route: Route,
    request: Request,
    exit: Served | undefined,
    requestId: string,
    facts: RequestFacts
  ): Response => {
    const headers = headersOf(requestId, facts.rateLimit)
    if (exit === undefined) {
      const reason = `no answer within ${timeout / 1000} seconds; the request may still take effect: try again with the same Idempotency-Key`
      return failAs(route, request, overloaded(reason), headers)
    }
    if (Exit.isSuccess(exit)) {
      const { value } = exit
      if (!("stream" in value)) return succeed(route, value, headers, (json) => largeAnswers(facts, json))
      const opening = value.document === undefined ? streams : exports
      return Either.getOrElse(opening.open(value, facts, headers), (failure) =>
        failAs(route, request, toWire(failure), headers)
      )
    }
    // Reads a single failure directly, without a search through the whole cause.
    const { cause } = exit
    const failure = Cause.isFailType(cause) ? Either.left(cause.error) : Cause.failureOrCause(cause)
    return Either.match(failure, {
      onLeft: (error) => failAs(route, request, toWire(error), headers),
      onRight: (defect) => {
        facts.defect = defect
        return failAs(route, request, internal, headers)
      }
    })
  }

  return {
    fetch: (request) => {
      const started = performance.now()
      const requestId = requestIdOf(request)
      const facts: RequestFacts = {
        route: "",
        address: undefined,
        partnerId: undefined,
        rateLimit: undefined,
        defect: undefined,
        span: undefined
      }
      const finish = (response: Response): Response => {
        running -= 1
        if (stopping && running === 0) idle.resolve()
        const { route, partnerId, defect, span } = facts
        const milliseconds = performance.now() - started
        const { method } = request
        const { status } = response
        const traceId = span?.sampled ? span.traceId : undefined
        const summary = { requestId, method, route, status, milliseconds, partnerId, defect, traceId }
        if (span !== undefined) trace?.end(span, summary)
        onAnswer?.(summary)
        return response
      }
      const defective = (error: unknown): Response => {
        facts.defect = Cause.die(error)
        return fail(internal, headersOf(requestId))
      }
      running += 1
      return new Promise((resolve, reject) => {
        const made = (make: () => Response): Response => {
          try {
            return make()
          } catch (error) {
            return defective(error)
          }
        }
        // If `onAnswer` throws an error, the promise is rejected with it, so that the host sees the error.
        const answered = (make: () => Response): void => {
          try {
            const plain = made(make)
            const whole = allowOrigins === undefined ? plain : allowOrigins(request, plain)
            resolve(request.method === "HEAD" ? withoutBody(whole).then(finish) : finish(whole))
          } catch (error) {
            reject(error)
          }
        }
        try {
          answer(request, requestId, facts, answered)
        } catch (error) {
          answered(() => defective(error))
        }
      })
    },
    drain: () => {
      streams.end()
      exports.end()
    },
    dispose: async () => {
      stopping = true
      for (const each of [streams, exports]) each.end()
      if (running === 0) idle.resolve()
      await Promise.all([idle.promise, streams.ended, exports.ended])
    }
  }
}

/** The handler as a service, for hosts that use Effect. When the scope closes, the handler finishes running requests. */
export class HttpHandler extends Context.Tag("rewards/HttpHandler")<HttpHandler, Handler>() {
  static readonly layer = (options: HandlerOptions = {}): Layer.Layer<HttpHandler, never, Services> =>
    Layer.scoped(
      this,
      Effect.acquireRelease(
        Effect.map(Effect.runtime<Services>(), (runtime) => makeHandler(runtime, options)),
        (handler) => Effect.promise(handler.dispose)
      )
    )
}
