import { Schema } from "effect"
import { MemberId } from "../../rewards/Id.ts"
import { Attributes } from "../../rewards/members/Attributes.ts"
import { ListedMember, ListMembers, UserId } from "../../rewards/members/Member.ts"
import type * as Documented from "../../schema/Documented.ts"
import { isId } from "../../schema/Id.ts"
import { type CrossCheck, mustBe } from "../../schema/Input.ts"
import { pageOf } from "../../schema/Page.ts"
import { UserRecord } from "../details/UserRecord.ts"

/** A member in a list, with the personal data that the partner may see. */
export const DirectoryMember = Schema.Struct({
  ...ListedMember.fields,
  /** The member's attributes; null if `records` is false. */
  attributes: Schema.NullOr(Attributes),
  /** The user's tag; null if the member is not a user, or has not granted the partner the scope `profile`. */
  tag: Schema.NullOr(Schema.String),
  /** The user's full name; empty if the member is not a user, or has not granted the partner the scope `fullname`. */
  fullname: Schema.String,
  /** The record that the partner's `userDetailsUrl` returned; null if none is stored, or if `records` is false. */
  userData: Schema.NullOr(UserRecord)
})
export type DirectoryMember = typeof DirectoryMember.Type

export const DirectoryPage = pageOf(DirectoryMember)
export type DirectoryPage = typeof DirectoryPage.Type

/** Where a page of a search ended. `tie` is the id of the member or user whose name was examined last. */
export interface SearchPlace {
  /** The index in `sources` of MemberDirectory.ts. */
  readonly source: number
  readonly tie: string
}

export const printPlace = ({ source, tie }: SearchPlace): string => `${source}.${tie}`

/** Reads `next` of a page: the id of a member, or a place in a search. */
export const placeOf = (next: string): MemberId | SearchPlace | undefined => {
  if (isId(next)) return MemberId.make(next)
  const [, source, tie] = /^([0-3])\.(.*)$/.exec(next) ?? []
  return isId(tie) ? { source: Number(source), tie } : undefined
}

const Next = Schema.String.pipe(
  Schema.filter((next) => placeOf(next) !== undefined, {
    jsonSchema: { pattern: "^([0-3]\\.)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }
  }),
  mustBe("the `next` of the previous page")
)

const maxUserIds = 100

export const ListDirectory = Schema.Struct({
  ...ListMembers.fields,
  /** Only the members with these own or linked ids. Cannot be combined with `search`. */
  userIds: Schema.optional(
    Schema.Array(UserId).pipe(
      Schema.maxItems(maxUserIds, { message: () => `must hold at most ${maxUserIds} ids` })
    )
  ),
  /** The `next` of the previous page. */
  after: Schema.optional(Next),
  /** If true, the attributes are shown, and the records from the partner's `userDetailsUrl` are shown and searched. */
  records: Schema.optionalWith(Schema.Boolean, { default: () => false })
})
export type ListDirectory = typeof ListDirectory.Type
export type ListDirectoryInput = Documented.Of<typeof ListDirectory, Documented.ListDirectoryInput>

export const checkListDirectory: CrossCheck = ({ search, userIds }) =>
  search === undefined || userIds === undefined
    ? []
    : [{ field: "userIds", problem: "cannot be combined with search" }]
