import { Context, type Effect, Exit, type Fiber, Runtime, RuntimeFlags, Tracer } from "effect"
import { Caller } from "../accounts/audit/Audit.ts"
import type { Session } from "../accounts/sessions/Session.ts"
import { Actor, RequestId } from "../rewards/Actor.ts"
import type { HttpFailure } from "./failure.ts"
import { RequestServices } from "./requestServices.ts"

/** The partner and the address that sent a request, if they are known. */
export interface Requester {
  readonly partnerId: string | undefined
  readonly address: string | undefined
}

/** The maximum use of a shared resource: by all requests, by the requests of one partner, and by the requests from one address. */
export interface ShareLimits {
  readonly whole: number
  readonly partner: number
  readonly address: number
}

/** Makes a counter for each key. A counter that is 0 takes no memory. */
export const makeCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string | undefined): number => (key === undefined ? 0 : (counts.get(key) ?? 0)),
    add: (key: string | undefined): void => {
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    remove: (key: string | undefined): void => {
      if (key === undefined) return
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    }
  }
}

/** Limits how many requests are processed at once: in total, of one partner and from one address. */
export const makeRequestSlots = (limits: ShareLimits) => {
  let taken = 0
  const partners = makeCounts()
  const addresses = makeCounts()

  const refusalOf = ({ address, partnerId }: Requester): HttpFailure | undefined => {
    if (taken >= limits.whole) return { _tag: "Overloaded", reason: "too many requests at once: try again" }
    if (partners.of(partnerId) >= limits.partner) {
      return { _tag: "TooManyAtOnce", policy: "partner", limit: limits.partner }
    }
    if (addresses.of(address) >= limits.address) {
      return { _tag: "TooManyAtOnce", policy: "address", limit: limits.address }
    }
    return undefined
  }

  return {
    /** Returns why no slot is free; undefined if one is free. */
    refusalOf,
    /** Takes a slot, or returns why no slot is free. */
    take: (who: Requester): HttpFailure | undefined => {
      const refused = refusalOf(who)
      if (refused !== undefined) return refused
      taken += 1
      partners.add(who.partnerId)
      addresses.add(who.address)
      return undefined
    },
    /**
     * Makes an unread answer count towards the limits of its partner and its address. It does not count towards the total, because
     * callers that do not read must not stop others. Returns a function that stops counting the answer.
     */
    hold: ({ address, partnerId }: Requester): (() => void) => {
      partners.add(partnerId)
      addresses.add(address)
      return () => {
        partners.remove(partnerId)
        addresses.remove(address)
      }
    },
    release: ({ address, partnerId }: Requester): void => {
      taken -= 1
      partners.remove(partnerId)
      addresses.remove(address)
    }
  }
}
export type RequestSlots = ReturnType<typeof makeRequestSlots>

interface Entry {
  readonly until: number
  readonly late: () => void
}

/** Deadlines that all have the same length. They pass in the order in which they were added, so one timer is enough. */
export const makeDeadlines = (milliseconds: number) => {
  const entries = new Set<Entry>()
  let armed = false

  const arm = (wait: number): void => {
    armed = true
    const timer: unknown = setTimeout(sweep, wait)
    // The timer must not keep the host's process alive. A timer that is a number has no `unref`.
    if (timer instanceof Object && "unref" in timer && typeof timer.unref === "function") timer.unref()
  }

  const sweep = (): void => {
    armed = false
    const now = performance.now()
    for (const entry of entries) {
      if (entry.until > now) {
        arm(entry.until - now + 1)
        return
      }
      entries.delete(entry)
      entry.late()
    }
  }

  return {
    /** Calls `late` when the time is over. Returns a function that cancels the deadline. */
    add: (late: () => void): (() => void) => {
      const entry = { until: performance.now() + milliseconds, late }
      entries.add(entry)
      if (!armed) arm(milliseconds)
      return () => void entries.delete(entry)
    }
  }
}

export type Deadlines = ReturnType<typeof makeDeadlines>

/** Runs the steps of one request. */
export interface Steps<R> {
  /** Runs an effect, and calls `next` with its exit. Does nothing if the request is over. */
  readonly step: <A, E>(effect: Effect.Effect<A, E, R>, next: (exit: Exit.Exit<A, E>) => void) => void
  /** Makes the owner of the request's token the `Actor` of all further steps, so that no handler can forget who ordered a write. */
  readonly actAs: (actor: Session["actor"]) => void
  /** Wraps a callback that is called outside of `step`. An error that the callback throws is passed to `broken`. */
  readonly guarded: <A>(next: (value: A) => void) => (value: A) => void
  /** Returns whether the request has been answered or has timed out. */
  readonly isOver: () => boolean
}

/** Serves a request. Exactly one of `ended`, `late` and `broken` is called, once. */
export interface Serving<R, A> {
  readonly serve: (steps: Steps<R>, ended: (answer: A) => void) => void
  readonly ended: (answer: A) => void
  readonly late: () => void
  readonly broken: (error: unknown) => void
}

export type Run<R> = <A>(
  caller: Context.Tag.Service<Caller>,
  requestId: string,
  serving: Serving<R, A>,
  /** The parent of the spans of the steps, if the request is traced. */
  span?: Tracer.Span
) => void

const isExit = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): effect is Effect.Effect<A, E, R> & Exit.Exit<A, E> => Exit.isExit(effect)

/** Runs requests with a time-out. */
export const makeRun = <R>(
  { context, fiberRefs, runtimeFlags: flags }: Runtime.Runtime<R>,
  milliseconds: number
): Run<R> => {
  // With this flag, Effect would count and time every fiber.
  const runtimeFlags = RuntimeFlags.disable(flags, RuntimeFlags.RuntimeMetrics)
  const deadlines = makeDeadlines(milliseconds)

  return (caller, requestId, { serve, ended, late, broken }, span) => {
    let services: Map<string, unknown> | undefined
    let runtime: Runtime.Runtime<R> | undefined
    const ownServices = (): Map<string, unknown> => {
      if (services !== undefined) return services
      services = new RequestServices(context.unsafeMap).set(Caller.key, caller).set(RequestId.key, requestId)
      if (span !== undefined) services.set(Tracer.ParentSpan.key, span)
      return services
    }
    let running: Fiber.RuntimeFiber<unknown, unknown> | undefined
    let isOver = false
    const inTime = deadlines.add(() => {
      isOver = true
      late()
      running?.unsafeInterruptAsFork(running.id())
    })
    /** Ends the request. Returns false if it is already over. */
    const endOnce = (): boolean => {
      if (isOver) return false
      isOver = true
      inTime()
      return true
    }
    const proceed = <A>(next: (value: A) => void, value: A): void => {
      try {
        next(value)
      } catch (error) {
        if (endOnce()) broken(error)
      }
    }
    const steps: Steps<R> = {
      step: (effect, next) => {
        if (isOver) return
        // An effect that is already an exit needs no fiber.
        if (isExit(effect)) return proceed(next, effect)
        runtime ??= Runtime.make({ context: Context.unsafeMake<R>(ownServices()), fiberRefs, runtimeFlags })
        const fiber = Runtime.runFork(runtime, effect)
        running = fiber
        const exit = fiber.unsafePoll()
        if (exit === null) fiber.addObserver((exit) => proceed(next, exit))
        else proceed(next, exit)
      },
      actAs: (actor) => void ownServices().set(Actor.key, { ...actor, address: caller.address() }),
      guarded: (next) => (value) => proceed(next, value),
      isOver: () => isOver
    }
    proceed((each) => serve(each, (answer) => void (endOnce() && ended(answer))), steps)
  }
}
