import type { AuditEntry } from "../../contract.ts"
import { words } from "../../words/settings.ts"

export type Action = AuditEntry["action"]

/** The actions of the audit trail in words. */
export const actions: Readonly<Record<Action, string>> = words.actions

/** The same as options of a filter, sorted by their words. */
export const options = (Object.entries(actions) as ReadonlyArray<[Action, string]>).toSorted(
  ([, one], [, other]) => one.localeCompare(other)
)

/** The action in the address; undefined if it does not exist. */
export const actionOf = (word: string | null): Action | undefined =>
  options.find(([action]) => action === word)?.[0]
