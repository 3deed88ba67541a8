import { type Context, Data, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import { passwordResetCode, verificationCode } from "../mail/letters.ts"
import type { Mails } from "../mail/Mails.ts"
import { hashCode, issuePeriod, lifetime, makeCode, type Purpose } from "./codes.ts"
import { issueCode } from "./statements.ts"
import type { User } from "./User.ts"

/** Names are stored in lower case. This restores the capitals for the greeting. */
export const withInitials = (fullname: string): string =>
  fullname.replace(/(?<![^\s'’-])\p{Ll}/gu, (letter) => letter.toUpperCase())

const letterFor = { verify: verificationCode, reset: passwordResetCode }

class NotIssued extends Data.TaggedError("NotIssued") {}

/**
 * Issues an OTP and mails it. Returns whether one was issued. If none may be issued, the mail is written and rolled
 * back, so that the time does not reveal whether the address has an account.
 */
export const makeSend = (database: Context.Tag.Service<Database>, mails: Context.Tag.Service<Mails>) =>
  Effect.fnUntraced(function* (purpose: Purpose, to: Pick<User, "id" | "email" | "fullname">, at: Date) {
    const after = (millis: number) => new Date(at.getTime() + millis)
    const code = makeCode(purpose)
    const expiresAt = after(lifetime)
    const issued = yield* database.run(issueCode, [
      {
        user_id: to.id,
        purpose,
        hash: hashCode(to.id, code),
        at: at.toISOString(),
        hour_ago: after(-issuePeriod).toISOString(),
        expires_at: expiresAt.toISOString()
      }
    ])
    const isIssued = issued.length === 1
    const letter = letterFor[purpose]({ name: withInitials(to.fullname), code, minutes: lifetime / 60_000 })
    const write = mails.write({ to: to.email, letter, expiresAt })
    yield* database
      .transaction(isIssued ? write : Effect.zipRight(write, new NotIssued()))
      .pipe(Effect.catchTag("NotIssued", () => Effect.void))
    return isIssued
  })
