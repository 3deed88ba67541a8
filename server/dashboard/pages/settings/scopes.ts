import type { ApiKey } from "../../contract.ts"
import { words } from "../../words/settings.ts"

export type Scope = ApiKey["scopes"][number]

/** What each scope allows. */
const means: Readonly<Record<Scope, string>> = words.scopeMeans

export const scopes = (Object.keys(means) as ReadonlyArray<Scope>).map(
  (scope) => [scope, scope, means[scope]] as const
)

/** The most valid keys of a partner. A test compares it with the service. */
export const mostKeys = 100
