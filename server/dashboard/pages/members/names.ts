import type { Member } from "../../contract.ts"

/** The person's name and tag: the user's own, or those of the partner's record. Empty where neither is known. */
export const nameOf = ({ fullname, userData }: Pick<Member, "fullname" | "userData">): string =>
  fullname || userData?.fullname || ""

export const tagOf = ({ tag, userData }: Pick<Member, "tag" | "userData">): string =>
  tag || userData?.tag || ""
