import { createHmac, timingSafeEqual } from "node:crypto"
import { toBase32 } from "./base32.ts"

/** Time-based one-time passwords (RFC 6238) in the form that all authenticator apps know: SHA-1, six digits, 30 seconds. */

const period = 30
const digits = 6
/** How many periods a code may be early or late, because the clock of a phone is not exact. */
const tolerance = 1

/** As many bytes as SHA-1 returns: the length that RFC 4226 recommends. */
export const secretBytes = 20

/** Returns the number of the period that contains an instant. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / (period * 1000))

/** Returns the code of a period. */
export const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac("sha1", secret).update(counter).digest()
  // RFC 4226, 5.3: the last four bits are the offset of the 31 bits that make the code.
  const value = hash.readUInt32BE(hash.readUInt8(hash.length - 1) & 0xf) & 0x7fffffff
  return String(value % 10 ** digits).padStart(digits, "0")
}

/**
 * Returns the period whose code is `otp`: the current one, the one before or the one after. Undefined if none of them has this code.
 * `lastStep` is the period of the last code that was used: its code and earlier ones are refused.
 */
export const acceptedStep = (
  secret: Uint8Array,
  otp: string,
  at: Date,
  lastStep: number | null
): number | undefined => {
  const given = Buffer.from(otp)
  const now = stepAt(at)
  return Array.from({ length: 2 * tolerance + 1 }, (_, index) => now - tolerance + index)
    .filter((step) => step >= 0 && step > (lastStep ?? -1))
    .find((step) => {
      const code = Buffer.from(codeAt(secret, step))
      return given.length === code.length && timingSafeEqual(given, code)
    })
}

const issuer = "Laurel Rewards"

/** Returns the address from which an authenticator app reads the secret and the name of the account, for example as a QR code. */
export const uriOf = (secret: Uint8Array, email: string): string => {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  const parameters = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${name}?${parameters}&algorithm=SHA1&digits=${digits}&period=${period}`
}
