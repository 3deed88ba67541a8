import { Effect } from "effect"
import { Violation } from "./Failure.ts"
import type { System } from "./Subject.ts"

/**
 * What the subject's audit finds about partners that `isOurs` accepts: a database may hold other partners. An audit
 * reads everything, so a check calls it a fixed number of times instead of after every step.
 */
export const audit = <Tools>(
  system: System<Tools>,
  isOurs: (partnerId: string) => boolean
): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.map(
    system.audit === undefined ? Effect.succeed(new Map<string, string>()) : system.during(system.audit),
    (found) => new Map(Array.from(found).filter(([id]) => isOurs(id)))
  )

export const unsound = (detail: string, step: number): Violation =>
  new Violation({ property: "an audit finds nothing", detail, step })
