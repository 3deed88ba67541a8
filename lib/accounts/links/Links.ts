import { Context, Effect, Layer } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import { Ledger } from "../../rewards/ledger/Ledger.ts"
import type { Member } from "../../rewards/members/Member.ts"
import { Members } from "../../rewards/members/Members.ts"
import { isId } from "../../schema/Id.ts"
import { type InvalidInput, invalid, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { actorOf } from "../audit/actor.ts"
import type { AlreadyLinked, Forbidden } from "../Errors.ts"
import { findUsers } from "../users/statements.ts"
import { makeJoin } from "./join.ts"
import { LinkUser, type LinkUserInput } from "./Link.ts"

export interface Linked extends Member {
  readonly tag: string
}

/**
 * A partner's own id and a user of the service as two names of one member. The member goes by the partner's id; the
 * link holds the user's. A link is for good.
 *
 * Who locks what, in which order, until when: linking locks the user's row first and then, by `Ledger.lock`, the wallet
 * of the member that goes by the user's id, until commit. Whoever is about to make a member of a user shares that row
 * before looking for a link (`shareUsers`), so nobody becomes a second member behind a link's back, and a link never
 * misses a member that is being made. Users come before accounts everywhere. Whoever had found the user's member before
 * it was removed finds its wallet gone when locking it: a conflict, and the second look finds the link. Of what goes by
 * the partner's id nothing is ever renamed or removed, so that needs no lock: two links to it meet at a unique key.
 */
export class Links extends Context.Tag("rewards/Links")<
  Links,
  {
    /**
     * Links them, at the partner's word, for a user who has allowed the partner something. Again: the same answer. A user's
     * own token would not do: whoever holds it could claim any of the partner's ids, and the wallet behind it.
     */
    readonly link: (
      input: LinkUserInput
    ) => Effect.Effect<Linked, InvalidInput | Forbidden | AlreadyLinked | DatabaseFailure>

    /** Remembers a refusal. For whoever called, once no transaction is left that would take it back. */
    readonly recordRefusal: (partnerId: PartnerId, detail: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Links, never, Audit | Database | Ledger | Members> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parse = parser(LinkUser)

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const join = makeJoin({ audit, database, ledger: yield* Ledger, members: yield* Members })

  return Links.of({
    link: Effect.fn("Links.link")(function* (input) {
      const parsed = yield* parse(input)
      const { userId } = parsed
      // Ids of accounts cannot be foreseen: one that is nobody's now will not be somebody's later.
      if (isId(userId) && (yield* database.run(findUsers, [{ id: userId }])).length > 0) {
        return yield* invalid("userId", "must be an id of your own, not that of an account")
      }
      return yield* database.transaction(join(parsed))
    }),

    recordRefusal: Effect.fn("Links.recordRefusal")(function* (partnerId, detail) {
      yield* audit.record({
        action: "member.link",
        outcome: "refused",
        actor: yield* actorOf(database, partnerId),
        partnerId,
        detail
      })
    })
  })
})
