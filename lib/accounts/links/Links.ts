import { Context, Effect, Layer } from "effect"
import type { AlreadyLinked } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Members } from "../../rewards/members/Members.ts"
import { isId, smallestId } from "../../schema/Id.ts"
import { type InvalidInput, invalid, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { Forbidden } from "../Errors.ts"
import { findConsents } from "../members/visibility.ts"
import { applications, users } from "../tables.ts"
import { type Linked, LinkUser, type LinkUserInput } from "./Link.ts"
import { moveRecord } from "./moveRecord.ts"

/**
 * Links a partner's own id for a user to the user's id. Both ids then identify the same member. A link is permanent, unless the user erases
 * the account.
 */
export class Links extends Context.Tag("rewards/Links")<
  Links,
  {
    /**
     * Links `userId` to the user with this tag, who must have granted the scope `profile` to the partner. A repeated call returns the same
     * answer. The caller must have checked the partner's own access token. A user's token is not enough: any user could then claim the
     * wallet of any member.
     */
    readonly link: (
      input: LinkUserInput | Unparsed
    ) => Effect.Effect<Linked, InvalidInput | Forbidden | AlreadyLinked | DatabaseFailure>

    /** Records a refusal. Must be called outside the refused transaction, because its rollback would undo the record. */
    readonly recordRefusal: (partnerId: PartnerId, detail: string) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Links, never, Audit | Database | Members> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const findEcosystem = applications.by("partnerId").find("ecosystem")

const findUser = users.find("id")

const findTag = users.by("tag").find("id", "tag")

const parse = parser(LinkUser)

const notAllowed =
  "tag must belong to a user who has allowed you the scope profile: send the user to the authorization page first"

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const members = yield* Members

  /** Finds the user with this tag. An unknown tag causes the same error as a user who has not granted the scope `profile`. */
  const consentingUser = Effect.fnUntraced(function* ({ ecosystem, partnerId, tag }: LinkUser) {
    const [application] = yield* database.run(findEcosystem, [{ partnerId }])
    if (application?.ecosystem !== ecosystem) {
      return yield* new Forbidden({ reason: "the path must name the ecosystem that you are registered in" })
    }
    const [user] = yield* database.run(findTag, [{ tag }])
    // The consents are also read for an unknown tag, so that the answer takes the same time.
    const [consents] = yield* database.run(findConsents, [{ partnerId, id: user?.id ?? smallestId }])
    return user !== undefined && consents?.profile === true
      ? user
      : yield* new Forbidden({ reason: notAllowed })
  })

  const link = Effect.fnUntraced(function* (input: LinkUser) {
    const { partnerId, userId } = input
    const user = yield* consentingUser(input)
    const { changed, member, removed } = yield* Effect.catchTag(
      members.join({ partnerId, userId, linkedId: user.id }),
      "PartnerNotFound",
      Effect.die
    )
    if (removed !== null) {
      yield* database.send(moveRecord(partnerId, removed, member.id))
    }
    if (changed) {
      const removal = removed === null ? "" : `, removed member ${removed}, which had no history`
      const event = { partnerId, userId: user.id, detail: `linked to userId ${userId}${removal}` }
      yield* audit.recordOfPartner({ action: "member.link", outcome: "done", ...event })
    }
    return { ...member, tag: user.tag }
  })

  return Links.of({
    link: Effect.fn("Links.link")(function* (input) {
      const parsed = yield* parse(input)
      const { userId } = parsed
      // The check needs no lock, because ids contain random bits. So a user who is created later does not get this id.
      if (isId(userId) && (yield* database.run(findUser, [{ id: userId }])).length > 0) {
        return yield* invalid("userId", "must be your own id for the user, not the id of a user account")
      }
      return yield* database.transaction(link(parsed))
    }),

    recordRefusal: Effect.fn("Links.recordRefusal")((partnerId, detail) =>
      audit.recordOfPartner({ action: "member.link", outcome: "refused", partnerId, detail })
    )
  })
})
