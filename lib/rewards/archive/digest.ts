import { createHash } from "node:crypto"

/** How many records of a kind there are, and a number that only the same records have, in whatever order. */
export interface Digest {
  readonly count: number
  /** 64 hexadecimal digits. */
  readonly digest: string
}

const modulus = 1n << 256n

/**
 * Adds up the SHA-256 of each record. The sum does not depend on the order, since two databases may sort texts differently; and one
 * pass with a number of 256 bits makes it.
 */
export const makeDigest = () => {
  let count = 0
  let sum = 0n
  return {
    add: (record: string): void => {
      count += 1
      sum = (sum + BigInt(`0x${createHash("sha256").update(record).digest("hex")}`)) % modulus
    },
    get: (): Digest => ({ count, digest: sum.toString(16).padStart(64, "0") })
  }
}
