/** laurel-rewards/smtp: delivers the mails of accounts to an SMTP server. */
export {
  layer,
  parseFrom,
  parseUrl,
  type Sender,
  type Server,
  type SmtpOptions,
  type SmtpTimeouts
} from "../accounts/mail/smtp.ts"
