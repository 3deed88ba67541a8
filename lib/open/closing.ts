/** Whether a promise settles within the given milliseconds. Rejects if the promise rejects in that time. */
const settles = async (promise: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds for the rest of the work after the connections were cut. */
const afterCut = 1000

export interface Closing {
  readonly dispose: () => Promise<void>
  /** Ends the connections that were opened here, those in use too. */
  readonly cut: () => void
  readonly warn: (message: string) => void
  /** Milliseconds. */
  readonly timeout: number
}

/** Closes once, however often it is called. */
export const makeClose = ({ cut, dispose, timeout, warn }: Closing): (() => Promise<void>) => {
  const close = async (): Promise<void> => {
    const disposed = dispose()
    // Avoids an unhandled rejection once we stop waiting.
    disposed.catch(() => {})
    if (await settles(disposed, timeout)) return
    warn(`Writes have not ended within ${timeout / 1000} seconds of closing: their connections are cut`)
    cut()
    await settles(disposed, afterCut)
  }
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close()
    return closing
  }
}
