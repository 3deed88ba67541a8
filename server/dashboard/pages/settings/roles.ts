import type { Person } from "../../contract.ts"

export type Role = Person["role"]

/** What each role may do. */
export const roles: ReadonlyArray<readonly [role: Role, label: string, means: string]> = [
  ["owner", "Owner", "Everything."],
  ["manager", "Manager", "Everything but people and settings."],
  ["support", "Support", "Read, award and reverse awards, and refund."],
  ["viewer", "Viewer", "Read, members' personal data too."]
]

export const labelOf = (role: Role): string => roles.find(([each]) => each === role)?.[1] ?? role

export const options = roles.map(([role, label, means]) => [role, `${label}: ${means}`] as const)

/** The most people of a partner. A test compares it with the service. */
export const mostPeople = 100
