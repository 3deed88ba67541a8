import type { Person } from "../../contract.ts"
import { words } from "../../words/settings.ts"

export type Role = Person["role"]

/** What each role may do. */
export const roles: ReadonlyArray<readonly [role: Role, means: string]> = [
  ["owner", words.roleMeans.owner],
  ["manager", words.roleMeans.manager],
  ["support", words.roleMeans.support],
  ["viewer", words.roleMeans.viewer]
]

export const labelOf = (role: Role): string => words.roles[role]

/** The most people of a partner. A test compares it with the service. */
export const mostPeople = 100
