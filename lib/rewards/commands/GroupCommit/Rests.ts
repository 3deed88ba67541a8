/** How long after its last submission a partner counts as active, in milliseconds. */
const activeFor = 250
/** A shorter rest, in milliseconds, is skipped. */
const shortest = 2
/** The longest rest, in milliseconds: about half the time of the largest bulk. A longer group has also waited for another process. */
const longest = 50

interface Submitted {
  readonly partner: string
  readonly at: number
}

const never: Submitted = { partner: "", at: Number.NEGATIVE_INFINITY }

/**
 * Computes how long a partner rests after a group when all partners share one writer. A submission waits for the group that is being
 * written, and a bulk takes long. A partner that sends one request at a time would wait for a bulk of another partner each time,
 * because the writer would start the next bulk before the next request arrives. So a partner that had more than half of a group rests
 * for the time beyond the half, if another partner was active lately.
 *
 * Times are those of `performance.now()`.
 */
export class Rests {
  /** The last submission, and the last submission of any other partner. */
  #last = never
  #lastOfAnother = never

  submitted(partner: string, at: number): void {
    if (this.#last.partner !== partner) this.#lastOfAnother = this.#last
    this.#last = { partner, at }
  }

  /** The rest, in milliseconds, of a partner that had a share (0 to 1) of a group that took `took` milliseconds until now. */
  after(partner: string, share: number, took: number, now: number): number {
    const other = this.#last.partner === partner ? this.#lastOfAnother : this.#last
    const rest = took * (share - 1 / 2)
    return rest >= shortest && now - other.at <= activeFor + took ? Math.min(rest, longest) : 0
  }
}
