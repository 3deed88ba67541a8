import { Effect } from "effect"
import { now } from "../../rewards/clock.ts"
import { smallestId } from "../../schema/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import type { Letter } from "../mail/letters.ts"
import { type Mails, writeMailIf } from "../mail/Mails.ts"
import { digest } from "../secret.ts"
import { resetSecrets } from "../tables.ts"

/**
 * Secrets that are mailed to reset a password: the links of partners' people and the codes of users. A secret works once, within an hour.
 * An account has at most five valid secrets, and a new secret does not invalidate earlier ones. So a stranger who asks for secrets cannot
 * prevent a reset by the owner: when this limit refuses a new secret, the owner has already been mailed five valid ones. Nobody can guess
 * a secret, so tries are not counted.
 */

/** How long a secret is valid, in minutes. */
export const minutes = 60

/** How many valid secrets an account can have. A CHECK constraint of the table has the same limit. */
const maxValid = 5

const places = Array.from({ length: maxValid }, (_, index) => `SELECT ${index + 1} AS place`).join(
  " UNION ALL "
)

/**
 * Stores a secret in the first of five places that has no valid secret. Returns no row if all places have one, or if `isKnown` is false.
 */
const storeSecret = statement({
  input: { accountId: "uuid", isKnown: "boolean", hash: "text", at: "instant", expiresAt: "instant" },
  output: resetSecrets.row("place"),
  sql: `INSERT INTO rewards_reset (account_id, place, hash, expires_at)
    SELECT input.account_id, p.place, input.hash, input.expires_at FROM input CROSS JOIN (${places}) p
    WHERE input.is_known AND NOT EXISTS (SELECT 1 FROM rewards_reset r
      WHERE r.account_id = input.account_id AND r.place = p.place AND r.expires_at > input.at)
    ORDER BY p.place LIMIT 1
    ON CONFLICT (account_id, place) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at
    RETURNING place`
})

/** Deletes all secrets of the account if the given one is valid. */
export const consumeSecret = statement({
  input: { accountId: "uuid", hash: "text", at: "instant" },
  output: resetSecrets.row("place"),
  sql: `DELETE FROM rewards_reset WHERE account_id IN (
      SELECT r.account_id FROM input CROSS JOIN rewards_reset r
      WHERE r.account_id = input.account_id AND r.hash = input.hash AND r.expires_at > input.at)
    RETURNING place`
})

/** Deletes all secrets of an account that is removed, or whose e-mail address changes. */
export const deleteSecrets = resetSecrets.by("accountId").delete()

/**
 * Stores a secret and mails it, in the caller's transaction, which has locked the account. Returns whether the secret was mailed. If
 * the account is unknown (without `id`) or has five valid secrets, runs the same statements and rolls back the mail. So the duration
 * does not reveal whether an account exists.
 */
export const mailSecret = Effect.fnUntraced(function* (
  { database, mails }: { readonly database: Database["Type"]; readonly mails: Mails["Type"] },
  account: { readonly id: string | undefined; readonly email: string },
  secret: string,
  letter: Letter
) {
  const at = yield* now
  const expiresAt = new Date(at.getTime() + minutes * 60_000)
  const isKnown = account.id !== undefined
  const stored = yield* database.run(storeSecret, [
    { accountId: account.id ?? smallestId, isKnown, hash: digest(secret), at, expiresAt }
  ])
  const isMailed = stored.length === 1
  yield* writeMailIf(isMailed, { to: account.email, letter, expiresAt }, { database, mails })
  return isMailed
})
