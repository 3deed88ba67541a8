import type { MailOptions } from "../lib/index.ts"
import type { Log } from "./log.ts"
import { redacted, type Settings } from "./settings.ts"

export interface MailPlan {
  readonly options: MailOptions
  /** For the line that the service starts with. */
  readonly summary: string
}

/** With an SMTP server mails are sent, and nothing of them is ever logged; without one they are shown in the log. */
export const planMail = (settings: Settings, log: Log): MailPlan => {
  const { SMTP_URL: url, MAIL_FROM: from } = settings
  return url === undefined
    ? { options: { onMail: log.mail }, summary: "shown here, not sent: SMTP_URL is not set" }
    : { options: { url, from }, summary: redacted(url) }
}
