import { call } from "../api.ts"
import { href } from "../app/router.ts"
import type { Member } from "../contract.ts"

/** The member's name, of the user or else of the partner's record; empty if unknown. `tagOf` does the same for the tag. */
export const nameOf = ({ fullname, userData }: Pick<Member, "fullname" | "userData">): string =>
  fullname || userData?.fullname || ""

export const tagOf = ({ tag, userData }: Pick<Member, "tag" | "userData">): string =>
  tag || userData?.tag || ""

/** The path of a member's page. The id is in the query, since an id may be "..", which a path cannot contain. */
export const memberPath = (userId: string): string => `/members/member?${new URLSearchParams({ userId })}`

export const memberHref = (userId: string): string => href(memberPath(userId))

/** The member with this id, to show its name. Undefined if there is none any more. */
export const findPerson = async (userId: string, signal: AbortSignal): Promise<Member | undefined> => {
  // The search matches the start of ids, in the order of ids, so that the id itself comes first.
  const { data } = await call("members.list", { query: { search: userId, limit: "1" }, signal })
  return data.find((member) => member.userId === userId)
}
