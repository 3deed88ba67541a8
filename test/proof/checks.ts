import type { Check } from "./check.ts"

/** In the order in which they run. */
export const checks: ReadonlyArray<Check> = []
