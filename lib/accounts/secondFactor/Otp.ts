import { Schema } from "effect"

const code = "[0-9]{3} ?[0-9]{3}"
const recoveryCode = "[A-Za-z2-7]{4}([ -]?[A-Za-z2-7]{4}){3}"

/** Returns a schema of texts that match a pattern. The error message does not quote the text, because it may be a mistyped code. */
const form = (pattern: string, expectation: string) =>
  Schema.String.pipe(
    Schema.filter((text) => new RegExp(`^(${pattern})$`).test(text) || `must be ${expectation}`, {
      description: expectation,
      jsonSchema: { pattern: `^(${pattern})$` }
    })
  )

/** The code that an authenticator app shows. */
export const TotpCode = form(code, "the six digits of the authenticator app")

/** A code of the authenticator app, or a recovery code. */
export const Otp = form(
  `${code}|${recoveryCode}`,
  "the six digits of the authenticator app, or a recovery code such as ABCD-EFGH-IJKL-MNOP"
)

/** Returns the form in which codes are compared: without spaces and hyphens, and in upper case. */
export const plainOtp = (otp: string): string => otp.replace(/[ -]/g, "").toUpperCase()

/** Returns whether a text with the form of `Otp` is a recovery code. */
export const isRecoveryCode = (otp: string): boolean => plainOtp(otp).length === 16
