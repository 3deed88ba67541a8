import { Context, Effect, Layer, Schema } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import type { AttributeChanges } from "../../rewards/members/Attributes.ts"
import { Members } from "../../rewards/members/Members.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { maxPageBytes } from "../../schema/Page.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { UserDetailsUnavailable } from "../Errors.ts"
import { searchedNames, searchKey } from "../members/visibility.ts"
import { memberNames, memberRecords } from "../tables.ts"
import { UserDetails } from "./UserDetails.ts"
import {
  checkOnboardMember,
  type DetailedMember,
  OnboardMember,
  type OnboardMemberInput,
  type UserRecord
} from "./UserRecord.ts"

/** A user to onboard: the result of `introduce` and the input of `admit`. */
export interface Introduced {
  readonly partnerId: PartnerId
  readonly userId: string
  /** The changes of the member's attributes; undefined if none were given. */
  readonly attributes: AttributeChanges | undefined
  /** The record from the partner's `userDetailsUrl`; undefined if no tag was given. */
  readonly details:
    | { readonly tag: string; readonly record: UserRecord; readonly fetchedAt: Date }
    | undefined
}

export type { DetailedMember }

/** The stored records of a page of members, up to `maxPageBytes` in all. */
export interface RecordPage {
  /** Returns the record of a member; null if there is none, or if it does not fit. */
  readonly of: (memberId: string) => UserRecord | null
  /** Returns false for a member whose record does not fit into the page any more. */
  readonly fits: (memberId: string) => boolean
}

/** Members together with the records that their partner's `userDetailsUrl` returned. */
export class MemberDetails extends Context.Tag("rewards/MemberDetails")<
  MemberDetails,
  {
    /**
     * Validates the input. If a tag is given, fetches the user's record. Must not be called in a transaction, because a fetch can take
     * seconds.
     */
    readonly introduce: (
      input: OnboardMemberInput | Unparsed
    ) => Effect.Effect<Introduced, InvalidInput | UserDetailsUnavailable | DatabaseFailure>

    /** Creates the member if there is none yet. Stores the fetched record if no newer one is stored. */
    readonly admit: (
      introduced: Introduced
    ) => Effect.Effect<DetailedMember, InvalidInput | PartnerNotFound | DatabaseFailure>

    /** Calls `introduce`, then `admit`. A repeated call returns the same member, and with a tag fetches the record again. */
    readonly onboard: (
      input: OnboardMemberInput
    ) => Effect.Effect<
      DetailedMember,
      InvalidInput | PartnerNotFound | UserDetailsUnavailable | DatabaseFailure
    >

    /** Reads the stored records of these members. The keys of the map are the ids of the members. */
    readonly of: (
      partnerId: PartnerId,
      memberIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, UserRecord>, DatabaseFailure>

    /** Reads the stored records of a page of members, up to `maxPageBytes` in the order of `memberIds`. */
    readonly page: (
      partnerId: PartnerId,
      memberIds: ReadonlyArray<string>
    ) => Effect.Effect<RecordPage, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<MemberDetails, never, Database | Members | Audit | UserDetails> =
    Layer.suspend(() => Layer.effect(this, make))
}

const findUrl = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct({ url: Schema.String }),
  sql: `SELECT a.user_details_url AS url FROM input CROSS JOIN rewards_application a
    WHERE a.partner_id = input.partner_id ORDER BY a.created_at, a.id LIMIT 1`
})

const upsertRecord = statement({
  input: memberRecords.types,
  output: memberRecords.row("memberId"),
  sql: ({
    owner,
    source
  }) => `INSERT INTO rewards_member_data (partner_id, member_id, tag, tag_key, data, fetched_at)
    SELECT ${owner()}, input.member_id, input.tag, input.tag_key, input.data, input.fetched_at
    FROM ${source()} WHERE true
    ON CONFLICT (partner_id, member_id) DO UPDATE
    SET tag = excluded.tag, tag_key = excluded.tag_key, data = excluded.data, fetched_at = excluded.fetched_at
    WHERE excluded.fetched_at >= rewards_member_data.fetched_at RETURNING member_id`
})

const deleteNames = memberNames.by("partnerId", "memberId").delete()
const insertNames = memberNames.insert()

const findRecords = memberRecords.find("memberId", "data")

/** Reads records in the order of `place`. If a row and all rows before it exceed `maxPageBytes` together, its `data` is NULL. */
export const readFittingRecords = statement({
  input: { partnerId: "uuid", memberId: "uuid", place: "small" },
  output: Schema.Struct({
    memberId: memberRecords.fields.memberId,
    data: Schema.NullOr(memberRecords.fields.data)
  }),
  sql: `, summed AS MATERIALIZED (
      SELECT s.partner_id, s.member_id, SUM(octet_length(s.data)) OVER (ORDER BY input.place) AS total
      FROM input CROSS JOIN rewards_member_data s
      WHERE s.partner_id = input.partner_id AND s.member_id = input.member_id
    )
    SELECT f.member_id, CASE WHEN f.total <= ${maxPageBytes} THEN (
      SELECT d.data FROM rewards_member_data d WHERE d.partner_id = f.partner_id AND d.member_id = f.member_id
    ) END AS data FROM summed f`
})

const parse = parser(OnboardMember, checkOnboardMember)

const make = Effect.gen(function* () {
  const database = yield* Database
  const members = yield* Members
  const audit = yield* Audit
  const userDetails = yield* UserDetails

  const fetch = Effect.fnUntraced(function* (partnerId: PartnerId, tag: string) {
    const [application] = yield* database.run(findUrl, [{ partnerId }])
    if (application === undefined) {
      return yield* new UserDetailsUnavailable({
        reason: "is missing: onboard the partner with a userDetailsUrl"
      })
    }
    return yield* userDetails.fetch({ partnerId, url: application.url, tag })
  })

  const of = Effect.fn("MemberDetails.of")(function* (
    partnerId: PartnerId,
    memberIds: ReadonlyArray<string>
  ) {
    const rows = yield* database.run(
      findRecords,
      memberIds.map((memberId) => ({ partnerId, memberId }))
    )
    return new Map<string, UserRecord>(rows.map(({ memberId, data }) => [memberId, data]))
  })

  const page = Effect.fn("MemberDetails.page")(function* (
    partnerId: PartnerId,
    memberIds: ReadonlyArray<string>
  ) {
    const rows = yield* database.run(
      readFittingRecords,
      memberIds.map((memberId, place) => ({ partnerId, memberId, place }))
    )
    const known = new Map<string, UserRecord | null>(rows.map(({ memberId, data }) => [memberId, data]))
    return { of: (id: string) => known.get(id) ?? null, fits: (id: string) => known.get(id) !== null }
  })

  const introduce = Effect.fn("MemberDetails.introduce")(function* (input: OnboardMemberInput | Unparsed) {
    const { attributes, partnerId, tag, userId = "" } = yield* parse(input)
    if (tag === undefined) return { partnerId, userId, attributes, details: undefined }
    const record = yield* fetch(partnerId, tag).pipe(
      Effect.tapErrorTag("UserDetailsUnavailable", ({ message }) =>
        audit.record({ action: "member.details", outcome: "refused", actor: tag, partnerId, detail: message })
      )
    )
    const details = { tag, record, fetchedAt: yield* now }
    return { partnerId, userId: userId || record.id, attributes, details }
  })

  const admit = Effect.fn("MemberDetails.admit")(function* ({ details, ...key }: Introduced) {
    const { partnerId, userId } = key
    if (details === undefined) {
      const member = yield* members.onboard(key)
      return { ...member, userData: (yield* of(partnerId, [member.id])).get(member.id) ?? null }
    }
    const { tag, record, fetchedAt } = details
    return yield* database.transaction(
      Effect.gen(function* () {
        // With attributes, it locks the ids of the member. A merge or an erasure waits, and then moves or deletes the record.
        const member = yield* members.onboard({ ...key, attributes: key.attributes ?? {} })
        const owner = { partnerId, memberId: member.id }
        const data = JSON.stringify(record)
        const written = yield* database.run(upsertRecord, [
          { ...owner, tag, tagKey: searchKey(tag), data, fetchedAt }
        ])
        if (written.length > 0) {
          const names = searchedNames(record.fullname).map((name) => ({ ...owner, name }))
          yield* database.send(Batch.inOrder([Batch.of(deleteNames, [owner]), Batch.of(insertNames, names)]))
        }
        const detail = `stored for userId ${userId}`
        yield* audit.record({ action: "member.details", outcome: "done", actor: tag, partnerId, detail })
        return { ...member, userData: record }
      })
    )
  })

  return MemberDetails.of({
    of,
    page,
    introduce,
    admit,
    onboard: Effect.fn("MemberDetails.onboard")(function* (input) {
      return yield* admit(yield* introduce(input))
    })
  })
})
