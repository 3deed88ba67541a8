import type { Check } from "./check.ts"
import { crash } from "./checks/crash.ts"
import { faults } from "./checks/faults.ts"

/** In the order in which they run. */
export const checks: ReadonlyArray<Check> = [crash, faults]
