import { createHash } from "node:crypto"
import { meaningOf } from "../../sql/Codes.ts"

/** The names under which the statements of a pool stay prepared on the server. */
export interface Prepared {
  /** The name of a statement. Undefined: it is not prepared. */
  readonly nameOf: (text: string) => string | undefined
  /**
   * Whether a statement failed only because the server does not have it prepared, and so has run nothing. The cause is a
   * pooler that gives each transaction another connection to the server, or a table whose columns have changed. From then on
   * the pool prepares nothing.
   */
  readonly isLost: (error: Error) => boolean
}

export const none: Prepared = { nameOf: () => undefined, isLost: () => false }

export const make = (onLoss: () => void): Prepared => {
  let preparing = true
  return {
    nameOf: (text) => (preparing ? nameOf(text) : undefined),
    isLost: (error) => {
      if (meaningOf(error) !== "unprepared") return false
      if (preparing) onLoss()
      preparing = false
      return true
    }
  }
}

/**
 * A name is a hash of the text, so that one name stands for the same statement in every process. The library has a bounded
 * number of texts, but a host may build texts of its own, and they must not fill the server's memory.
 */
const maxNames = 500
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = `rewards_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
  names.set(text, name)
  return name
}
