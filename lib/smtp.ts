/** laurel-rewards/smtp: delivers the mails of accounts to an SMTP server. */
export * from "./accounts/mail/smtp.ts"
