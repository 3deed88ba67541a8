import { createHmac } from "node:crypto"
import { Context, Duration, Effect, Layer } from "effect"
import { addressKey } from "../../outbound/addresses.ts"
import { now } from "../../rewards/clock.ts"
import { smallestId } from "../../schema/Id.ts"
import { storable } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Caller } from "../audit/Audit.ts"
import { knownAddresses, people } from "../tables.ts"
import { findUserByName } from "../users/userByName.ts"

/** The name of an account in a login request, in lower case. A user's `name` is a tag or an e-mail address. */
export type LoginName =
  | { readonly kind: "person"; readonly ecosystem: string; readonly email: string }
  | { readonly kind: "user"; readonly name: string }

/** A person of a partner, or a user. */
export interface LoginAccount {
  readonly id: string
  readonly passwordHash: string
}

/**
 * The addresses from which callers have logged in to an account. Failed logins from other addresses do not lock out these callers. The 20
 * latest addresses of an account are stored. An address counts for about 90 days after its last login.
 */
export class KnownAddresses extends Context.Tag("rewards/KnownAddresses")<
  KnownAddresses,
  {
    /** Stores the address of a caller who has just logged in. Does nothing if the host does not provide the address. */
    readonly remember: (account: LoginAccount) => Effect.Effect<void, DatabaseFailure>
    /** Returns whether the caller's address is stored for the account and still counts. False if there is no such account. */
    readonly hasCaller: (name: LoginName) => Effect.Effect<boolean, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<KnownAddresses, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const maxAddresses = 20
const lifetime = Duration.toMillis("90 days")
/** The stored time of an address is updated only if it is older than this. So most logins write nothing. */
const precision = Duration.toMillis("1 day")

const findPerson = people.by("ecosystem", "email").find("id", "passwordHash")

/** Deletes all addresses of an account that is removed. */
export const deleteAddresses = knownAddresses.by("accountId").delete()

const findAddress = knownAddresses.find("seenAt")

const storeAddress = statement({
  input: { accountId: "uuid", address: "text", seenAt: "instant" },
  sql: `INSERT INTO rewards_known_address (account_id, address, seen_at)
    SELECT account_id, address, seen_at FROM input WHERE TRUE
    ON CONFLICT (account_id, address) DO UPDATE SET seen_at = excluded.seen_at`
})

/** Deletes all but the latest addresses of an account, and a few expired addresses of any account. */
const deleteOld = statement({
  input: { accountId: "uuid", before: "instant" },
  sql: ({ lockFree }) => `, surplus AS MATERIALIZED (
      SELECT k.account_id, k.address FROM rewards_known_address k
      WHERE k.account_id = (SELECT account_id FROM input)
      ORDER BY k.seen_at DESC, k.address LIMIT 100 OFFSET ${maxAddresses}${lockFree("k")}
    ), expired AS MATERIALIZED (
      SELECT k.account_id, k.address FROM rewards_known_address k
      WHERE k.seen_at <= (SELECT before FROM input) ORDER BY k.seen_at LIMIT 10${lockFree("k")}
    )
    DELETE FROM rewards_known_address WHERE (account_id, address) IN
      (SELECT account_id, address FROM surplus UNION ALL SELECT account_id, address FROM expired)`
})

const hashed = ({ id, passwordHash }: LoginAccount, address: string): string =>
  createHmac("sha256", passwordHash)
    .update(`${id} ${addressKey(address)}`)
    .digest("base64url")

/** Replaces a name that PostgreSQL cannot store with an empty text. No account has such a name, and none has an empty name. */
const storableName = (name: string): string => (storable(name) ? name : "")

/** Stands for an account that does not exist, so that `hasCaller` runs the same statements for it. */
const nobody: LoginAccount = { id: smallestId, passwordHash: "" }

const make = Effect.gen(function* () {
  const database = yield* Database

  const accountOf = Effect.fnUntraced(function* (name: LoginName) {
    if (name.kind === "user")
      return (yield* database.run(findUserByName, [{ name: storableName(name.name) }]))[0]
    const { ecosystem, email } = name
    const [person] = yield* database.run(findPerson, [{ ecosystem, email: storableName(email) }])
    return person && { id: person.id, passwordHash: person.passwordHash ?? "" }
  })

  const lastSeen = Effect.fnUntraced(function* (account: LoginAccount, address: string) {
    const [found] = yield* database.run(findAddress, [
      { accountId: account.id, address: hashed(account, address) }
    ])
    return found?.seenAt.getTime() ?? 0
  })

  return KnownAddresses.of({
    remember: Effect.fn("KnownAddresses.remember")(function* (account) {
      const address = (yield* Caller).address()
      if (address === undefined) return
      const seenAt = yield* now
      const ago = (millis: number) => new Date(seenAt.getTime() - millis)
      if ((yield* lastSeen(account, address)) > ago(precision).getTime()) return
      const accountId = account.id
      yield* database.run(storeAddress, [{ accountId, address: hashed(account, address), seenAt }])
      yield* database.run(deleteOld, [{ accountId, before: ago(lifetime) }])
    }),

    hasCaller: Effect.fn("KnownAddresses.hasCaller")(function* (name) {
      const address = (yield* Caller).address()
      if (address === undefined) return false
      const seen = yield* lastSeen((yield* accountOf(name)) ?? nobody, address)
      return seen > (yield* now).getTime() - lifetime
    })
  })
})
