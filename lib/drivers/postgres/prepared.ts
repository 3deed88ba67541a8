import { createHash } from "node:crypto"

/** Statements of a pool that stay prepared on the server, by name, which plans them once a connection. */
export interface Prepared {
  /** The name of a statement, if it is to have one. */
  readonly nameOf: (text: string) => string | undefined
  /**
   * Whether a statement with a name failed for its name alone, and did nothing. That is the work of a pooler that gives
   * every transaction another connection of the server's, or of a table that has changed; from then on nothing has a name.
   */
  readonly isLost: (error: Error) => boolean
}

export const none: Prepared = { nameOf: () => undefined, isLost: () => false }

/** The server does not know the name, knows it already, or may not answer with other columns than before. */
const lost = (error: Error): boolean => {
  const code = "code" in error ? error.code : undefined
  return code === "26000" || code === "42P05" || (code === "0A000" && error.message.includes("cached plan"))
}

export const make = (onLoss: () => void): Prepared => {
  let given = true
  return {
    nameOf: (text) => (given ? nameOf(text) : undefined),
    isLost: (error) => {
      if (!lost(error)) return false
      if (given) onLoss()
      given = false
      return true
    }
  }
}

/**
 * A name says what the statement is, so that a process never takes another's for its own. The library has a bounded
 * number of texts; a host that builds its own must not fill the server's memory with them.
 */
const most = 500
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= most) return known
  const name = `rewards_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`
  names.set(text, name)
  return name
}
