import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import type { QueueFull } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { partners } from "../../rewards/tables.ts"
import { smallestId } from "../../schema/Id.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { ResetRefused } from "../Errors.ts"
import { checkPasswordsMatch, emailKey } from "../Identity.ts"
import { passwordChanged, passwordReset } from "../mail/letters.ts"
import { Mails, writeMailIf } from "../mail/Mails.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { digest, newSecret } from "../secret.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { logins, resetLinks } from "../tables.ts"
import { type ForgotInput, ForgotPassword, ResetPassword, type ResetPasswordInput } from "./ResetPassword.ts"

export type { ForgotInput } from "./ResetPassword.ts"

/**
 * Password resets for partners, by a mailed link that works once within an hour. A partner has at most five valid links. A new link
 * does not invalidate earlier ones. Otherwise anyone who asks for a link could invalidate the partner's own link.
 */
export class Resets extends Context.Tag("rewards/Resets")<
  Resets,
  {
    /** Mails a link, unless the partner has five valid links. For an unknown address, mails nothing and takes the same time. */
    readonly forgot: (input: ForgotInput | Unparsed) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /** Checks whether a link is valid. The link stays valid, because mail scanners also open links. */
    readonly check: (input: {
      readonly ecosystem: string
      readonly token: string
    }) => Effect.Effect<void, InvalidInput | ResetRefused | DatabaseFailure>
    /** Sets the password. Ends all sessions and all links of the partner. A refused password leaves the link valid. */
    readonly reset: (
      input: ResetPasswordInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | ResetRefused | QueueFull | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Resets, never, Database | Passwords | Mails | Audit | Sessions> =
    Layer.suspend(() => Layer.effect(this, make))
}

const minutes = 60
const lifetime = minutes * 60_000

const Account = logins.row("partnerId", "email")

/** Locks the login with this address until commit. Every transaction that changes a login and its links locks the login first. */
const lockAccount = logins.by("ecosystem", "email").lock("partnerId")

const findName = partners.find("name")

/** A partner has at most this many valid links. A CHECK constraint of the table states the same limit. */
const maxLinks = 5

const places = Array.from({ length: maxLinks }, (_, index) => `SELECT ${index + 1} AS place`).join(
  " UNION ALL "
)

/**
 * Stores a link in the first free place from 1 to 5. A place is free if it has no row, or if its link is older than an hour. Returns
 * no row if no place is free, or if the partner has no login. The caller has locked the login.
 */
const insertLink = statement({
  input: {
    partnerId: "uuid",
    hash: "text",
    hourAgo: "instant",
    createdAt: "instant",
    expiresAt: "instant"
  },
  output: resetLinks.row("partnerId"),
  sql: `INSERT INTO rewards_reset (partner_id, place, hash, created_at, expires_at)
    SELECT l.partner_id, p.place, input.hash, input.created_at, input.expires_at
    FROM input JOIN rewards_login l ON l.partner_id = input.partner_id CROSS JOIN (${places}) p
    WHERE NOT EXISTS (SELECT 1 FROM rewards_reset r
      WHERE r.partner_id = l.partner_id AND r.place = p.place AND r.created_at > input.hour_ago)
    ORDER BY p.place LIMIT 1
    ON CONFLICT (partner_id, place) DO UPDATE
    SET hash = excluded.hash, created_at = excluded.created_at, expires_at = excluded.expires_at
    RETURNING partner_id`
})

const findAccount = statement({
  input: { hash: "text", ecosystem: "text", at: "instant" },
  output: Account,
  sql: `SELECT l.partner_id, l.email FROM input CROSS JOIN rewards_reset r
    JOIN rewards_login l ON l.partner_id = r.partner_id
    WHERE r.hash = input.hash AND r.expires_at > input.at AND l.ecosystem = input.ecosystem`
})

/** Deletes all links of the partner if the given link exists and has not expired. */
const useLink = statement({
  input: { partnerId: "uuid", hash: "text", at: "instant" },
  output: resetLinks.row("partnerId"),
  sql: `DELETE FROM rewards_reset WHERE partner_id IN (
      SELECT r.partner_id FROM input CROSS JOIN rewards_reset r
      WHERE r.partner_id = input.partner_id AND r.hash = input.hash AND r.expires_at > input.at)
    RETURNING partner_id`
})

/** Deletes a partner's links. It runs when the e-mail address changes, because the links were mailed to the old address. */
export const deleteResetLinks = resetLinks.by("partnerId").delete()

const setPassword = logins.update("passwordHash", "updatedAt")

const parseForgot = parser(ForgotPassword)
const parseCheck = parser(ResetPassword.pick("ecosystem", "token"))
const parseReset = parser(ResetPassword, checkPasswordsMatch)

const make = Effect.gen(function* () {
  const database = yield* Database
  const passwords = yield* Passwords
  const mails = yield* Mails
  const audit = yield* Audit
  const sessions = yield* Sessions

  const nameOf = (id: string) =>
    Effect.map(database.run(findName, [{ id }]), ([partner]) => partner?.name ?? "")

  /**
   * Mails a link. For an unknown address, or above the limit, it runs the same statements and rolls back the mail. So neither the
   * answer nor its time reveals whether an account exists.
   */
  const send = Effect.fnUntraced(function* ({ ecosystem, email, link }: ForgotInput) {
    const [account] = yield* database.run(lockAccount, [{ ecosystem, email: emailKey(email) }])
    const partnerId = account?.partnerId ?? smallestId
    const name = yield* nameOf(partnerId)
    const token = newSecret()
    const createdAt = yield* now
    const after = (millis: number) => new Date(createdAt.getTime() + millis)
    const expiresAt = after(lifetime)
    const inserted = yield* database.run(insertLink, [
      { partnerId, hash: digest(token), hourAgo: after(-lifetime), createdAt, expiresAt }
    ])
    const isMailed = inserted.length === 1
    const letter = passwordReset({ name, link: link(token), minutes })
    yield* writeMailIf(isMailed, { to: emailKey(email), letter, expiresAt }, { database, mails })
    // The outcome is `done` even if no link was mailed. A refusal would be recorded after a rollback. The different duration would
    // reveal whether the account exists.
    const detail = isMailed ? "a link was mailed" : "no link was mailed"
    const owner = { actor: email, partnerId: account?.partnerId }
    yield* audit.record({ action: "password.forgot", outcome: "done", ...owner, detail })
  })

  const find = Effect.fnUntraced(function* (ecosystem: string, hash: string) {
    const [found] = yield* database.run(findAccount, [{ hash, ecosystem, at: yield* now }])
    return found ?? (yield* new ResetRefused())
  })

  const refuse = (partnerId: PartnerId | undefined, actor: string) =>
    audit.record({ action: "password.reset", outcome: "refused", actor, partnerId })

  const change = Effect.fnUntraced(function* (
    account: typeof Account.Type,
    hash: string,
    passwordHash: string
  ) {
    const { email, partnerId } = account
    const at = yield* now
    yield* database.run(setPassword, [{ partnerId, passwordHash, updatedAt: at }])
    const used = yield* database.run(useLink, [{ partnerId, hash, at }])
    // The link was used or deleted meanwhile, or it has expired. The failure rolls back the new password.
    if (used.length === 0) return yield* new ResetRefused()
    yield* sessions.endTokens(partnerId)
    const letter = passwordChanged({ name: yield* nameOf(partnerId) })
    yield* mails.write({ to: email, letter, expiresAt: null })
    yield* audit.record({ action: "password.reset", outcome: "done", actor: email, partnerId })
  })

  return Resets.of({
    forgot: Effect.fn("Resets.forgot")(function* (input) {
      yield* database.transaction(send(yield* parseForgot(input)))
    }),

    check: Effect.fn("Resets.check")(function* (input) {
      const { ecosystem, token } = yield* parseCheck(input)
      yield* find(ecosystem, digest(token))
    }),

    reset: Effect.fn("Resets.reset")(function* (input) {
      const { ecosystem, password, token } = yield* parseReset(input)
      const hash = digest(token)
      const account = yield* Effect.tapErrorTag(find(ecosystem, hash), "ResetRefused", () =>
        refuse(undefined, "unknown")
      )
      // The password is hashed only if the token is valid, because hashing is slow.
      const passwordHash = yield* passwords.hash(password)
      yield* database
        .transaction(change(account, hash, passwordHash))
        .pipe(Effect.tapErrorTag("ResetRefused", () => refuse(account.partnerId, account.email)))
    })
  })
})
