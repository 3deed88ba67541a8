/** laurel-rewards/smtp: sends the mails of laurel-rewards/accounts through an SMTP server. */
export {
  layer,
  parseFrom,
  parseUrl,
  type Sender,
  type Server,
  type SmtpOptions,
  type SmtpTimeouts
} from "../accounts/mail/smtp.ts"
