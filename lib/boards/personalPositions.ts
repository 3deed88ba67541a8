import { Effect, Layer, Stream } from "effect"
import { Holders } from "../rewards/personal/Holders.ts"
import { encoderOf } from "../schema/Compiled.ts"
import { UserPosition } from "./Board.ts"
import { Boards } from "./Boards.ts"
import { Folds } from "./Folds.ts"

const types = ["earner", "spender"] as const
const encode = encoderOf(UserPosition)

/** Exports the positions of members on the all-time boards, and moves the scores of merged members. */
export const layer: Layer.Layer<never, never, Boards | Folds | Holders> = Layer.effectDiscard(
  Effect.gen(function* () {
    const boards = yield* Boards
    const folds = yield* Folds
    const holders = yield* Holders
    holders.add({
      name: "boards",
      merge: ({ memberId, mergedId, partnerId }) =>
        folds.merge({ partnerId, fromId: mergedId, intoId: memberId }),
      sections: {
        positions: ({ partnerId, userId }) =>
          Stream.mapEffect(Stream.fromIterable(types), (type) =>
            Effect.map(boards.position({ partnerId, userId, type }), (found) => ({ type, ...encode(found) }))
          )
      }
    })
  })
)
