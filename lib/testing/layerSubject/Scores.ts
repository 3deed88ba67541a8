import { Context, Effect } from "effect"
import { Boards } from "../../boards/Boards.ts"
import * as Model from "../Model.ts"
import type { Writer } from "./Session.ts"
import type { Snapshot } from "./Snapshot.ts"

/** What the points board of a partner shows, and where one of its members stands. */
export interface Scores {
  readonly partner: "home" | "away"
  readonly points: ReadonlyMap<string, number>
  readonly asked: { readonly userId: string; readonly amount: number; readonly position: number } | null
}

/** More than a sequence has members. */
const everybody = 100

/** Reads the board of a partner, and the position of the member whose turn it is. None where the partner has no members. */
export const read = (
  writer: Writer,
  snapshot: Snapshot,
  partner: "home" | "away",
  partnerId: string,
  turn: number
): Effect.Effect<ReadonlyArray<Scores>> => {
  const users = snapshot
    .rows("account")
    .filter((row) => row.partner === partnerId && row.rest[0] === "wallet")
    .flatMap((row) => row.rest[2] ?? [])
  const userId = users[turn % Math.max(1, users.length)]
  if (userId === undefined) return Effect.succeed([])
  return Effect.map(
    Effect.orDie(Context.get(writer, Boards).points({ partnerId, take: everybody, userId })),
    ({ entries, userPosition }) => [
      {
        partner,
        points: new Map(entries.map(({ points, userId }) => [userId, points])),
        asked: userPosition
      }
    ]
  )
}

const lineOf = ({ partner, points, asked }: Scores): ReadonlyArray<string> => [
  ...Array.from(points, ([user, units]) => `${partner} points of ${user}: ${units}`),
  ...(asked === null ? [] : [`${partner} position of ${asked.userId}: ${asked.amount} at ${asked.position}`])
]

export const lines = (scores: ReadonlyArray<Scores>): ReadonlyArray<string> => scores.flatMap(lineOf)

/** The same of the model: points are the payments that were not reversed, and a position counts those above. */
export const expected = (scores: ReadonlyArray<Scores>, state: Model.State): ReadonlyArray<string> =>
  scores.flatMap(({ partner, asked }) => {
    const members = state.members.filter((member) => member.partner === partner)
    const earned = members.map(({ user }) => [user, Model.earned(state, partner, user)] as const)
    const points = new Map(earned.filter(([, units]) => units > 0))
    const amount = points.get(asked?.userId ?? "") ?? 0
    const above = Array.from(points.values()).filter((units) => units > amount).length
    const position = amount === 0 ? 0 : above + 1
    return lineOf({ partner, points, asked: asked === null ? null : { ...asked, amount, position } })
  })
