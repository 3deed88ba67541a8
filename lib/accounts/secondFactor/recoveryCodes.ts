import { randomBytes } from "node:crypto"
import { digest } from "../secret.ts"
import { toBase32 } from "./base32.ts"
import { plainOtp } from "./Otp.ts"

/** Codes that replace the codes of a lost authenticator app. Each can be used once. */

const amount = 10
/** 80 bits, which are 16 letters and digits in base32. Nobody can guess so many bits, even with a stolen digest. */
const bytes = 10

const grouped = (text: string): string => (text.match(/.{4}/g) ?? []).join("-")

/** Makes ten new codes, such as `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCodes = (): ReadonlyArray<string> =>
  Array.from({ length: amount }, () => grouped(toBase32(randomBytes(bytes))))

/** Returns the stored form of a recovery code. The id of the person salts it. */
export const recoveryDigest = (personId: string, code: string): string =>
  digest(`${personId} ${plainOtp(code)}`)
