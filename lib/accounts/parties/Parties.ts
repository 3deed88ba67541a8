import { Context, Effect, Layer, Schema } from "effect"
import type { MemberNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Members } from "../../rewards/members/Members.ts"
import { findMembers } from "../../rewards/members/memberIds.ts"
import { partnerName } from "../../rewards/sql.ts"
import type { InvalidInput } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { type VisibleUser, visibleUsersOf } from "../members/visibility.ts"

/**
 * The partner or the member of a transfer. An unknown or hidden name or e-mail address is an empty text. An unknown or hidden tag is
 * null.
 */
export interface Party {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly tag: string | null
}

export interface MemberParty extends Party {
  /** Whether the member is a user of the service. */
  readonly isUser: boolean
}

export class Parties extends Context.Tag("rewards/Parties")<
  Parties,
  {
    readonly partner: (partnerId: PartnerId) => Effect.Effect<Party, DatabaseFailure>
    /**
     * The member with this id. If the member is a user, the partner sees only what the user has granted: the name with the scope
     * `fullname`, the e-mail address with `email`, and the tag with `profile`.
     */
    readonly member: (
      partnerId: PartnerId,
      userId: string
    ) => Effect.Effect<MemberParty, InvalidInput | MemberNotFound | DatabaseFailure>
    /** Like `member`, but for many members. The keys of the map are the `id`s of the members. Ignores user ids that no member has. */
    readonly members: (
      partnerId: PartnerId,
      userIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Party>, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Parties, never, Database | Members> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

/** A partner without a login has no e-mail address. */
export const findPartner = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct({ name: Schema.String, email: Schema.NullOr(Schema.String) }),
  sql: `SELECT ${partnerName("input.partner_id")} AS name,
      (SELECT l.email FROM rewards_login l WHERE l.partner_id = input.partner_id) AS email
    FROM input`
})

const partyOf = (id: string, user: VisibleUser | undefined): Party => ({
  id,
  name: user?.name ?? "",
  email: user?.email ?? "",
  tag: user?.tag ?? null
})

const make = Effect.gen(function* () {
  const database = yield* Database
  const members = yield* Members

  return Parties.of({
    partner: Effect.fn("Parties.partner")(function* (partnerId) {
      const [found] = yield* database.run(findPartner, [{ partnerId }])
      if (found === undefined) return yield* Effect.dieMessage(`partner ${partnerId} does not exist`)
      return { id: partnerId, name: found.name, email: found.email ?? "", tag: null }
    }),

    member: Effect.fn("Parties.member")(function* (partnerId, userId) {
      const member = yield* members.get({ partnerId, userId })
      const user = (yield* visibleUsersOf(database, partnerId, [member])).get(member.id)
      return { ...partyOf(member.id, user), isUser: user !== undefined }
    }),

    members: Effect.fn("Parties.members")(function* (partnerId, userIds) {
      const keys = Array.from(new Set(userIds), (userId) => ({ partnerId, userId }))
      const known = Array.from((yield* findMembers(database, keys)).values())
      const users = yield* visibleUsersOf(database, partnerId, known)
      return new Map(known.map(({ id }) => [id, partyOf(id, users.get(id))]))
    })
  })
})
