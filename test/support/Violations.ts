/** Violations after which a check stops, so that a broken product does not keep it busy for hours. */
const most = 10

/**
 * Counts the violations of each kind that a check looks for, and how often it looked: a zero in the figures of a check means that it
 * looked and found nothing.
 */
export class Violations<Kind extends string> {
  readonly #counts = new Map<Kind, { examined: number; violated: number }>()
  readonly #examples: Array<string> = []

  constructor(...kinds: ReadonlyArray<Kind>) {
    for (const kind of kinds) this.#counts.set(kind, { examined: 0, violated: 0 })
  }

  /** Counts one case, and a violation if it is one. Stops the check when there are too many. */
  examine(kind: Kind, isViolation: boolean, describe: () => string): void {
    const count = this.#of(kind)
    count.examined += 1
    if (!isViolation) return
    count.violated += 1
    this.#examples.push(`${kind}: ${describe()}`)
    if (this.#examples.length >= most) this.throwIfAny()
  }

  /** Counts cases that are no violations. */
  held(kind: Kind, times: number): void {
    this.#of(kind).examined += times
  }

  examined(kind: Kind): number {
    return this.#of(kind).examined
  }

  /** Fails with the counts and the first examples, if there is a violation. */
  throwIfAny(): void {
    if (this.#examples.length === 0) return
    const counts = Array.from(
      this.#counts,
      ([kind, { examined, violated }]) => `${kind}: ${violated} of ${examined}`
    )
    throw new Error([counts.join(", "), ...this.#examples].join("\n"))
  }

  /** The counts as figures. Fails if there is a violation, and if a kind was never looked for. */
  figures(): Readonly<Record<Kind, number>> {
    this.throwIfAny()
    const never = [...this.#counts].filter(([, { examined }]) => examined === 0).map(([kind]) => kind)
    if (never.length > 0) throw new Error(`never looked for: ${never.join(", ")}`)
    return Object.fromEntries(Array.from(this.#counts, ([kind, { violated }]) => [kind, violated])) as Record<
      Kind,
      number
    >
  }

  #of(kind: Kind) {
    const count = this.#counts.get(kind)
    if (count === undefined) throw new Error(`${kind} is not counted`)
    return count
  }
}
