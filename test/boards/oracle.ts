// The expected boards, as sorted arrays computed from a plain list of movements.
import type { BoardType, MonthOfYear } from "../../lib/boards/Board.ts"
import type { MemberId } from "../../lib/index.ts"

export interface Person {
  readonly id: MemberId
  readonly userId: string
  readonly createdAt: Date
}

/** `amount` is negative for what undoes another movement; `of` is then the moment of that one. */
export interface Movement {
  readonly userId: string
  readonly type: BoardType
  readonly amount: number
  readonly at: Date
  readonly of?: Date
}

export interface Line {
  readonly person: Person
  readonly score: number
  readonly reachedAt: number
}

const compare = (a: Line, b: Line): number =>
  b.score - a.score || a.reachedAt - b.reachedAt || (a.person.id < b.person.id ? -1 : 1)

const isWithin = (at: Date, { year, month }: MonthOfYear): boolean =>
  at.getUTCFullYear() === year && at.getUTCMonth() + 1 === month

/** Whether a time is not after the month. */
const isBy = (at: Date, { year, month }: MonthOfYear): boolean =>
  at.getUTCFullYear() * 12 + at.getUTCMonth() <= year * 12 + month - 1

export class Oracle {
  readonly people = new Map<string, Person>()
  readonly movements: Array<Movement> = []

  /** All members with a score above 0, in board order. */
  board(type: BoardType, month?: MonthOfYear): ReadonlyArray<Line> {
    const lines = new Map<string, Line>()
    for (const { at, amount, of: counted = at, type: moved, userId } of this.movements) {
      const person = this.people.get(userId)
      if (person === undefined || moved !== type || (month && !isWithin(counted, month))) continue
      const { score, reachedAt } = lines.get(userId) ?? { score: 0, reachedAt: 0 }
      lines.set(userId, { person, score: score + amount, reachedAt: Math.max(reachedAt, at.getTime()) })
    }
    return Array.from(lines.values())
      .filter(({ score }) => score > 0)
      .sort(compare)
  }

  /** The same, followed by all other members who joined by the end of the month. */
  filled(type: BoardType, month: MonthOfYear): ReadonlyArray<Line> {
    const board = this.board(type, month)
    const scored = new Set(board.map(({ person }) => person.userId))
    const others = Array.from(this.people.values())
      .filter((person) => !scored.has(person.userId) && isBy(person.createdAt, month))
      .map((person) => ({ person, score: 0, reachedAt: person.createdAt.getTime() }))
    return [...board, ...others.sort(compare)]
  }

  position(
    board: ReadonlyArray<Line>,
    userId: string
  ): { readonly amount: number; readonly position: number } {
    const amount = board.find(({ person }) => person.userId === userId)?.score ?? 0
    const position = amount === 0 ? 0 : 1 + board.filter(({ score }) => score > amount).length
    return { amount, position }
  }
}
