import { Context, Effect, Layer } from "effect"
import type { AlreadyLinked } from "../../rewards/Errors.ts"
import type { MemberId, PartnerId } from "../../rewards/Id.ts"
import { Members } from "../../rewards/members/Members.ts"
import { isId } from "../../schema/Id.ts"
import { type InvalidInput, invalid, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { actorOf } from "../audit/Caller.ts"
import { Forbidden } from "../Errors.ts"
import { findUsers } from "../users/statements.ts"
import { type Linked, LinkUser, type LinkUserInput } from "./Link.ts"
import { deleteDetails, findConsenting, findEcosystem, moveDetails } from "./statements.ts"

/**
 * Makes a partner's own id and a user's id lead to the same member, which is then known by the partner's id
 * (`Members.join`). A link is permanent.
 */
export class Links extends Context.Tag("rewards/Links")<
  Links,
  {
    /**
     * Links a user who has a valid grant of the scope `profile` for the partner. A repeated call returns the same answer. The partner's own
     * token is required: with a user's token, its holder could claim any of the partner's ids and the wallet behind
     * it.
     */
    readonly link: (
      input: LinkUserInput
    ) => Effect.Effect<Linked, InvalidInput | Forbidden | AlreadyLinked | DatabaseFailure>

    /**
     * Records a refusal. The caller must call it outside the refused transaction, whose rollback would undo the
     * record.
     */
    readonly recordRefusal: (partnerId: PartnerId, detail: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Links, never, Audit | Database | Members> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parse = parser(LinkUser)

const notAllowed = () =>
  new Forbidden({
    reason:
      "tag must be that of a user who has allowed you the scope profile: send them to the authorization page first"
  })

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const members = yield* Members

  /** The same error if the user does not exist and if the user has not consented. */
  const findUser = Effect.fnUntraced(function* ({ ecosystem, partnerId, tag }: LinkUser) {
    const own = yield* database.run(findEcosystem, [{ partner_id: partnerId, ecosystem }])
    if (own.length === 0) {
      return yield* new Forbidden({ reason: "the path must name the ecosystem that you are registered in" })
    }
    const [user] = yield* database.run(findConsenting, [{ partner_id: partnerId, tag }])
    return user ?? (yield* notAllowed())
  })

  const moveRecord = Effect.fnUntraced(function* (partnerId: PartnerId, from: MemberId, to: MemberId) {
    yield* database.run(moveDetails, [{ partner_id: partnerId, from_id: from, to_id: to }])
    yield* database.run(deleteDetails, [{ partner_id: partnerId, member_id: from }])
  })

  const link = Effect.fnUntraced(function* (input: LinkUser) {
    const { partnerId, userId } = input
    const user = yield* findUser(input)
    const { changed, member, removed } = yield* Effect.catchTag(
      members.join({ partnerId, userId, linkedId: user.id }),
      "PartnerNotFound",
      Effect.die
    )
    if (removed !== null) yield* moveRecord(partnerId, removed, member.id)
    if (changed) {
      yield* audit.record({
        action: "member.link",
        outcome: "done",
        actor: yield* actorOf(database, partnerId),
        partnerId,
        userId: user.id,
        detail:
          removed === null
            ? `linked to userId ${userId}`
            : `linked to userId ${userId}, removed member ${removed}, which had no history`
      })
    }
    return { ...member, tag: user.tag }
  })

  return Links.of({
    link: Effect.fn("Links.link")(function* (input) {
      const parsed = yield* parse(input)
      const { userId } = parsed
      // Account ids are random, so an id that has no account now will not get one later.
      if (isId(userId) && (yield* database.run(findUsers, [{ id: userId }])).length > 0) {
        return yield* invalid("userId", "must be an id of your own, not that of an account")
      }
      return yield* database.transaction(link(parsed))
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
