import { Context, Effect } from "effect"
import { Ledger } from "../../rewards/ledger/Ledger.ts"
import type { Session } from "./Session.ts"

/** Runs `Ledger.verify`, which reads every table completely. */
export const audit = <E>(session: Session<E>): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.suspend(() => {
    const [writer] = session.writers()
    return writer === undefined ? Effect.succeed([]) : Effect.orDie(Context.get(writer, Ledger).verify())
  }).pipe(
    Effect.map((divergences) => {
      const line = ({ check, subject, kept, found }: (typeof divergences)[number]) =>
        `Ledger.verify, ${check}: ${subject} has ${kept}, found ${found}`
      return new Map(
        Array.from(
          Map.groupBy(divergences, ({ partnerId }) => partnerId),
          ([id, all]) => [id, all.map(line).join("\n")]
        )
      )
    })
  )
