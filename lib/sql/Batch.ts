import { Either } from "effect"
import type { Dialect } from "./Dialect.ts"
import { TransactionConflict } from "./Errors.ts"
import type { Statement } from "./Statement.ts"

/** The rows that came back, a list for each statement. */
export type Answers = ReadonlyArray<ReadonlyArray<unknown>>

interface Step {
  readonly text: (dialect: Dialect) => string
  readonly parameters: (dialect: Dialect) => ReadonlyArray<unknown>
}

/**
 * Statements of which none needs another's answer, and what their answers mean. They run in their order, one after the
 * other, but their sender waits only once: `Database.send`. Those of several services become one batch by `zip`. Answers
 * may be a conflict (`ensure`), and then the batch cannot be what a transaction ends with: nobody would read them in time.
 */
export interface Batch<out A, out E = never> {
  readonly steps: ReadonlyArray<Step>
  readonly read: (answers: Answers) => Either.Either<A, E>
}

/** Nothing to do, and known already. */
export const succeed = <A>(value: A): Batch<A> => ({ steps: [], read: () => Either.right(value) })

/** One statement over all the rows at once. No rows, no statement. */
export const of = <Row, A>(
  statement: Statement<Row, A>,
  rows: ReadonlyArray<Row>
): Batch<ReadonlyArray<A>> => {
  if (rows.length === 0) return succeed([])
  const step: Step = {
    text: (dialect) => statement.text(dialect, rows.length),
    parameters: (dialect) => statement.parameters(dialect, rows)
  }
  return { steps: [step], read: ([answer = []]) => Either.right(statement.decode(answer)) }
}

export const map = <A, B, E>(self: Batch<A, E>, f: (value: A) => B): Batch<B, E> => ({
  steps: self.steps,
  read: (answers) => Either.map(self.read(answers), f)
})

/** A conflict unless the answers are as they have to be; whoever sent the batch starts over. */
export const ensure = <A, E>(
  self: Batch<A, E>,
  holds: (value: A) => boolean,
  reason: string
): Batch<A, E | TransactionConflict> => ({
  steps: self.steps,
  read: (answers) => Either.filterOrLeft(self.read(answers), holds, () => new TransactionConflict({ reason }))
})

/** First the one, then the other. */
export const zip = <A, B, E, F>(self: Batch<A, E>, that: Batch<B, F>): Batch<readonly [A, B], E | F> => ({
  steps: [...self.steps, ...that.steps],
  read: (answers) =>
    Either.flatMap(
      self.read(answers.slice(0, self.steps.length)),
      (one): Either.Either<readonly [A, B], E | F> =>
        Either.map(that.read(answers.slice(self.steps.length)), (other) => [one, other] as const)
    )
})

/** One after the other, for what they do alone. */
export const inOrder = <E = never>(batches: ReadonlyArray<Batch<unknown, E>>): Batch<void, E> =>
  map(
    batches.reduce<Batch<unknown, E>>((before, next) => zip(before, next), succeed(undefined)),
    () => undefined
  )
