/** A map with a limited number of entries. A full map deletes its oldest entry when a new one is set. */
export class BoundedMap<V> extends Map<string, V> {
  readonly #limit: number

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override set(key: string, value: V): this {
    this.delete(key)
    for (const oldest of this.keys()) {
      if (this.size < this.#limit) break
      this.delete(oldest)
    }
    return super.set(key, value)
  }

  /** Sets an entry, and returns its value. */
  remember(key: string, value: V): V {
    this.set(key, value)
    return value
  }
}
