import type { Check } from "./check.ts"
import { bank } from "./checks/bank.ts"
import { crash } from "./checks/crash.ts"
import { faults } from "./checks/faults.ts"
import { idempotency } from "./checks/idempotency.ts"
import { limits } from "./checks/limits.ts"

/** In the order in which they run. */
export const checks: ReadonlyArray<Check> = [crash, faults, limits, bank, idempotency]
