/** laurel-rewards/smtp: delivers the mails of accounts to an SMTP server. */

export { parseFrom, parseUrl, type Sender, type Server } from "./accounts/mail/smtp/address.ts"
export { layer, type SmtpOptions, type SmtpTimeouts } from "./accounts/mail/smtp.ts"
