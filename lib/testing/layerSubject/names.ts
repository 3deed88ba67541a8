import type { PartnerName } from "../HarnessCommand.ts"
import type { LibraryIds } from "./calls.ts"
import type { TableRows } from "./tableRows.ts"

/** Finds the names of partners, rules and members by their ids. */
export const namesIn = ({ conditions, members }: TableRows, partners: LibraryIds["partners"]) => {
  const rules = new Map<string, string>(
    conditions.flatMap(({ name, ordinal, ruleId }) => (ordinal === 0 ? [[ruleId, name]] : []))
  )
  const users = new Map<string, string>(members.map(({ id, userId }) => [id, userId]))
  return {
    partnerName: (id: string): PartnerName => (id === partners.home ? "home" : "away"),
    ruleName: (id: string) => rules.get(id),
    userOf: (memberId: string) => users.get(memberId)
  }
}

export type Names = ReturnType<typeof namesIn>
