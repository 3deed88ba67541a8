import { Effect, Layer } from "effect"
import { Awards, Coins, Members, Partners, Rewards, Rules } from "laurel-rewards/effect"
import { layer as sqlite } from "laurel-rewards/sqlite"

const program = Effect.gen(function* () {
  const { id: partnerId } = yield* (yield* Partners).register({ name: "Acme", reference: "acme" })
  const rule = { partnerId, name: "visit", coinValue: "2.5", maxNumberOfParticipant: 99, condition: "visit" }
  yield* Effect.catchTag((yield* Rules).create(rule), "NameTaken", () => Effect.void)
  yield* (yield* Members).onboard({ partnerId, userId: "ada" })
  const visit = { partnerId, userId: "ada", ruleName: "visit", idempotencyKey: "visit-1" }
  const award = yield* (yield* Awards).award(visit)
  const wallet = yield* (yield* Members).wallet({ partnerId, userId: "ada" })
  console.log(`awarded ${Coins.format(award.coins)}, ada now has ${Coins.format(wallet.coins)}`)
})

const rewards = Rewards.layer().pipe(Layer.provide(sqlite({ filename: "./data/visits.db" })))
await Effect.runPromise(program.pipe(Effect.provide(rewards)))
