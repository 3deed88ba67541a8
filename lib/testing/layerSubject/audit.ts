import { Effect } from "effect"
import { verify } from "../../layers/Rewards.ts"
import type { Session } from "./Session.ts"

/** Recomputes balances, counters and boards. This reads every table completely. */
export const audit = <E>(session: Session<E>): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.suspend(() => {
    const [writer] = session.writers()
    return writer === undefined ? Effect.succeed([]) : Effect.orDie(Effect.provide(verify(), writer))
  }).pipe(
    Effect.map((divergences) => {
      const line = ({ check, subject, kept, found }: (typeof divergences)[number]) =>
        `verify, ${check}: ${subject} has ${kept}, found ${found}`
      return new Map(
        Array.from(
          Map.groupBy(divergences, ({ partnerId }) => partnerId),
          ([id, all]) => [id, all.map(line).join("\n")]
        )
      )
    })
  )
