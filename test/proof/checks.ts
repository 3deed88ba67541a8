import type { Check } from "./check.ts"
import { bank } from "./checks/bank.ts"
import { contention } from "./checks/contention.ts"
import { crash } from "./checks/crash.ts"
import { disk } from "./checks/disk.ts"
import { faults } from "./checks/faults.ts"
import { idempotency } from "./checks/idempotency.ts"
import { limits } from "./checks/limits.ts"
import { mutations } from "./checks/mutation.ts"

/** In the order in which they run. */
export const checks: ReadonlyArray<Check> = [
  crash,
  faults,
  disk,
  contention,
  limits,
  bank,
  idempotency,
  ...mutations
]
