import { Effect, Layer, Stream } from "effect"
import { Holders } from "../rewards/personal/Holders.ts"
import { encoderOf } from "../schema/Compiled.ts"
import { UserPosition } from "./Board.ts"
import { Boards } from "./Boards.ts"

const types = ["earner", "spender"] as const
const encode = encoderOf(UserPosition)

/** Exports the positions of members on the boards of all time. */
export const layer: Layer.Layer<never, never, Boards | Holders> = Layer.effectDiscard(
  Effect.gen(function* () {
    const boards = yield* Boards
    const holders = yield* Holders
    holders.add({
      name: "boards",
      sections: {
        positions: ({ partnerId, userId }) =>
          Stream.mapEffect(Stream.fromIterable(types), (type) =>
            Effect.map(boards.position({ partnerId, userId, type }), (found) => ({ type, ...encode(found) }))
          )
      }
    })
  })
)
