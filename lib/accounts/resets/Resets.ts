import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
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
import { Mails } from "../mail/Mails.ts"
import { Passwords, type PasswordsBusy } from "../passwords/Passwords.ts"
import { digest, newSecret } from "../secret.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { people } from "../tables.ts"
import { type ForgotInput, ForgotPassword, ResetPassword, type ResetPasswordInput } from "./ResetPassword.ts"
import { consumeSecret, mailSecret, minutes } from "./resetSecrets.ts"

export type { ForgotInput } from "./ResetPassword.ts"

/**
 * Password resets for the people of partners, by a mailed link that works once within an hour. A person has at most five valid links. A
 * new link does not invalidate earlier ones.
 */
export class Resets extends Context.Tag("rewards/Resets")<
  Resets,
  {
    /** Mails a link, unless the person has five valid links. For an unknown address, mails nothing and takes the same time. */
    readonly forgot: (input: ForgotInput | Unparsed) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /** Checks whether a link is valid. The link stays valid, because mail scanners also open links. */
    readonly check: (input: {
      readonly ecosystem: string
      readonly token: string
    }) => Effect.Effect<void, InvalidInput | ResetRefused | DatabaseFailure>
    /**
     * Sets the password. Invalidates all links and all sessions of the person. If the new password is refused, the link stays valid.
     */
    readonly reset: (
      input: ResetPasswordInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | ResetRefused | PasswordsBusy | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Resets, never, Database | Passwords | Mails | Audit | Sessions> =
    Layer.suspend(() => Layer.effect(this, make))
}

const Account = people.row("partnerId", "id", "email")

/** Locks the person with this address until commit. Every transaction that changes a person and its links locks the person first. */
const lockAccount = people.by("ecosystem", "email").lock("partnerId", "id", "passwordHash")

const findName = partners.find("name")

const findAccount = statement({
  input: { hash: "text", ecosystem: "text", at: "instant" },
  output: Account,
  sql: `SELECT p.partner_id, p.id, p.email FROM input CROSS JOIN rewards_reset r
    JOIN rewards_person p ON p.id = r.account_id
    WHERE r.hash = input.hash AND r.expires_at > input.at AND p.ecosystem = input.ecosystem`
})

const setPassword = people.update("passwordHash", "updatedAt")

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

  const send = Effect.fnUntraced(function* ({ ecosystem, email, link }: ForgotInput) {
    const to = emailKey(email)
    const [person] = yield* database.run(lockAccount, [{ ecosystem, email: to }])
    // An invited person has no password to forget. The invitation is the only way in.
    const account = person?.passwordHash === null ? undefined : person
    const name = yield* nameOf(account?.partnerId ?? smallestId)
    const token = newSecret()
    const letter = passwordReset({ name, link: link(token), minutes })
    const addressee = { id: account?.id, email: to }
    const isMailed = yield* mailSecret({ database, mails }, addressee, token, letter)
    // The outcome is `done` even if no link was mailed. A refusal would need a rollback, whose duration would reveal whether the account
    // exists. If no link was mailed, the entry names no partner, so that strangers cannot fill the partner's audit trail.
    const partnerId = isMailed ? account?.partnerId : undefined
    const detail = isMailed ? "a link was mailed" : "no link was mailed"
    yield* audit.record({ action: "password.forgot", outcome: "done", actor: email, partnerId, detail })
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
    const { email, id, partnerId } = account
    const at = yield* now
    yield* database.run(setPassword, [{ partnerId, id, passwordHash, updatedAt: at }])
    const used = yield* database.run(consumeSecret, [{ accountId: id, hash, at }])
    // The link was used or deleted meanwhile, or it has expired. The failure rolls back the new password.
    if (used.length === 0) return yield* new ResetRefused()
    yield* sessions.endTokens({ partnerId, personId: id })
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
      const passwordHash = yield* passwords.hash(password, account.email)
      yield* database
        .transaction(change(account, hash, passwordHash))
        .pipe(Effect.tapErrorTag("ResetRefused", () => refuse(account.partnerId, account.email)))
    })
  })
})
