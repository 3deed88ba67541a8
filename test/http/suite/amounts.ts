import assert from "node:assert/strict"
import { FastCheck as fc, Schema } from "effect"
import { pointsEntry, pointsPosition } from "../../../lib/http/boards/handlers.ts"
import { transaction } from "../../../lib/http/coins/transaction.ts"
import * as Coins from "../../../lib/rewards/Coins.ts"
import { MemberId } from "../../../lib/rewards/Id.ts"
import { get } from "../../support/calls.ts"
import type { Table } from "../../support/table.ts"

const at = new Date(0)
const id = MemberId.make("01890a5d-ac96-774b-bcce-b302099a8057")
const party = { id: "p", name: "p", email: "", tag: null }

/** The JSON of an answer, read by its receiver. */
const sent = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer))
const read = <A>(schema: Schema.Schema<A>, answer: unknown): A => Schema.decodeUnknownSync(schema)(answer)

const Transaction = Schema.Struct({ coins: Schema.Number })
const Points = Schema.Struct({ points: Schema.Number })
const Position = Schema.Struct({ amount: Schema.Number })

/** Every number that the interface shows for an amount. */
const shown = (coins: Coins.Coins): ReadonlyArray<number> => {
  const movement = {
    id,
    userId: "u",
    kind: "award" as const,
    leaves: false,
    coins,
    narration: null,
    createdAt: at,
    reversedAt: null
  }
  const entry = { id, userId: "u", points: coins, createdAt: at, updatedAt: at }
  return [
    read(Transaction, sent(transaction(movement, party, party))).coins,
    read(Points, sent(pointsEntry(entry, null))).points,
    read(Position, sent(pointsPosition({ userId: "u", amount: coins, position: 1 }))).amount
  ]
}

const units = fc.oneof(
  fc.integer({ min: 0, max: Coins.max }),
  fc.nat(1_000_000).map((below) => Coins.max - below),
  fc.nat(1_000_000)
)

const History = Schema.Struct({ data: Schema.Struct({ data: Schema.Array(Transaction) }) })
const Board = Schema.Struct({ data: Schema.Struct({ data: Schema.Array(Points) }) })

export const amounts = (table: Table): void =>
  table("amounts as JSON numbers", [], (test) => {
    test("are parsed back to what is stored, for every amount", async () =>
      fc.assert(
        fc.property(units, (count) => {
          for (const number of shown(Coins.make(count))) assert.equal(Coins.parse(number), count)
        }),
        { numRuns: 5_000 }
      ))

    test("come back as they were written, up to the largest", async ({ partner, send }) => {
      for (const coinValue of ["499999999999.9999", "400000000000.0003", "274877906944.0001", "0.0001"]) {
        // One account of the partner's side holds no more than the largest amount, so each amount has its partner.
        const mint = await partner(`mint-${coinValue}`)
        await mint.rule({ name: "mint", coinValue })
        await mint.onboard("ada")
        await mint.award("ada", "mint")
        const history = await send(mint.as(get("/laas/coins/transactions?userId=ada")))
        const board = await send(mint.as(get("/laas/leaderboard/new")))
        assert.deepEqual(
          [
            read(History, history.body).data.data.map(({ coins }) => String(coins)),
            read(Board, board.body).data.data.map(({ points }) => String(points))
          ],
          [[coinValue], [coinValue]]
        )
      }
    })
  })
