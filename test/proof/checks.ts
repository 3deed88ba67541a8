import type { Check } from "./check.ts"
import { access } from "./checks/access.ts"
import { fuzz } from "./checks/fuzz.ts"
import { isolation } from "./checks/isolation.ts"
import { model, modelOnNode } from "./checks/model.ts"
import { overload } from "./checks/overload.ts"
import { parity } from "./checks/parity.ts"
import { timeZones } from "./checks/zones.ts"

/** In the order in which they run. */
export const checks: ReadonlyArray<Check> = [
  access,
  fuzz,
  isolation,
  parity,
  model,
  modelOnNode,
  timeZones,
  overload
]
