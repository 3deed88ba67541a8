/** A submission. Its size is the number of its commands, as the caller of `GroupCommit.submit` counts them. */
export interface Sized {
  readonly size: number
}

/** The waiting submissions of one partner, in the order of arrival. */
export interface PartnerQueue<S> {
  readonly partner: string
  submissions: Array<S>
  /** The number of commands in the queue. */
  waiting: number
  /** Whether a group of this partner is being written. A partner has at most one group at a time. */
  isBusy: boolean
  /** Whether the queue is in the list of ready queues. */
  isListed: boolean
  /** Whether the partner rests (see `Rests`). The queue is not ready until the rest ends. */
  isResting: boolean
  /** Whether the next group must contain only this partner: its submissions were put back, or the partner never shares a group. */
  isAlone: boolean
  /** Whether a group of other partners was taken although this queue was first in line. This may happen once before each turn. */
  wasPassed: boolean
}

/** The submissions of one partner that go into a group. */
export interface Part<S> {
  readonly queue: PartnerQueue<S>
  readonly submissions: ReadonlyArray<S>
}

/** A submission with at most this many commands is small. A queue joins a mixed group only if its first submission is small. */
const largestSmall = 64

/**
 * A queue for each partner. Partners take turns. If more partners are ready than writers are free, partners whose first submission
 * is small share a mixed group. A mixed group may be taken before a partner that is first in line but cannot join the group. This
 * happens at most once before each turn of that partner. While a partner rests, no large submission of any partner is taken.
 */
export class PartnerQueues<S extends Sized> {
  readonly #maxGroup: number
  readonly #isAlone: (partner: string) => boolean
  readonly #queues = new Map<string, PartnerQueue<S>>()
  #ready: Array<PartnerQueue<S>> = []
  /** The number of partners that rest. */
  #resting = 0
  /** The number of waiting commands of all partners. */
  waiting = 0
  /** The number of waiting commands of the partners that never share a group. */
  waitingAlone = 0

  /**
   * `maxGroup` is the largest number of commands in one group. A larger submission is written alone. `isAlone` returns true for a partner
   * that never shares a group.
   */
  constructor(maxGroup: number, isAlone: (partner: string) => boolean = () => false) {
    this.#maxGroup = maxGroup
    this.#isAlone = isAlone
  }

  /** True if no group can be taken now. There may still be submissions that have to wait. */
  get isEmpty(): boolean {
    return this.#takeable.length === 0
  }

  get #takeable(): ReadonlyArray<PartnerQueue<S>> {
    return this.#resting === 0 ? this.#ready : this.#ready.filter((queue) => headSize(queue) <= largestSmall)
  }

  waitingOf(partner: string): number {
    return this.#queues.get(partner)?.waiting ?? 0
  }

  push(partner: string, submission: S): void {
    const queue = this.#queues.get(partner) ?? newQueue<S>(partner, this.#isAlone(partner))
    this.#queues.set(partner, queue)
    queue.submissions.push(submission)
    this.#count(queue, submission.size)
    this.#list(queue)
  }

  /**
   * Takes the next group; undefined if no group can be taken now. `freeWriters` includes the writer that calls. If `canMix` is false, the
   * group has one partner.
   */
  take(freeWriters: number, canMix = true): ReadonlyArray<Part<S>> | undefined {
    const ready = this.#takeable
    const [head] = ready
    if (head === undefined) return undefined
    if (!canMix || ready.length <= freeWriters) return [this.#turnOf(head, this.#largestPart)]
    const small = ready.filter(isSmall)
    if (isSmall(head) || (small.length > 0 && !head.wasPassed)) {
      if (!isSmall(head)) head.wasPassed = true
      // Leaves some partners to the other free writers.
      return this.#mixed(small.slice(0, Math.ceil(small.length / Math.max(1, freeWriters))))
    }
    return [this.#turnOf(head, this.#largestPart)]
  }

  /**
   * Ends a group that was written or has failed. Its partners can then have another group. `isAlone` says whether their next groups must
   * not be mixed.
   */
  release(parts: ReadonlyArray<Part<S>>, isAlone = false): void {
    for (const { queue } of parts) {
      queue.isBusy = false
      queue.isAlone = isAlone || this.#isAlone(queue.partner)
      this.#list(queue)
    }
  }

  /** Starts a rest: the queue does not become ready before `endRest`. Called between `take` and `release`. */
  rest(queue: PartnerQueue<S>): void {
    if (!queue.isResting) this.#resting += 1
    queue.isResting = true
  }

  endRest(queue: PartnerQueue<S>): void {
    if (!queue.isResting) return
    queue.isResting = false
    this.#resting -= 1
    this.#list(queue)
  }

  endRests(): void {
    for (const queue of this.#queues.values()) this.endRest(queue)
  }

  /** Releases a group, and puts its submissions back to the front of their queues. The next groups of these partners are not mixed. */
  putBack(parts: ReadonlyArray<Part<S>>): void {
    for (const part of parts) {
      const { queue, submissions } = part
      queue.submissions = [...submissions, ...queue.submissions]
      this.#count(queue, sizeOf(submissions))
      this.release([part], submissions.length > 0)
    }
  }

  /** The largest number of commands of one partner in the next group, unless one submission has more. */
  get #largestPart(): number {
    return this.#resting === 0 ? this.#maxGroup : Math.min(largestSmall, this.#maxGroup)
  }

  #mixed(queues: ReadonlyArray<PartnerQueue<S>>): ReadonlyArray<Part<S>> {
    const maxGroup = this.#maxGroup
    const share = Math.min(this.#largestPart, Math.max(1, Math.floor(maxGroup / queues.length)))
    const parts: Array<Part<S>> = []
    let size = 0
    for (const queue of queues) {
      if (size > 0 && size + headSize(queue) > maxGroup) break
      const part = this.#turnOf(queue, Math.min(share, maxGroup - size))
      size += sizeOf(part.submissions)
      parts.push(part)
    }
    return parts
  }

  /** Takes the first submissions of a queue, up to `limit` commands, but at least one submission. */
  #turnOf(queue: PartnerQueue<S>, limit: number): Part<S> {
    let size = 0
    const end = queue.submissions.findIndex((submission, index) => {
      size += submission.size
      return index > 0 && size > limit
    })
    const submissions = end === -1 ? queue.submissions : queue.submissions.slice(0, end)
    queue.submissions = end === -1 ? [] : queue.submissions.slice(end)
    this.#count(queue, -sizeOf(submissions))
    this.#ready = this.#ready.filter((other) => other !== queue)
    queue.isListed = false
    queue.isBusy = true
    queue.wasPassed = false
    return { queue, submissions }
  }

  #count(queue: PartnerQueue<S>, commands: number): void {
    queue.waiting += commands
    this.waiting += commands
    if (this.#isAlone(queue.partner)) this.waitingAlone += commands
  }

  /** Makes a queue ready if it has submissions, and deletes it otherwise. Does nothing while the queue is busy or rests. */
  #list(queue: PartnerQueue<S>): void {
    if (queue.isBusy || queue.isListed || queue.isResting) return
    if (queue.submissions.length === 0) {
      this.#queues.delete(queue.partner)
      return
    }
    queue.isListed = true
    this.#ready.push(queue)
  }
}

const newQueue = <S>(partner: string, isAlone: boolean): PartnerQueue<S> => ({
  partner,
  submissions: [],
  waiting: 0,
  isBusy: false,
  isListed: false,
  isResting: false,
  isAlone,
  wasPassed: false
})

export const sizeOf = (submissions: ReadonlyArray<Sized>): number =>
  submissions.reduce((sum, { size }) => sum + size, 0)

const headSize = <S extends Sized>({ submissions }: PartnerQueue<S>): number => submissions[0]?.size ?? 0

const isSmall = <S extends Sized>(queue: PartnerQueue<S>): boolean =>
  !queue.isAlone && headSize(queue) <= largestSmall

export const isLarge = ({ size }: Sized): boolean => size > largestSmall

/** In milliseconds. For `Rests`, a small submission is recent if it arrived while the group was written, or at most this long before. */
const activeFor = 250
/** The shortest rest, in milliseconds. A shorter rest is skipped. */
const shortest = 2
/** The longest rest, in milliseconds. Without it, a group that waited long for another process would cause a long rest. */
const longest = 200

interface Submitted {
  readonly partner: string
  readonly at: number
}

const never: Submitted = { partner: "", at: Number.NEGATIVE_INFINITY }

/**
 * Computes the rest of a partner: the time after a group until the partner can have its next group. During a rest, a writer is free
 * for small submissions of other partners. A partner rests if it had more than half of the commands of a group and another partner
 * made a small submission recently. If it had all commands, it rests for half of the group's time, up to `longest`.
 *
 * `at` and `now` are values of `performance.now()`.
 */
export class Rests {
  /** The last small submission. */
  #last = never
  /** The last small submission by a partner other than the partner of `#last`. */
  #lastOfAnother = never

  submitted(partner: string, size: number, at: number): void {
    if (isLarge({ size })) return
    if (this.#last.partner !== partner) this.#lastOfAnother = this.#last
    this.#last = { partner, at }
  }

  /**
   * Returns the rest in milliseconds, which can be 0. `share` is the partner's share of the group (0 to 1). The group took `took`
   * milliseconds.
   */
  after(partner: string, share: number, took: number, now: number): number {
    const other = this.#last.partner === partner ? this.#lastOfAnother : this.#last
    const rest = took * (share - 1 / 2)
    return rest >= shortest && now - other.at <= activeFor + took ? Math.min(rest, longest) : 0
  }
}
