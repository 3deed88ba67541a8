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

/** A batch without statements. */
export const succeed = <A>(value: A): Batch<A> => ({ steps: [], read: () => Either.right(value) })

/** One statement over all rows at once. Without rows, the batch is empty. */
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

/** Fails with a conflict if the condition does not hold for the value of the batch. The transaction then starts over. */
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

/** Joins batches. The new batch runs all statements in their order, and returns the values of the batches. */
const joined = <E>(batches: ReadonlyArray<Batch<unknown, E>>): Batch<ReadonlyArray<unknown>, E> => ({
  steps: batches.flatMap(({ steps }) => steps),
  read: (answers) => {
    const values: Array<unknown> = []
    let start = 0
    for (const { read, steps } of batches) {
      const value = read(answers.slice(start, start + steps.length))
      if (Either.isLeft(value)) return Either.left(value.left)
      values.push(value.right)
      start += steps.length
    }
    return Either.right(values)
  }
})

/** Joins batches, and returns the value of each batch under its name. */
export const all = <B extends Readonly<Record<string, Batch<unknown, unknown>>>>(batches: B) =>
  map(joined(Object.values(batches)), (values) => {
    const named: Record<string, unknown> = {}
    Object.keys(batches).forEach((name, index) => {
      named[name] = values[index]
    })
    return named
  }) as Batch<{ readonly [K in keyof B]: Value<B[K]> }, ErrorIn<B[keyof B]>>

/** Joins batches, and returns no values. */
export const inOrder = <E = never>(batches: ReadonlyArray<Batch<unknown, E>>): Batch<void, E> =>
  map(joined(batches), () => undefined)
