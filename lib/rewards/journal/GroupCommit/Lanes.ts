/** Commands that one caller submitted together. */
export interface Sized {
  readonly size: number
}

/** The submissions of one partner that wait, in the order of their arrival. */
export interface Lane<S> {
  readonly partner: string
  queue: Array<S>
  /** Commands in the queue. */
  waiting: number
  /** A group with its submissions is being written: a partner has one group at a time. */
  isBusy: boolean
  isListed: boolean
  /** Others go first for a while. */
  isResting: boolean
  /** Another transaction held one of its rows for too long, so its next group is its own. */
  isAlone: boolean
  /** Small submissions of other partners went before its large one; the next turn is its own. */
  wasPassed: boolean
}

/** The submissions of one partner that go into a group. */
export interface Part<S> {
  readonly lane: Lane<S>
  readonly submissions: ReadonlyArray<S>
}

export interface LanesOptions {
  /** The most commands in one group; a submission that is larger is a group of its own. */
  readonly maxGroup: number
  /** Whether one group may hold submissions of several partners. */
  readonly mixPartners: boolean
}

/** A submission with more commands than this never shares a group with another partner's: that would have to wait for it. */
const largest = 64

/**
 * A queue for each partner. Partners take turns. While more of them are ready than there are writers, small submissions of
 * several partners go into one group, and before a large one, but not twice before the same.
 */
export class Lanes<S extends Sized> {
  readonly #options: LanesOptions
  readonly #lanes = new Map<string, Lane<S>>()
  #ready: Array<Lane<S>> = []
  /** Commands of all partners that wait. */
  waiting = 0

  constructor(options: LanesOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#ready.length === 0
  }

  waitingOf(partner: string): number {
    return this.#lanes.get(partner)?.waiting ?? 0
  }

  push(partner: string, submission: S): void {
    const lane = this.#lanes.get(partner) ?? newLane<S>(partner)
    this.#lanes.set(partner, lane)
    lane.queue.push(submission)
    this.#count(lane, submission.size)
    this.#list(lane)
  }

  /** The next group, for one of so many writers that are free. */
  take(freeWriters: number): ReadonlyArray<Part<S>> | undefined {
    const [head] = this.#ready
    if (head === undefined) return undefined
    if (!this.#options.mixPartners || this.#ready.length <= freeWriters) return [this.#turnOf(head)]
    const small = this.#ready.filter(isSmall)
    if (isSmall(head) || (small.length > 0 && !head.wasPassed)) {
      if (!isSmall(head)) head.wasPassed = true
      // Each of the free writers takes its part of the partners.
      return this.#mixed(small.slice(0, Math.ceil(small.length / Math.max(1, freeWriters))))
    }
    return [this.#turnOf(head)]
  }

  /** The group was written or has failed: its partners can have another. */
  release(parts: ReadonlyArray<Part<S>>): void {
    for (const { lane } of parts) {
      lane.isBusy = false
      lane.isAlone = false
      this.#list(lane)
    }
  }

  /** Keeps a lane whose group was taken, and is not released yet, from its next turn until its rest ends. */
  rest(lane: Lane<S>): void {
    lane.isResting = true
  }

  /** Does nothing for a lane whose rest has ended: its partner may have another one by now. */
  endRest(lane: Lane<S>): void {
    if (!lane.isResting) return
    lane.isResting = false
    this.#list(lane)
  }

  endRests(): void {
    for (const lane of this.#lanes.values()) this.endRest(lane)
  }

  /** Puts a mixed group back to the front of its lanes. Each partner's next group is its own. */
  split(parts: ReadonlyArray<Part<S>>): void {
    for (const { lane, submissions } of parts) {
      lane.queue = [...submissions, ...lane.queue]
      this.#count(lane, sizeOf(submissions))
      lane.isBusy = false
      lane.isAlone = true
      this.#list(lane)
    }
  }

  #mixed(lanes: ReadonlyArray<Lane<S>>): ReadonlyArray<Part<S>> {
    const { maxGroup } = this.#options
    const share = Math.max(1, Math.floor(maxGroup / lanes.length))
    const parts: Array<Part<S>> = []
    let size = 0
    for (const lane of lanes) {
      if (size > 0 && size + headSize(lane) > maxGroup) break
      const part = this.#turnOf(lane, Math.min(share, maxGroup - size))
      size += sizeOf(part.submissions)
      parts.push(part)
    }
    return parts
  }

  /** The first submissions of a lane, up to so many commands, but at least one submission. */
  #turnOf(lane: Lane<S>, limit = this.#options.maxGroup): Part<S> {
    let size = 0
    const end = lane.queue.findIndex((submission, index) => {
      size += submission.size
      return index > 0 && size > limit
    })
    const submissions = end === -1 ? lane.queue : lane.queue.slice(0, end)
    lane.queue = end === -1 ? [] : lane.queue.slice(end)
    this.#count(lane, -sizeOf(submissions))
    this.#ready = this.#ready.filter((other) => other !== lane)
    lane.isListed = false
    lane.isBusy = true
    lane.wasPassed = false
    return { lane, submissions }
  }

  #count(lane: Lane<S>, commands: number): void {
    lane.waiting += commands
    this.waiting += commands
  }

  /** A lane with work and without a group waits for its turn; one without either is forgotten. */
  #list(lane: Lane<S>): void {
    if (lane.isBusy || lane.isListed || lane.isResting) return
    if (lane.queue.length === 0) {
      this.#lanes.delete(lane.partner)
      return
    }
    lane.isListed = true
    this.#ready.push(lane)
  }
}

const newLane = <S>(partner: string): Lane<S> => ({
  partner,
  queue: [],
  waiting: 0,
  isBusy: false,
  isListed: false,
  isResting: false,
  isAlone: false,
  wasPassed: false
})

export const sizeOf = (submissions: ReadonlyArray<Sized>): number =>
  submissions.reduce((sum, { size }) => sum + size, 0)

const headSize = <S extends Sized>({ queue }: Lane<S>): number => queue[0]?.size ?? 0

const isSmall = <S extends Sized>(lane: Lane<S>): boolean => !lane.isAlone && headSize(lane) <= largest
