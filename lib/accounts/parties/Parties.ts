import { Context, Effect, Layer } from "effect"
import type { MemberNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { Members } from "../../rewards/members/Members.ts"
import { findMembers } from "../../rewards/members/memberIds.ts"
import { partners } from "../../rewards/tables.ts"
import type { InvalidInput } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { type VisibleUser, visibleUsersOf } from "../members/visibility.ts"
import { findOwners } from "../people/owners.ts"

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
     * Returns the member with this `userId`. If the member is a user, the partner sees only what the user has granted: the name with the
     * scope `fullname`, a verified e-mail address with `email`, and the tag with `profile`.
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

const findName = partners.find("name")

/** Returns the name of a partner, and the e-mail addresses of its owners; undefined if there is no such partner. */
export const findPartner = (database: Database["Type"], partnerId: PartnerId) =>
  Effect.map(
    database.send(
      Batch.all({
        owners: Batch.of(findOwners, [{ partnerId }]),
        partners: Batch.of(findName, [{ id: partnerId }])
      })
    ),
    ({ owners, partners: [partner] }) => partner && { ...partner, emails: owners.map(({ email }) => email) }
  )

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
      const found = yield* findPartner(database, partnerId)
      if (found === undefined) return yield* Effect.dieMessage(`partner ${partnerId} does not exist`)
      return { id: partnerId, name: found.name, email: found.emails[0] ?? "", tag: null }
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
