import { fold, maxSearched } from "../../schema/Prefix.ts"

/**
 * A tag or a name in the form in which it is searched: without regard to case, and of a length that fits an index. A partner's
 * record may have characters that no database stores as text.
 */
export const nameKey = (name: string): string =>
  Array.from(fold(name.replaceAll("\u0000", "").toWellFormed()))
    .slice(0, maxSearched)
    .join("")
