import { Either } from "effect"
import type { Answers, Request } from "./Connections.ts"
import type { Dialect } from "./Dialect.ts"
import { TransactionConflict } from "./Errors.ts"
import type { Statement } from "./Statement.ts"

/** Makes the requests of one statement. Their answers are merged into one list of rows. */
type Step = (dialect: Dialect) => ReadonlyArray<Request>

/**
 * Statements that do not need each other's answers, and a function that reads all answers. `Database.send` runs the statements in
 * their order. `ensure` makes a batch that can fail with a `TransactionConflict`. Such a batch cannot be the last batch of a
 * transaction, because its answers would be read after COMMIT.
 */
export interface Batch<out A, out E = never> {
  readonly steps: ReadonlyArray<Step>
  readonly read: (answers: Answers) => Either.Either<A, E>
}

/** Returns a batch without statements. */
export const succeed = <A>(value: A): Batch<A> => ({ steps: [], read: () => Either.right(value) })

/** Makes a batch of one statement over all rows at once. Without rows, the batch is empty. */
export const of = <Row, A>(
  statement: Statement<Row, A>,
  rows: ReadonlyArray<Row>
): Batch<ReadonlyArray<A>> => {
  if (rows.length === 0) return succeed([])
  const read = ([answer]: Answers) => {
    if (answer === undefined) throw new Error("the database did not answer a statement of a batch")
    return Either.right(statement.decode(answer))
  }
  return { steps: [(dialect) => statement.requests(dialect, rows)], read }
}

export const map = <A, B, E>(self: Batch<A, E>, f: (value: A) => B): Batch<B, E> => ({
  steps: self.steps,
  read: (answers) => Either.map(self.read(answers), f)
})

/** Makes a batch that fails with a conflict if the condition does not hold for its value. The transaction then starts over. */
export const ensure = <A, E>(
  self: Batch<A, E>,
  holds: (value: A) => boolean,
  reason: string
): Batch<A, E | TransactionConflict> => ({
  steps: self.steps,
  read: (answers) => Either.filterOrLeft(self.read(answers), holds, () => new TransactionConflict({ reason }))
})

type ErrorIn<B> = B extends Batch<unknown, infer E> ? E : never
export type Value<B> = B extends Batch<infer A, unknown> ? A : never

const none: Answers = []

/** Reads the values of batches whose statements ran in their order, and passes them on. Stops at the first conflict. */
const readEach = <E>(
  batches: ReadonlyArray<Batch<unknown, E>>,
  answers: Answers,
  onValue: (value: unknown, index: number) => void
): Either.Either<void, E> => {
  let start = 0
  for (const [index, { read, steps }] of batches.entries()) {
    const end = start + steps.length
    const value = read(start === end ? none : answers.slice(start, end))
    if (Either.isLeft(value)) return Either.left(value.left)
    onValue(value.right, index)
    start = end
  }
  return Either.void
}

const stepsOf = (batches: ReadonlyArray<Batch<unknown, unknown>>): ReadonlyArray<Step> =>
  batches.flatMap(({ steps }) => steps)

/** Joins batches, and returns the value of each batch under its name. */
export const all = <B extends Readonly<Record<string, Batch<unknown, unknown>>>>(batches: B) => {
  const names = Object.keys(batches)
  const values = Object.values(batches)
  const joined: Batch<unknown, unknown> = {
    steps: stepsOf(values),
    read: (answers) => {
      const named: Record<string, unknown> = {}
      const read = readEach(values, answers, (value, index) => {
        named[names[index] ?? ""] = value
      })
      return Either.isLeft(read) ? read : Either.right(named)
    }
  }
  return joined as Batch<{ readonly [K in keyof B]: Value<B[K]> }, ErrorIn<B[keyof B]>>
}

/** Joins batches, and returns no values. */
export const inOrder = <E = never>(batches: ReadonlyArray<Batch<unknown, E>>): Batch<void, E> => ({
  steps: stepsOf(batches),
  read: (answers) => readEach(batches, answers, () => {})
})
