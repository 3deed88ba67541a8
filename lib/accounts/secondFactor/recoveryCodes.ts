import { randomBytes } from "node:crypto"
import { digest } from "../secret.ts"
import { toBase32 } from "./base32.ts"

/** Codes that replace the codes of a lost authenticator app. Each can be used once. */

const amount = 10
/** 80 bits: 16 characters in base32. Nobody can guess as many bits, even from a stolen digest. */
const bytes = 10

const grouped = (text: string): string => (text.match(/.{4}/g) ?? []).join("-")

/** Ten new codes, such as `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCodes = (): ReadonlyArray<string> =>
  Array.from({ length: amount }, () => grouped(toBase32(randomBytes(bytes))))

/** The letters and digits of a code, as the person typed it: in lower case or without dashes, for example. */
const lettersOf = (code: string): string => code.toUpperCase().replace(/[\s-]/g, "")

/** True for text in the form of a recovery code. */
export const isRecoveryCode = (text: string): boolean => /^[A-Z2-7]{16}$/.test(lettersOf(text))

/** The stored form of a recovery code. The id of the person salts it. */
export const recoveryDigest = (personId: string, code: string): string =>
  digest(`${personId} ${lettersOf(code)}`)
