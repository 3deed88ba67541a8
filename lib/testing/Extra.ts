import { Effect } from "effect"
import type * as fc from "fast-check"
import { Violation, violation } from "./Failure.ts"
import type * as Model from "./Model.ts"
import type { Subject } from "./Subject.ts"

/** What an extra command can use. */
export interface ExtraContext<Tools> {
  /** The subject's: services of a layer, requests to a service, or the adopter's implementation. */
  readonly tools: Tools
  /** What the model knows at this point. */
  readonly state: Model.State
  /** The ids of the partners "home" and "away", and the id of each rule of the model. */
  readonly partners: ReadonlyArray<string>
  readonly rules: ReadonlyArray<string>
}

type Result = void | Promise<void> | Effect.Effect<void, unknown>

export interface ExtraOptions<A, Tools> {
  /** Names the command in reports. */
  readonly name: string
  /** How often it is generated, 3 by default; an award has 24. */
  readonly weight?: number
  /** The payload, which shrinks with the sequence. It is printed as JSON. */
  readonly arbitrary: fc.Arbitrary<A>
  /**
   * Runs between two commands. Throw, reject or fail to report a violation. Afterwards the subject must still hold what
   * the model says, so it can write only what the model does not know of.
   */
  readonly run: (payload: A, context: ExtraContext<Tools>) => Result
}

/** A command of an adopter's own. `extraCommand` makes one. */
export interface Extra<in Tools> {
  readonly name: string
  readonly weight: number
  readonly arbitrary: fc.Arbitrary<unknown>
  readonly run: (payload: unknown, context: ExtraContext<Tools>) => Effect.Effect<void, Violation>
}

const toEffect = (run: () => Result): Effect.Effect<void, unknown> =>
  Effect.flatMap(Effect.try({ try: run, catch: (error) => error }), (result) => {
    if (Effect.isEffect(result)) return result
    return result instanceof Promise
      ? Effect.tryPromise({ try: () => result, catch: (error) => error })
      : Effect.void
  })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Adds a command to the sequences: `check({ subject, extra: [extraCommand(subject, { name, arbitrary, run })] })`. The
 * subject is there for the type of the tools that `run` gets.
 */
export const extraCommand = <A, Tools>(
  _: Subject<unknown, Tools>,
  options: ExtraOptions<A, Tools>
): Extra<Tools> => ({
  name: options.name,
  weight: options.weight ?? 3,
  arbitrary: options.arbitrary,
  run: (payload, context) =>
    // The payload of a command with this name was made by this arbitrary.
    toEffect(() => options.run(payload as A, context)).pipe(
      Effect.mapError((error) =>
        error instanceof Violation
          ? error
          : violation(`the command "${options.name}" holds`, messageOf(error))
      )
    )
})
