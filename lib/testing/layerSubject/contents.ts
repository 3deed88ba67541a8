import { Context, Effect } from "effect"
import { Boards } from "../../index.ts"
import * as Model from "../Model.ts"
import type { Violation } from "../Report.ts"
import { type Contents, compareLines, sameLines } from "../Subject.ts"
import type { LibraryIds } from "./calls.ts"
import { differences } from "./differences.ts"
import type { WriterContext } from "./library.ts"
import { brokenInvariant, readTables, type TableRows } from "./tableRows.ts"

/** The points board of a partner, and the position of one of its members. */
interface BoardReading {
  readonly partner: "home" | "away"
  readonly points: ReadonlyMap<string, number>
  readonly asked: { readonly userId: string; readonly amount: number; readonly position: number } | null
}

/** More than the members of a sequence. */
const everybody = 100

/** Reads the board of a partner, and the position of the member at this turn. Reads nothing without members. */
const readBoard = (
  writer: WriterContext,
  tables: TableRows,
  partner: "home" | "away",
  partnerId: string,
  turn: number
): Effect.Effect<ReadonlyArray<BoardReading>> => {
  const users = tables.members.filter((member) => member.partnerId === partnerId)
  const userId = users[turn % Math.max(1, users.length)]?.userId
  if (userId === undefined) return Effect.succeed([])
  return Effect.map(
    Effect.orDie(Context.get(writer, Boards).points({ partnerId, take: everybody, userId })),
    ({ entries, userPosition }) => {
      const points = new Map(entries.map(({ points, userId }) => [userId, points]))
      return [{ partner, points, asked: userPosition }]
    }
  )
}

const boardLines = ({ partner, points, asked }: BoardReading): ReadonlyArray<string> => [
  ...Array.from(points, ([user, units]) => `${partner} points of ${user}: ${units}`),
  ...(asked === null ? [] : [`${partner} position of ${asked.userId}: ${asked.amount} at ${asked.position}`])
]

/** The lines of the model: points are the payments that were not reversed, and a position counts the members above. */
const expectedBoard = (state: Model.State, { partner, asked }: BoardReading): ReadonlyArray<string> => {
  const members = state.members.filter((member) => member.partner === partner)
  const earned = members.map(({ user }) => [user, Model.earned(state, partner, user)] as const)
  const points = new Map(earned.filter(([, units]) => units > 0))
  const amount = points.get(asked?.userId ?? "") ?? 0
  const above = Array.from(points.values()).filter((units) => units > amount).length
  const position = amount === 0 ? 0 : above + 1
  return boardLines({ partner, points, asked: asked === null ? null : { ...asked, amount, position } })
}

/** Reads the tables and the boards and checks the invariants, unless the same rows were read and checked before. */
export const contentsReader = (
  writer: () => WriterContext,
  partners: LibraryIds["partners"]
): Effect.Effect<Contents, Violation> => {
  let checked: ReadonlyArray<string> = []
  let contents: Contents | undefined
  let turn = 0
  return Effect.gen(function* () {
    const tables = yield* readTables(writer(), partners)
    if (sameLines(checked, tables.lines) && contents !== undefined) return contents
    const broken = brokenInvariant(tables)
    if (broken !== undefined) return yield* broken
    turn += 1
    const boards = (yield* Effect.forEach(["home", "away"] as const, (partner) =>
      readBoard(writer(), tables, partner, partners[partner], turn)
    )).flat()
    const shown = boards.flatMap(boardLines)
    checked = tables.lines
    contents = {
      lines: [...tables.lines, ...shown],
      differences: (state, ids) => [
        ...differences(tables, { partners, ...ids }, state),
        ...compareLines(
          boards.flatMap((board) => expectedBoard(state, board)),
          shown
        )
      ]
    }
    return contents
  })
}
