import { isPseudonym } from "../../rewards/personal/pseudonym.ts"
import type { PartnerName } from "../HarnessCommand.ts"
import type { LibraryIds } from "./calls.ts"
import type { TableRow, TableRows } from "./tableRows.ts"

/**
 * The names of erased members, by their ids. A name is the member's first user id, `†` and a number: 1 for the first erased member that had
 * this user id, 2 for the second. The model uses the same names.
 */
const erasedNames = (
  { members }: TableRows,
  firstIds: LibraryIds["firstIds"]
): ReadonlyArray<readonly [string, string]> => {
  const counts = new Map<string, number>()
  const erased = new Map<string, TableRow<"members">>(
    members.flatMap((member) => (isPseudonym(member.userId) ? [[member.id, member]] : []))
  )
  // `firstIds` is in the order of onboarding. The order of the members' ids can differ, if the clock stands still during a restart.
  return Array.from(firstIds).flatMap(([id, first]) => {
    const member = erased.get(id)
    if (member === undefined) return []
    const subject = `${member.partnerId} ${first}`
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    return [[id, `${first}†${count}`]]
  })
}

/** Finds the names of partners, rules and members by their ids. */
export const namesIn = (
  tables: TableRows,
  { firstIds, partners }: Pick<LibraryIds, "firstIds" | "partners">
) => {
  const { accounts, conditions, members } = tables
  const rules = new Map<string, string>(
    conditions.flatMap(({ name, ordinal, ruleId }) => (ordinal === 0 ? [[ruleId, name]] : []))
  )
  const users = new Map<string, string>(members.map(({ id, userId }) => [id, userId]))
  for (const [id, name] of erasedNames(tables, firstIds)) users.set(id, name)
  const current = members.filter(({ currentId, id }) => currentId === id)
  const byUserId = new Map(
    current.map(({ id, partnerId, userId }) => [`${partnerId} ${userId}`, users.get(id)])
  )
  for (const { id, owner } of accounts) {
    const user = owner === null ? undefined : users.get(owner)
    if (user !== undefined) users.set(id, user)
  }
  return {
    partnerName: (id: string): PartnerName => (id === partners.home ? "home" : "away"),
    ruleName: (id: string) => rules.get(id),
    /** Returns the user with this member id, or with a pending account of this id. */
    userOf: (id: string) => users.get(id),
    /** Returns the name of the member that the library shows with this user id. */
    nameOf: (partnerId: string, userId: string) => byUserId.get(`${partnerId} ${userId}`) ?? userId
  }
}

export type Names = ReturnType<typeof namesIn>
