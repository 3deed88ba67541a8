import { Context, Effect, Layer, Schema } from "effect"
import { now } from "../../rewards/clock.ts"
import { partnerName } from "../../rewards/sql.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import type { Unauthorized } from "../Errors.ts"
import { hideNames } from "../members/visibility.ts"
import type { Passwords, PasswordsBusy } from "../passwords/Passwords.ts"
import type { KnownAddresses } from "../rates/KnownAddresses.ts"
import { applications, grants } from "../tables.ts"
import { makeUserLogins } from "../users/userLogins.ts"
import {
  Consent,
  ListConsents,
  type ListConsentsInput,
  WithdrawConsent,
  type WithdrawConsentInput
} from "./Consent.ts"

type Refused = InvalidInput | Unauthorized | PasswordsBusy | DatabaseFailure

/** Lets a user list and withdraw consents. Each call requires the user's password. */
export class Consents extends Context.Tag("rewards/Consents")<
  Consents,
  {
    /** Returns one entry for each application with unrevoked consents, the latest consent first. Reads at most 1000 consents. */
    readonly list: (input: ListConsentsInput | Unparsed) => Effect.Effect<ReadonlyArray<Consent>, Refused>
    /** Revokes all consents of the user to an application, with their codes and tokens. Also succeeds if there is no consent. */
    readonly withdraw: (input: WithdrawConsentInput | Unparsed) => Effect.Effect<void, Refused>
  }
>() {
  static readonly layer: Layer.Layer<Consents, never, Audit | Database | KnownAddresses | Passwords> =
    Layer.suspend(() => Layer.effect(this, make))
}

const findGrants = statement({
  acrossPartners: "a user sees the consents to all partners",
  input: { userId: "uuid" },
  output: Schema.extend(
    grants.row("scopes", "createdAt"),
    Consent.pick("clientId", "applicationName", "partnerName")
  ),
  sql: `SELECT a.client_id, a.name AS application_name, ${partnerName("a.partner_id")} AS partner_name,
      g.scopes, g.created_at
    FROM input CROSS JOIN rewards_grant g
    JOIN rewards_application a ON a.partner_id = g.partner_id AND a.id = g.application_id
    WHERE g.user_id = input.user_id AND g.revoked_at IS NULL ORDER BY g.created_at DESC, g.id DESC LIMIT 1000`
})

const findPartners = statement({
  acrossPartners: "a user can withdraw the consents to all partners",
  input: { userId: "uuid" },
  output: grants.row("partnerId"),
  sql: `SELECT DISTINCT g.partner_id FROM input CROSS JOIN rewards_grant g
    WHERE g.user_id = input.user_id AND g.revoked_at IS NULL ORDER BY g.partner_id`
})

/** Locks the grants of a user for a partner, except revoked ones. If `clientId` is null, locks the grants of all applications. */
const lockGrants = statement({
  input: { partnerId: "uuid", userId: "uuid", clientId: "text?" },
  output: Schema.extend(grants.row("partnerId", "id"), applications.row("clientId")),
  sql: ({ lock }) => `SELECT g.partner_id, g.id, a.client_id
    FROM input CROSS JOIN rewards_grant g
    JOIN rewards_application a ON a.partner_id = g.partner_id AND a.id = g.application_id
    WHERE g.partner_id = input.partner_id AND g.user_id = input.user_id AND g.revoked_at IS NULL
      AND (input.client_id IS NULL OR a.client_id = input.client_id)${lock("g", "g.partner_id, g.id")}`
})

const revokeGrants = grants.update("revokedAt")

/**
 * Revokes a user's grants in the caller's transaction. A null `clientId` selects all applications. Records one audit entry for each
 * application. The actor is the application, because the partner may no longer see the user's tag.
 */
export const withdrawConsents = Effect.fnUntraced(function* (
  database: Database["Type"],
  audit: Audit["Type"],
  given: { readonly userId: string; readonly clientId: string | null },
  detail: string
) {
  const { userId } = given
  const revokedAt = yield* now
  const granted = yield* database.run(findPartners, [{ userId }])
  const locked = yield* database.run(
    lockGrants,
    granted.map(({ partnerId }) => ({ ...given, partnerId }))
  )
  yield* database.run(
    revokeGrants,
    locked.map((grant) => ({ ...grant, revokedAt }))
  )
  const partners = new Set(locked.map(({ partnerId }) => partnerId))
  yield* hideNames(
    database,
    Array.from(partners, (partnerId) => ({ partnerId, userId }))
  )
  const owners = new Map(locked.map((grant) => [grant.clientId, grant.partnerId]))
  yield* Effect.forEach(owners, ([actor, partnerId]) =>
    audit.record({ action: "grant.revoke", outcome: "done", actor, partnerId, userId, detail })
  )
})

const parseList = parser(ListConsents)
const parseWithdraw = parser(WithdrawConsent)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const logins = yield* makeUserLogins

  /** Checks the password. Records a refusal without the tag, because the user may have typed the password into that field. */
  const enter = (action: "consent.list" | "grant.revoke", { password, tag }: ListConsentsInput) =>
    Effect.tapErrorTag(logins.check({ tag, password }), "Unauthorized", ({ reason }) =>
      audit.record({ action, outcome: "refused", actor: "unknown", detail: reason })
    )

  const read = Effect.fnUntraced(function* (userId: string) {
    const consents = new Map<string, Consent>()
    // The grants of an application come newest first.
    for (const { createdAt, scopes, ...client } of yield* database.run(findGrants, [{ userId }])) {
      const known = consents.get(client.clientId)
      const all = new Set([...(known?.scopes ?? []), ...scopes.split(" ")])
      consents.set(client.clientId, {
        ...client,
        scopes: Array.from(all).toSorted(),
        createdAt,
        updatedAt: known?.updatedAt ?? createdAt
      })
    }
    return Array.from(consents.values())
  })

  return Consents.of({
    list: Effect.fn("Consents.list")(function* (input) {
      const { id } = yield* enter("consent.list", yield* parseList(input))
      return yield* read(id)
    }),

    withdraw: Effect.fn("Consents.withdraw")(function* (input) {
      const { clientId, ...login } = yield* parseWithdraw(input)
      const { id: userId } = yield* enter("grant.revoke", login)
      const detail = "the user withdrew the consent"
      yield* database.transaction(withdrawConsents(database, audit, { userId, clientId }, detail))
    })
  })
})
