export interface ReadinessOptions {
  /** Whether the service is ready, which costs a look-up in the database. */
  readonly check: () => Promise<boolean>
  /** Milliseconds for which an answer is kept. */
  readonly keep?: number
  /** Milliseconds after which a look-up without an answer counts as not ready. */
  readonly patience?: number
  /** Milliseconds of a clock that is never set back. */
  readonly now?: () => number
}

/** Asks once at a time and keeps the answer for a moment, so that the number of callers does not matter to the database. */
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
