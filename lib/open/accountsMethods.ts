import { OutboxMail } from "../accounts/mail/Mail.ts"
import { Mails } from "../accounts/mail/Mails.ts"
import type { Failure } from "../Failure.ts"
import type { Accounts } from "../layers/Accounts.ts"
import { many, promised, type Run } from "./promised.ts"

const mails = promised(Mails, { list: many(OutboxMail) })

/** Accounts for hosts without Effect. Every method rejects with a `RewardsError`. */
export const accountsMethods = (run: Run<Accounts, Failure>) => ({
  mails: mails(run)
})
export type AccountsMethods = ReturnType<typeof accountsMethods>
