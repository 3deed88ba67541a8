import type { Check } from "./check.ts"
import { access } from "./checks/access.ts"
import { attacks } from "./checks/attacks.ts"
import { bank } from "./checks/bank.ts"
import { contention } from "./checks/contention.ts"
import { crash } from "./checks/crash.ts"
import { disk } from "./checks/disk.ts"
import { faults } from "./checks/faults.ts"
import { fuzz } from "./checks/fuzz.ts"
import { idempotency } from "./checks/idempotency.ts"
import { isolation } from "./checks/isolation.ts"
import { limits } from "./checks/limits.ts"
import { model, modelOnNode } from "./checks/model.ts"
import { mutations } from "./checks/mutation.ts"
import { overload } from "./checks/overload.ts"
import { parity } from "./checks/parity.ts"
import { soak } from "./checks/soak.ts"
import { timeZones } from "./checks/zones.ts"

/** In the order in which they run. */
export const checks: ReadonlyArray<Check> = [
  crash,
  faults,
  disk,
  contention,
  limits,
  bank,
  idempotency,
  model,
  modelOnNode,
  parity,
  fuzz,
  access,
  overload,
  isolation,
  ...attacks,
  soak,
  timeZones,
  ...mutations
]
