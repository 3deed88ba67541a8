import { MailDelayed, MailRefused } from "../Mail.ts"
import type { Server } from "./address.ts"

const property = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** Errors about the mail itself: its sender, recipient or content. */
const aboutMail = new Set(["EENVELOPE", "EMESSAGE"])

/**
 * A 5xx response about the mail is final, and so is an address that is not valid. All other errors may pass or can be
 * corrected by the operator: no connection, a 4xx response, a wrong (535) or missing (530) password.
 */
const isFinal = (error: unknown): boolean => {
  if (!aboutMail.has(String(property(error, "code")))) return false
  const status = property(error, "responseCode")
  return status === undefined || (property(error, "permanent") === true && status !== 530)
}

/** Translates nodemailer's error for the outbox. The password is removed from the text as a precaution. */
export const toFailure =
  (server: Server) =>
  (error: unknown): MailRefused | MailDelayed => {
    const words = error instanceof Error && error.message !== "" ? error.message : String(error)
    const secret = server.auth?.pass ?? ""
    const reason = secret === "" ? words : words.replaceAll(secret, "***")
    return isFinal(error) ? new MailRefused({ reason }) : new MailDelayed({ reason })
  }
