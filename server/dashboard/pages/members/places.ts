import { href } from "../../app/router.ts"

/** The path of a member's page. The id is in the query: a partner chooses it freely, and no path can hold "..". */
export const memberPath = (userId: string): string => `/members/member?${new URLSearchParams({ userId })}`

export const memberHref = (userId: string): string => href(memberPath(userId))
