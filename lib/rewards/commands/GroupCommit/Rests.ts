/** How long after its last submission a partner counts as active, in milliseconds. */
const activeFor = 250
/** A shorter rest is not worth a timer, in milliseconds. */
const shortest = 2
/** About half of what the largest bulk takes, in milliseconds. A group that takes longer has waited for another process, too. */
const longest = 50

interface Submitted {
  readonly partner: string
  readonly at: number
}

const never: Submitted = { partner: "", at: Number.NEGATIVE_INFINITY }

/**
 * How long a partner rests after a group, where all partners share one writer. What is submitted while a group is written waits for
 * its end, and a bulk takes long. A partner that makes one request at a time submits the next one only after the answer to the last:
 * by then the writer would have started the next bulk of another, so that each of its requests would wait for a bulk. Therefore a
 * partner that had more than half of a group rests for the time that it had beyond the half, if another partner was active lately.
 *
 * Times are those of `performance.now()`.
 */
export class Rests {
  /** The last submission, and the last one of another partner than that. */
  #last = never
  #lastOfAnother = never

  submitted(partner: string, at: number): void {
    if (this.#last.partner !== partner) this.#lastOfAnother = this.#last
    this.#last = { partner, at }
  }

  /** The rest of a partner that had a share (0 to 1) of a group that was written within so many milliseconds until now. */
  after(partner: string, share: number, took: number, now: number): number {
    const other = this.#last.partner === partner ? this.#lastOfAnother : this.#last
    const rest = took * (share - 1 / 2)
    return rest >= shortest && now - other.at <= activeFor + took ? Math.min(rest, longest) : 0
  }
}
