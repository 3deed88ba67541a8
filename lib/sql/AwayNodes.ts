import { Context, Effect, Option } from "effect"
import { BoundedMap } from "../schema/BoundedMap.ts"
import { DatabaseUnavailable } from "./Errors.ts"
import type { DatabaseFailure } from "./Failure.ts"
import { withCurrent } from "./Transaction.ts"

/** True inside the one call that tries to reach a node again. The statements of this call are not refused. */
class Admitted extends Context.Reference<Admitted>()("rewards/Admitted", {
  defaultValue: (): boolean => false
}) {}

/** Milliseconds after a failure until a call may try the node again. */
const pause = 1000
/** Milliseconds until another call may try the node, if the first try has no answer yet. */
const pauseWhileTrying = 5000

/**
 * The code for a worker that the coordinator cannot reach. Statement time-outs do not count, because a slow statement of one partner
 * must not stop the other partners of its node.
 */
const unreachable = "08006"
/** The number of partners whose nodes are remembered. */
const maxPartners = 10_000

/**
 * The nodes of a Citus cluster that cannot be reached ("away"). A call to a machine that is switched off occupies a connection until a
 * time-out. Many such calls would leave no connection for other nodes. So after the first failure, calls for partners of the same node
 * fail at once. From time to time, one call may try to reach the node again.
 */
export class AwayNodes {
  /** For each node that is away, the time at which the next call may try it. */
  readonly #nextTry = new Map<string, number>()
  /** The nodes of partners. */
  readonly #nodes = new BoundedMap<string>(maxPartners)
  readonly #find: (partner: string) => Effect.Effect<string | undefined, DatabaseFailure>

  /** `find` reads the node of a partner on a separate connection. */
  constructor(find: (partner: string) => Effect.Effect<string | undefined, DatabaseFailure>) {
    this.#find = find
  }

  /** Returns whether this node is known to be away. Without an argument: whether any node is known to be away. */
  isAway(node?: string): boolean {
    return node === undefined ? this.#nextTry.size > 0 : this.#nextTry.has(node)
  }

  /** Runs the work of a partner, or refuses it while the partner's node cannot be reached. */
  guard<A, E, R>(
    partner: string | undefined,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | DatabaseUnavailable, R> {
    if (partner === undefined) return work
    const watched = Effect.tapError(work, (error) => this.#afterFailure(partner, error))
    if (this.#nextTry.size === 0) return watched
    return Effect.flatMap(Admitted, (admitted) =>
      admitted ? work : Effect.flatMap(this.#nodeOf(partner), (node) => this.#guardOn(node, watched))
    )
  }

  #guardOn<A, E, R>(
    node: string | undefined,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | DatabaseUnavailable, R> {
    const nextTry = node === undefined ? undefined : this.#nextTry.get(node)
    if (node === undefined || nextTry === undefined) return work
    if (performance.now() < nextTry) {
      return Effect.fail(new DatabaseUnavailable({ reason: unreachable, committed: "no" }))
    }
    this.#nextTry.set(node, performance.now() + pauseWhileTrying)
    return work.pipe(
      Effect.tapBoth({
        onFailure: (error) => (isAway(error) ? this.#markAway(node) : this.#markBack(node)),
        onSuccess: () => this.#markBack(node)
      }),
      Effect.mapInputContext((context: Context.Context<R>) => Context.add(context, Admitted, true))
    )
  }

  #markAway(node: string): Effect.Effect<void> {
    return Effect.sync(() => void this.#nextTry.set(node, performance.now() + pause))
  }

  #markBack(node: string): Effect.Effect<void> {
    return Effect.sync(() => {
      this.#nextTry.delete(node)
      // Partners can be moved to another node, so the map is cleared whenever all nodes can be reached.
      if (this.#nextTry.size === 0) this.#nodes.clear()
    })
  }

  #nodeOf(partner: string): Effect.Effect<string | undefined> {
    const known = this.#nodes.get(partner)
    if (known !== undefined) return Effect.succeed(known)
    // Inside a transaction, the node is not looked up, because this would need a second connection.
    return withCurrent((current) =>
      Option.isSome(current) ? Effect.succeed(undefined) : this.#findAndRemember(partner)
    )
  }

  #findAndRemember(partner: string): Effect.Effect<string | undefined> {
    return this.#find(partner).pipe(
      Effect.tap((node) => Effect.sync(() => node !== undefined && this.#nodes.set(partner, node))),
      Effect.orElseSucceed(() => undefined)
    )
  }

  #afterFailure(partner: string, error: unknown): Effect.Effect<void> {
    if (!isAway(error)) return Effect.void
    const note = Effect.map(this.#findAndRemember(partner), (node) => {
      if (node !== undefined && !this.#nextTry.has(node)) this.#nextTry.set(node, performance.now() + pause)
    })
    return Effect.asVoid(Effect.forkDaemon(note))
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.reason === unreachable
