export interface ReadinessOptions {
  /** Whether the service is ready. Queries the database. */
  readonly check: () => Promise<boolean>
  /** Milliseconds for which a result is cached. */
  readonly keep?: number
  /** Milliseconds after which a check without a result counts as not ready. */
  readonly patience?: number
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/** Runs one check at a time and caches its result, so that the load on the database does not grow with the number of callers. */
export const makeReadiness = ({
  check,
  keep = 1000,
  patience = 2000,
  now = () => performance.now()
}: ReadinessOptions) => {
  let known = false
  let until = 0
  let asking: Promise<void> | undefined

  const learn = (ready: boolean): void => {
    known = ready
    until = now() + keep
  }

  const ask = (): Promise<void> => {
    asking ??= check()
      .then(learn, () => learn(false))
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  return async (): Promise<boolean> => {
    if (now() < until) return known
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      learn(false)
      resolve()
    }, patience)
    await Promise.race([ask(), late])
    clearTimeout(timer)
    return known
  }
}
