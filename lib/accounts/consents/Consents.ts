import { Context, Effect, Layer } from "effect"
import type { QueueFull } from "../../rewards/Errors.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import type { Unauthorized } from "../Errors.ts"
import { UserLogins } from "../users/UserLogins.ts"
import {
  type Consent,
  ListConsents,
  type ListConsentsInput,
  WithdrawConsent,
  type WithdrawConsentInput
} from "./Consent.ts"
import { findGrants } from "./statements.ts"
import { makeWithdraw } from "./withdraw.ts"

type Refused = InvalidInput | Unauthorized | QueueFull | DatabaseFailure

/** A user's own view of what partners may see, with the user's password. */
export class Consents extends Context.Tag("rewards/Consents")<
  Consents,
  {
    /** One entry for each application that the user allows something, the latest first. */
    readonly list: (input: ListConsentsInput) => Effect.Effect<ReadonlyArray<Consent>, Refused>
    /**
     * Revokes all that the user has allowed an application, which ends its codes and tokens. The member and its coins
     * stay. Does nothing, and succeeds, if there is no consent.
     */
    readonly withdraw: (input: WithdrawConsentInput) => Effect.Effect<void, Refused>
  }
>() {
  static readonly layer: Layer.Layer<Consents, never, Audit | Database | UserLogins> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parseList = parser(ListConsents)
const parseWithdraw = parser(WithdrawConsent)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const logins = yield* UserLogins
  const withdraw = makeWithdraw(database, audit)

  /** The trail does not name the caller of a refused try: the text may be a misplaced password. */
  const enter = ({ password, tag }: ListConsentsInput) =>
    Effect.tapErrorTag(logins.check({ tag, password }), "Unauthorized", ({ reason }) =>
      audit.record({ action: "consent.list", outcome: "refused", actor: "unknown", detail: reason })
    )

  const read = Effect.fnUntraced(function* (userId: string) {
    const consents = new Map<string, Consent>()
    for (const { createdAt, scopes, ...client } of yield* database.run(findGrants, [{ user_id: userId }])) {
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
      const { id } = yield* enter(yield* parseList(input))
      return yield* read(id)
    }),

    withdraw: Effect.fn("Consents.withdraw")(function* (input) {
      const { clientId, ...login } = yield* parseWithdraw(input)
      const { id: userId } = yield* enter(login)
      yield* database.transaction(withdraw(userId, clientId, "the user withdrew the consent"))
    })
  })
})
