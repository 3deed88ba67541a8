/** A map of limited size. When it is full, it deletes the entry that was set longest ago. */
export class BoundedMap<V> {
  readonly #entries = new Map<string, V>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  [Symbol.iterator](): IterableIterator<[string, V]> {
    return this.#entries[Symbol.iterator]()
  }

  set(key: string, value: V): V {
    this.#entries.delete(key)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#size) break
      this.#entries.delete(oldest)
    }
    this.#entries.set(key, value)
    return value
  }
}
