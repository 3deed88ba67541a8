import { Context, Effect } from "effect"
import { Ledger } from "../rewards/ledger/Ledger.ts"
import { Violation } from "./Failure.ts"
import type { Session } from "./Session.ts"

/**
 * Runs `Ledger.verify` and keeps the findings about partners that `isOurs` accepts: the database may hold other
 * partners. It reads every table completely, so a check calls it a fixed number of times instead of after every step.
 */
export const audit = <E>(
  session: Session<E>,
  isOurs: (partnerId: string) => boolean
): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.suspend(() => {
    const [writer] = session.writers()
    return writer === undefined ? Effect.succeed([]) : Effect.orDie(Context.get(writer, Ledger).verify())
  }).pipe(
    session.during,
    Effect.map((divergences) => {
      const own = divergences.filter(({ partnerId }) => isOurs(partnerId))
      const line = ({ check, subject, kept, found }: (typeof own)[number]) =>
        `${check}: ${subject} has ${kept}, found ${found}`
      return new Map(
        Array.from(
          Map.groupBy(own, ({ partnerId }) => partnerId),
          ([id, all]) => [id, all.map(line).join("\n")]
        )
      )
    })
  )

export const unsound = (detail: string, step: number): Violation =>
  new Violation({ property: "Ledger.verify finds nothing", detail, step })
