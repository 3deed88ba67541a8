import { Context, Effect, Layer } from "effect"
import { Members } from "../../rewards/members/Members.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { MemberDetails } from "../details/MemberDetails.ts"
import { type DirectoryPage, ListDirectory, type ListDirectoryInput } from "./Directory.ts"
import { makeSearch } from "./MemberDirectory/search.ts"
import { visibleUsersOf } from "./visibility.ts"

/** A partner's members with what the partner may see of their users. */
export class MemberDirectory extends Context.Tag("rewards/MemberDirectory")<
  MemberDirectory,
  {
    /**
     * A page of a partner's members in the order of onboarding, after the last member of the page before.
     *
     * `search` finds members by a prefix: first by their own or linked id; then, with `records`, by the tag or the full name of their
     * record; then by the tag or the full name of their user, if the user allows the partner to see it at this moment. Each part is
     * sorted by the matching text, and each member is found once. Names are compared without regard to case, ids with regard to it.
     */
    readonly list: (
      input: ListDirectoryInput | Unparsed
    ) => Effect.Effect<DirectoryPage, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<MemberDirectory, never, Database | MemberDetails | Members> =
    Layer.suspend(() => Layer.effect(this, make))
}

const parse = parser(ListDirectory)

const make = Effect.gen(function* () {
  const database = yield* Database
  const details = yield* MemberDetails
  const members = yield* Members
  const find = makeSearch(database, members)

  return MemberDirectory.of({
    list: Effect.fn("MemberDirectory.list")(function* (input) {
      const { search, ...asked } = yield* parse(input)
      const { partnerId, records } = asked
      const page = search === undefined ? yield* members.list(asked) : yield* find({ ...asked, search })
      const users = yield* visibleUsersOf(database, partnerId, page.data)
      const ids = page.data.map(({ id }) => id)
      const known = records ? yield* details.of(partnerId, ids) : undefined
      return {
        data: page.data.map((member) => ({
          ...member,
          tag: users.get(member.id)?.tag ?? null,
          fullname: users.get(member.id)?.name ?? "",
          userData: known?.get(member.id) ?? null
        })),
        hasMore: page.hasMore
      }
    })
  })
})
