import type { Check } from "./check.ts"
import { access } from "./checks/access.ts"

/** In the order in which they run. */
export const checks: ReadonlyArray<Check> = [access]
