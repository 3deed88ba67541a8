import { Clock, Context, Effect } from "effect"
import { Boards } from "../../index.ts"
import * as Model from "../Model.ts"
import type { Violation } from "../Report.ts"
import { type Contents, compareLines, sameLines } from "../Subject.ts"
import type { LibraryIds } from "./calls.ts"
import { differences } from "./differences.ts"
import type { WriterContext } from "./library.ts"
import { namesIn } from "./names.ts"
import { settledRows } from "./settledRows.ts"
import { brokenInvariant, readTables, rowTexts, type TableRows } from "./tableRows.ts"
import { expectedTimes, readTimes, type TimeReading } from "./timeLines.ts"

/** The points board of a partner. `asked` is the position of one member. */
interface BoardReading {
  readonly partner: "home" | "away"
  readonly points: ReadonlyMap<string, number>
  readonly asked: { readonly userId: string; readonly amount: number; readonly position: number } | null
}

/** Returns the users that have, or once had, pending coins or coins that expire. */
const usersWithTimes = (
  { lots, members, pendingAwards }: TableRows,
  partnerId: string
): ReadonlyArray<string> => {
  const owners = new Set([...lots, ...pendingAwards].map(({ memberId }) => memberId))
  return members.flatMap((member) =>
    member.partnerId === partnerId && owners.has(member.id) ? [member.userId] : []
  )
}

/** Tests create fewer members than this, so one page has all of them. */
const everybody = 100

const boardLines = ({ partner, points, asked }: BoardReading): ReadonlyArray<string> => [
  ...Array.from(points, ([user, units]) => `${partner} points of ${user}: ${units}`),
  ...(asked === null ? [] : [`${partner} position of ${asked.userId}: ${asked.amount} at ${asked.position}`])
]

/** Returns the lines that the model expects. A member without points has the position 0. */
const expectedBoard = (state: Model.State, { partner, asked }: BoardReading): ReadonlyArray<string> => {
  const members = [...state.members, ...state.erased].filter((member) => member.partner === partner)
  const earned = members.map(({ user }) => [user, Model.earned(state, partner, user)] as const)
  const points = new Map(earned.filter(([, units]) => units > 0))
  const amount = points.get(Model.memberOf(state, partner, asked?.userId ?? "")) ?? 0
  const above = Array.from(points.values()).filter((units) => units > amount).length
  const position = amount === 0 ? 0 : above + 1
  return boardLines({ partner, points, asked: asked === null ? null : { ...asked, amount, position } })
}

/**
 * Reads the tables and checks their invariants, then reads the boards, and what the library shows of pending and expiring coins. If neither
 * the tables nor the time have changed since the last reading, it returns the earlier contents.
 */
export const contentsReader = (
  writer: () => WriterContext,
  known: Pick<LibraryIds, "firstIds" | "partners">
): Effect.Effect<Contents, Violation> => {
  const { partners } = known
  let checked: ReadonlyArray<string> = []
  let settled: ReadonlyArray<string> = []
  let readAt = 0
  let contents: Contents | undefined
  let turn = 0
  return Effect.gen(function* () {
    const stored = yield* readTables(writer(), partners)
    const now = yield* Clock.currentTimeMillis
    const lines = rowTexts(stored)
    if (sameLines(checked, lines) && now === readAt && contents !== undefined) return contents
    const broken = brokenInvariant(stored)
    if (broken !== undefined) return yield* broken
    const tables = settledRows(stored, now)
    const before = settled
    settled = rowTexts(tables)
    // A reading of the same rows must give the same lines.
    if (!sameLines(before, settled)) turn += 1
    const { nameOf } = namesIn(tables, known)
    const boards: Array<BoardReading> = []
    const times: Array<TimeReading> = []
    for (const partner of ["home", "away"] as const) {
      const partnerId = partners[partner]
      const withTimes = usersWithTimes(stored, partnerId)
      if (withTimes.length > 0) times.push(yield* readTimes(writer(), partner, partnerId, withTimes, nameOf))
      const users = tables.members.filter((member) => member.partnerId === partnerId)
      // After each change of the rows, the reading asks for the position of the next member.
      const userId = users[turn % Math.max(1, users.length)]?.userId
      if (userId === undefined) continue
      const board = Context.get(writer(), Boards).points({ partnerId, take: everybody, userId })
      const { entries, userPosition: asked } = yield* Effect.orDie(board)
      boards.push({
        partner,
        points: new Map(entries.map(({ points, userId }) => [nameOf(partnerId, userId), points])),
        asked: asked === null ? null : { ...asked, userId: nameOf(partnerId, asked.userId) }
      })
    }
    const shown = [...boards.flatMap(boardLines), ...times.flatMap(({ lines }) => lines)]
    checked = lines
    readAt = now
    contents = {
      lines: [...settled, ...shown],
      differences: (state, ids) => [
        ...differences(tables, { ...known, ...ids }, state),
        ...compareLines(
          [
            ...boards.flatMap((board) => expectedBoard(state, board)),
            ...times.flatMap((reading) => expectedTimes(state, ids, reading))
          ],
          shown
        )
      ]
    }
    return contents
  })
}
