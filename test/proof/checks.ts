import type { Check } from "./check.ts"
import { access } from "./checks/access.ts"
import { fuzz } from "./checks/fuzz.ts"
import { isolation } from "./checks/isolation.ts"

/** In the order in which they run. */
export const checks: ReadonlyArray<Check> = [access, fuzz, isolation]
