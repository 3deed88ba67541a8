import { Context, Effect, Layer, Schema } from "effect"
import { now } from "../../rewards/clock.ts"
import type { QueueFull } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { type InvalidInput, parser, required } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { ResetRefused } from "../Errors.ts"
import { checkPasswordsMatch, Ecosystem, Email, emailKey } from "../Identity.ts"
import { passwordChanged, passwordReset } from "../mail/letters.ts"
import { Mails } from "../mail/Mails.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { digest, newSecret } from "../secret.ts"
import { Tokens } from "../sessions/Tokens.ts"
import { ResetPassword, type ResetPasswordInput } from "./ResetPassword.ts"
import { type Found, findReset, lockAccount, setPassword, useReset, writeReset } from "./statements.ts"

export interface ForgotInput {
  readonly ecosystem: string
  readonly email: string
  /** Builds the address to mail from the token. */
  readonly link: (token: string) => string
}

/**
 * Password resets for partners, by a link that is mailed, works once, and is valid for an hour. A partner gets at most
 * five links an hour, and a new link leaves the earlier ones valid: anyone can ask for a link, and must not be able to
 * take one away. A link lives as long as the hour in which it counts, so when the limit refuses another mail, the
 * mailbox has a valid link.
 */
export class Resets extends Context.Tag("rewards/Resets")<
  Resets,
  {
    /**
     * Mails a link, unless five were mailed within the hour. For an unknown address it does the same work and mails
     * nothing.
     */
    readonly forgot: (input: ForgotInput) => Effect.Effect<void, InvalidInput | DatabaseFailure>
    /** Checks whether a link is valid, without using it up: mail scanners follow links. */
    readonly check: (input: {
      readonly ecosystem: string
      readonly token: string
    }) => Effect.Effect<void, InvalidInput | ResetRefused | DatabaseFailure>
    /**
     * Uses the link, sets the password, and ends all sessions and all other links. If the password is not acceptable, the link stays
     * valid.
     */
    readonly reset: (
      input: ResetPasswordInput
    ) => Effect.Effect<void, InvalidInput | ResetRefused | QueueFull | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Resets, never, Database | Passwords | Mails | Audit | Tokens> =
    Layer.suspend(() => Layer.effect(this, make))
}

const minutes = 60
const lifetime = minutes * 60_000

export const Forgot = Schema.Struct({ ecosystem: required(Ecosystem), email: required(Email) })
const parseForgot = parser(Forgot)
const parseCheck = parser(ResetPassword.pick("ecosystem", "token"))
const parseReset = parser(ResetPassword, checkPasswordsMatch)

/** An id that no partner has. */
const noPartner = "00000000-0000-0000-0000-000000000000"

class NotMailed extends Schema.TaggedError<NotMailed>()("NotMailed", {}) {}

const make = Effect.gen(function* () {
  const database = yield* Database
  const passwords = yield* Passwords
  const mails = yield* Mails
  const audit = yield* Audit
  const tokens = yield* Tokens

  /**
   * For an unknown address, and past the limit, it runs the same statements and rolls back the mail, so that only the
   * mailbox reveals whether an account exists.
   */
  const send = Effect.fnUntraced(function* ({ ecosystem, email, link }: ForgotInput) {
    const [account] = yield* database.run(lockAccount, [{ ecosystem, email: emailKey(email) }])
    const { name = "", partnerId } = account ?? {}
    const token = newSecret()
    const createdAt = yield* now
    const after = (millis: number) => new Date(createdAt.getTime() + millis)
    const written = yield* database.run(writeReset, [
      {
        partner_id: partnerId ?? noPartner,
        hash: digest(token),
        hour_ago: after(-lifetime).toISOString(),
        created_at: createdAt.toISOString(),
        expires_at: after(lifetime).toISOString()
      }
    ])
    const isMailed = written.length === 1
    const letter = passwordReset({ name, link: link(token), minutes })
    const mail = mails.write({ to: emailKey(email), letter, expiresAt: after(lifetime) })
    yield* database
      .transaction(isMailed ? mail : Effect.zipRight(mail, new NotMailed()))
      .pipe(Effect.catchTag("NotMailed", () => Effect.void))
    // Always recorded as done: the answer is the same in all cases, and a refusal would take different work.
    const detail = isMailed ? "a link was mailed" : "no link was mailed"
    yield* audit.record({ action: "password.forgot", outcome: "done", actor: email, partnerId, detail })
  })

  const find = Effect.fnUntraced(function* (ecosystem: string, hash: string) {
    const at = (yield* now).toISOString()
    const [found] = yield* database.run(findReset, [{ hash, ecosystem, at }])
    return found === undefined ? yield* new ResetRefused() : found
  })

  const refuse = (partnerId: PartnerId | undefined, actor: string) =>
    audit.record({ action: "password.reset", outcome: "refused", actor, partnerId })

  const change = Effect.fnUntraced(function* (
    account: typeof Found.Type,
    hash: string,
    passwordHash: string
  ) {
    const { email, name, partnerId } = account
    const at = (yield* now).toISOString()
    yield* database.run(setPassword, [{ partner_id: partnerId, password_hash: passwordHash, updated_at: at }])
    const used = yield* database.run(useReset, [{ partner_id: partnerId, hash, at }])
    // Another transaction has used the link. The failure rolls back the new password.
    if (used.length === 0) return yield* new ResetRefused()
    yield* tokens.endAll(partnerId)
    yield* mails.write({ to: email, letter: passwordChanged({ name }), expiresAt: null })
    yield* audit.record({ action: "password.reset", outcome: "done", actor: email, partnerId })
  })

  return Resets.of({
    forgot: Effect.fn("Resets.forgot")(function* ({ link, ...input }) {
      const { ecosystem, email } = yield* parseForgot(input)
      yield* database.transaction(send({ ecosystem, email, link }))
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
      // The token is checked first, so that an invented token does not cost a password hash.
      const passwordHash = yield* passwords.hash(password)
      yield* database
        .transaction(change(account, hash, passwordHash))
        .pipe(Effect.tapErrorTag("ResetRefused", () => refuse(account.partnerId, account.email)))
    })
  })
})
