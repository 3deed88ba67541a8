/**
 * The services of a request: the services of the engine, and a few that only this request has. The map does not copy the engine's services.
 * A copy for each request would take longer than everything else that makes the request's context.
 */
export class RequestServices extends Map<string, unknown> {
  readonly #shared: ReadonlyMap<string, unknown>

  constructor(shared: ReadonlyMap<string, unknown>) {
    super()
    this.#shared = shared
  }

  override get(key: string): unknown {
    return super.has(key) ? super.get(key) : this.#shared.get(key)
  }

  override has(key: string): boolean {
    return super.has(key) || this.#shared.has(key)
  }

  override get size(): number {
    return this.#all().size
  }

  override forEach(each: (value: unknown, key: string, map: Map<string, unknown>) => void): void {
    for (const [key, value] of this) each(value, key, this)
  }

  override entries(): MapIterator<[string, unknown]> {
    return this.#all().entries()
  }

  override keys(): MapIterator<string> {
    return this.#all().keys()
  }

  override values(): MapIterator<unknown> {
    return this.#all().values()
  }

  override [Symbol.iterator](): MapIterator<[string, unknown]> {
    return this.entries()
  }

  /** Copies all services into one map. Effect needs such a map when a handler provides a further service. */
  #all(): Map<string, unknown> {
    const all = new Map(this.#shared)
    for (const [key, value] of super.entries()) all.set(key, value)
    return all
  }
}
