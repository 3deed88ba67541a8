import type { PartnerName } from "../HarnessCommand.ts"
import type { LibraryIds } from "./calls.ts"
import type { TableRows } from "./tableRows.ts"

/** Finds the names of partners, rules and members by their ids. */
export const namesIn = ({ accounts, conditions, members }: TableRows, partners: LibraryIds["partners"]) => {
  const rules = new Map<string, string>(
    conditions.flatMap(({ name, ordinal, ruleId }) => (ordinal === 0 ? [[ruleId, name]] : []))
  )
  const users = new Map<string, string>(members.map(({ id, userId }) => [id, userId]))
  for (const { id, owner } of accounts) {
    const user = owner === null ? undefined : users.get(owner)
    if (user !== undefined) users.set(id, user)
  }
  return {
    partnerName: (id: string): PartnerName => (id === partners.home ? "home" : "away"),
    ruleName: (id: string) => rules.get(id),
    /** Returns the user with this member id, or with a pending account of this id. */
    userOf: (id: string) => users.get(id)
  }
}

export type Names = ReturnType<typeof namesIn>
