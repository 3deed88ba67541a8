import { Schema } from "effect"
import { ListedMember, ListMembers } from "../../rewards/members/Member.ts"
import { pageOf } from "../../schema/Page.ts"
import { UserRecord } from "../details/UserRecord.ts"

/** A member in a list, with the personal data that the partner may see. */
export const DirectoryMember = Schema.Struct({
  ...ListedMember.fields,
  /** The user's tag; null if the user has not granted the partner the scope `profile`. */
  tag: Schema.NullOr(Schema.String),
  /** The user's full name; empty if the user has not granted the partner the scope `fullname`. */
  fullname: Schema.String,
  /** The record that the partner's `userDetailsUrl` returned; null if none is stored, or if `records` is false. */
  userData: Schema.NullOr(UserRecord)
})
export type DirectoryMember = typeof DirectoryMember.Type

export const DirectoryPage = pageOf(DirectoryMember)
export type DirectoryPage = typeof DirectoryPage.Type

export const ListDirectory = Schema.Struct({
  ...ListMembers.fields,
  /** Whether the records of the partner's `userDetailsUrl` are shown and searched. */
  records: Schema.optionalWith(Schema.Boolean, { default: () => false })
})
export type ListDirectory = typeof ListDirectory.Type
export type ListDirectoryInput = typeof ListDirectory.Encoded
