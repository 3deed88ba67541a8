import { type Context, Data, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import { verificationCode } from "../mail/letters.ts"
import type { Mails } from "../mail/Mails.ts"
import { hashCode, issuePeriod, lifetime, makeCode } from "./codes.ts"
import { issueCode } from "./statements.ts"
import type { User } from "./User.ts"

/** Names are kept in lower case, and nobody likes to be greeted so. */
const withInitials = (fullname: string): string =>
  fullname.replace(/(?<![^\s'’-])\p{Ll}/gu, (letter) => letter.toUpperCase())

class TakenBack extends Data.TaggedError("TakenBack") {}

/**
 * Issues a code and mails it, and tells whether one was issued. When none may be, the mail is written all the same and
 * taken back: nobody can tell by the time it takes whether an address has an account.
 */
export const makeSend = (database: Context.Tag.Service<Database>, mails: Context.Tag.Service<Mails>) =>
  Effect.fnUntraced(function* (to: Pick<User, "id" | "email" | "fullname">, at: Date) {
    const after = (millis: number) => new Date(at.getTime() + millis)
    const code = makeCode()
    const expiresAt = after(lifetime)
    const issued = yield* database.run(issueCode, [
      {
        user_id: to.id,
        hash: hashCode(to.id, code),
        at: at.toISOString(),
        hour_ago: after(-issuePeriod).toISOString(),
        expires_at: expiresAt.toISOString()
      }
    ])
    const isIssued = issued.length === 1
    const letter = verificationCode({ name: withInitials(to.fullname), code, minutes: lifetime / 60_000 })
    const write = mails.write({ to: to.email, letter, expiresAt })
    yield* database
      .transaction(isIssued ? write : Effect.zipRight(write, new TakenBack()))
      .pipe(Effect.catchTag("TakenBack", () => Effect.void))
    return isIssued
  })
