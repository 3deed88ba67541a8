/** Returns whether a promise resolves within the given milliseconds. Rejects if the promise rejects in that time. */
const resolvesWithin = async (promise: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** How long `close` waits after it has cut the connections, in milliseconds. */
const afterCut = 1000

export interface Closing {
  readonly dispose: () => Promise<void>
  /** Closes the connections that the engine opened, including those in use. */
  readonly cut: () => void
  readonly warn: (message: string) => void
  /** How long to wait for `dispose`, in milliseconds. */
  readonly timeout: number
}

/** Returns a function that closes the engine at its first call. Later calls wait for the first one. */
export const makeClose = ({ cut, dispose, timeout, warn }: Closing): (() => Promise<void>) => {
  const close = async (): Promise<void> => {
    const disposed = dispose()
    // Avoids an unhandled rejection once we stop waiting.
    disposed.catch(() => {})
    if (await resolvesWithin(disposed, timeout)) return
    warn(`Writes have not ended within ${timeout / 1000} seconds of closing: their connections are cut`)
    cut()
    await resolvesWithin(disposed, afterCut)
  }
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close()
    return closing
  }
}
