import { MailDelayed, MailRefused } from "../Mail.ts"
import type { Server } from "./address.ts"

const property = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** About the mail itself: its sender, its recipient, its content. */
const aboutMail = new Set(["EENVELOPE", "EMESSAGE"])

/**
 * A 5xx of the server about the mail is its last word, and so is our own finding that an address cannot be one. Anything
 * else may be mended, by time or by whoever runs this: no connection, a 4xx, a password that is wrong (535) or missing
 * (530).
 */
const isFinal = (error: unknown): boolean => {
  if (!aboutMail.has(String(property(error, "code")))) return false
  const status = property(error, "responseCode")
  return status === undefined || (property(error, "permanent") === true && status !== 530)
}

/** What nodemailer's error means for the outbox. The password is in none of its words, and is taken out to be sure. */
export const toFailure =
  (server: Server) =>
  (error: unknown): MailRefused | MailDelayed => {
    const words = error instanceof Error && error.message !== "" ? error.message : String(error)
    const secret = server.auth?.pass ?? ""
    const reason = secret === "" ? words : words.replaceAll(secret, "***")
    return isFinal(error) ? new MailRefused({ reason }) : new MailDelayed({ reason })
  }
