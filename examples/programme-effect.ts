import { Effect, Layer } from "effect"
import {
  Adjustments,
  Awards,
  Coins,
  Members,
  Partners,
  Rewards,
  Rules,
  Transfers
} from "laurel-rewards/effect"
import { layer as sqlite } from "laurel-rewards/sqlite"

const clock = { now: () => Date.parse("2026-03-02T09:00:00Z") }

const program = Effect.gen(function* () {
  const awards = yield* Awards
  const members = yield* Members
  const transfers = yield* Transfers
  const { id: partnerId } = yield* (yield* Partners).register({ name: "Acme" })
  yield* members.onboard({ partnerId, userId: "ada" })
  const visit = { partnerId, userId: "ada", ruleName: "visit" }
  yield* (yield* Rules).create({
    partnerId,
    name: "visit",
    coinValue: 10,
    maxNumberOfParticipant: 500,
    condition: "visits the shop",
    limits: [
      { per: "member", period: "day", awards: 2 },
      { per: "rule", period: "ever", coins: 1000 }
    ],
    timeZone: "Europe/Berlin"
  })

  const first = yield* awards.award({ ...visit, metadata: { shop: "main street" } })
  yield* awards.award(visit)
  const explanation = yield* awards.explain(visit)
  console.log(`${explanation.outcome}: ${explanation.reason}`)
  yield* Effect.catchTag(awards.award(visit), "LimitReached", ({ max, resetsAt, used }) =>
    Effect.sync(() => console.log(`${used} of ${max}, again at ${resetsAt?.toISOString()}`))
  )

  const reversal = yield* awards.reverse({ partnerId, awardId: first.id, narration: "a mistake" })
  const after = yield* awards.explain(visit)
  console.log(`took ${Coins.format(reversal.coins)} coins back, then: ${after.outcome}`)

  const transfer = yield* transfers.transfer({ partnerId, userId: "ada", coins: "2.5" })
  const refund = yield* transfers.refund({ partnerId, transactionId: transfer.id })
  const { coins } = yield* members.wallet({ partnerId, userId: "ada" })
  console.log(`refunded ${Coins.format(refund.coins)}, ada has ${Coins.format(coins)}`)

  const { data } = yield* awards.list({ partnerId, metadataKey: "shop", metadataValue: "main street" })
  console.log(data.map(({ state, coins }) => `${state} ${Coins.format(coins)}`).join(", "))

  yield* (yield* Rules).create({
    partnerId,
    name: "order",
    coinValue: 1,
    unit: 10,
    maxCoins: 50,
    maxNumberOfParticipant: 500,
    condition: "pays an order"
  })
  const order = yield* awards.award({ partnerId, userId: "ada", ruleName: "order", amount: "38.50" })
  const part = yield* awards.reverse({ partnerId, awardId: order.id, amount: 13 })
  const [left] = (yield* awards.list({ partnerId, state: "partly_reversed" })).data
  const [paid, back, rest] = [order.coins, part.coins, left?.coinsLeft ?? Coins.zero].map(Coins.format)
  console.log(
    `${Coins.format(order.amount ?? Coins.zero)} paid ${paid}, 13 returned: ${back} back, ${rest} left`
  )

  const adjustment = yield* (yield* Adjustments).adjust({
    partnerId,
    userId: "ada",
    coins: 5,
    debitOrCredit: "CR",
    reason: "goodwill"
  })
  const wallet = yield* members.wallet({ partnerId, userId: "ada" })
  const [added, has] = [adjustment.coins, wallet.coins].map(Coins.format)
  console.log(`adjusted by ${added} for ${adjustment.reason}, ada has ${has}`)
})

const rewards = Rewards.layer().pipe(
  Layer.provide(sqlite({ filename: ":memory:" })),
  Layer.provideMerge(Rewards.layerClock(clock))
)
await Effect.runPromise(program.pipe(Effect.provide(rewards)))
