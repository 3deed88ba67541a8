import type { Refusal } from "./otlp.ts"

export interface QueueOptions {
  readonly send: (items: ReadonlyArray<object>) => Promise<Refusal | undefined>
  /** Aborts the batch that is being sent. */
  readonly abort: () => void
  /** Milliseconds for which an item waits for others. */
  readonly delay: number
  /** How many items may wait, including those being sent. Further items are dropped. */
  readonly capacity: number
  readonly onSent: (refusal: Refusal | undefined) => void
  readonly onDrop: (count: number) => void
}

const batchSize = 512
const longestPause = 60_000

/**
 * Sends items in batches, one batch at a time. A batch that was not accepted is sent again after a pause, which doubles up to a minute.
 * New items wait meanwhile, up to the capacity, so that an unavailable or slow receiver costs a fixed amount of memory.
 */
export const makeQueue = ({ capacity, delay, abort, onDrop, onSent, send }: QueueOptions) => {
  const waiting: Array<object> = []
  let isClosed = false
  let sending: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = delay

  /** Sends the oldest items. Returns whether they were removed from the queue. */
  const sendBatch = async (): Promise<boolean> => {
    const batch = waiting.slice(0, batchSize)
    if (batch.length === 0) return false
    const refusal = await send(batch)
    onSent(refusal)
    if (refusal?.retryable) {
      pause = Math.min(pause * 2, longestPause)
      return false
    }
    pause = delay
    waiting.splice(0, batch.length)
    if (refusal !== undefined) onDrop(batch.length)
    return true
  }

  const flush = (): Promise<boolean> => {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendBatch().finally(() => {
      sending = undefined
      if (waiting.length > 0) schedule()
    })
    return sending
  }

  const schedule = (): void => {
    if (timer !== undefined || isClosed) return
    // Sends at once if a whole batch has gathered while the previous one was being sent.
    const wait = waiting.length >= batchSize && pause === delay ? 0 : pause
    timer = setTimeout(() => void flush(), wait)
  }

  return {
    push: (item: object): void => {
      if (waiting.length >= capacity) {
        onDrop(1)
        return
      }
      waiting.push(item)
      if (sending !== undefined) return
      if (waiting.length === batchSize && pause === delay) void flush()
      else schedule()
    },
    /** Sends the waiting items, for at most `patience` milliseconds, and then closes the queue. */
    close: async (patience: number): Promise<void> => {
      let isLate = false
      const late = setTimeout(() => {
        isLate = true
        abort()
      }, patience)
      let goesOn = true
      await sending
      while (goesOn && !isLate) goesOn = await flush()
      clearTimeout(late)
      isClosed = true
      clearTimeout(timer)
      if (waiting.length > 0) onDrop(waiting.length)
    }
  }
}
