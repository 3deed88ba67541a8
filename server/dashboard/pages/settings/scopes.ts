import type { ApiKey } from "../../contract.ts"

export type Scope = ApiKey["scopes"][number]

/** What each scope allows. */
const words: Readonly<Record<Scope, string>> = {
  "rules:write": "Create and change rules.",
  "awards:write": "Add members, award rules and reverse awards.",
  "coins:write": "Move coins out of wallets, and refund them.",
  "coins:refund": "Refund redeemed coins.",
  "coins:adjust": "Adjust balances by hand: add coins to wallets, or remove them.",
  "webhooks:write": "Add, change, test and delete webhooks.",
  read: "Read rules, awards, wallets, boards, events and webhooks.",
  "members:read": "Read the personal records of members, on boards too.",
  "members:write": "Erase and merge members."
}

export const scopes = (Object.keys(words) as ReadonlyArray<Scope>).map(
  (scope) => [scope, scope, words[scope]] as const
)

/** The most valid keys of a partner. A test compares it with the service. */
export const mostKeys = 100
