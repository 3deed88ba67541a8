import { Schema } from "effect"
import { page } from "./coins.ts"
import { Decimal, Id, Instant, Whole } from "./envelope.ts"
import { UserData } from "./members.ts"

const position = <S extends Schema.Schema.Any>(amount: S) =>
  Schema.NullOr(Schema.Struct({ userId: Schema.String, amount, position: Whole }))

export const PointsEntry = Schema.Struct({
  id: Id,
  points: Schema.Number,
  createdAt: Instant,
  updatedAt: Instant,
  user: Schema.Struct({
    id: Id,
    userId: Schema.String,
    userData: UserData,
    createdAt: Instant,
    updatedAt: Instant
  })
}).annotations({ identifier: "PointsEntry" })

export const PointsBoard = Schema.Struct({
  userPosition: position(Schema.Number),
  ...page(PointsEntry, Whole)
}).annotations({ identifier: "PointsBoard" })

export const CoinEntry = Schema.Struct({ userId: Schema.String, coins: Decimal }).annotations({
  identifier: "CoinEntry"
})

/** Here the interface has the count and the amounts as text. */
export const CoinBoard = Schema.Struct({
  userPosition: position(Decimal),
  ...page(CoinEntry, Schema.String)
}).annotations({ identifier: "CoinBoard" })

export const CoinYear = Schema.Struct({
  year: Schema.String,
  leaderboards: Schema.Record({ key: Schema.String, value: Schema.Array(CoinEntry) })
}).annotations({ identifier: "CoinYear" })
