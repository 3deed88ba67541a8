import { Effect } from "effect"
import type * as fc from "fast-check"
import type { ExtraArbitrary } from "./Arbitrary.ts"
import type * as Model from "./Model.ts"
import { Violation, violation } from "./Report.ts"
import type { Subject } from "./Subject.ts"

/** What an extra command can use. */
export interface ExtraContext<Tools> {
  /** Depends on the subject: the services of a layer, requests to a service, or the adopter's implementation. */
  readonly tools: Tools
  /** The state of the model at this point. */
  readonly state: Model.State
  /** The ids of the partners "home" and "away", and the id of each rule of the model. */
  readonly partners: ReadonlyArray<string>
  readonly rules: ReadonlyArray<string>
}

export interface ExtraOptions<A, Tools> {
  /** Names the command in reports. */
  readonly name: string
  /** How often it is generated, 3 by default; an award has 24. */
  readonly weight?: number
  /** The payload, which shrinks with the sequence. It is printed as JSON. */
  readonly arbitrary: fc.Arbitrary<A>
  /**
   * Runs between two commands. Throw, reject or fail to report a violation. It may write only what the model does not
   * know of: the subject must still hold the same as the model afterwards.
   */
  readonly run: (
    payload: A,
    context: ExtraContext<Tools>
  ) => void | Promise<void> | Effect.Effect<void, unknown>
}

/** A command of the adopter. `extraCommand` makes one. */
export interface ExtraCommand<in Tools> extends ExtraArbitrary {
  readonly run: (payload: unknown, context: ExtraContext<Tools>) => Effect.Effect<void, Violation>
}

/**
 * Adds a command to the sequences: `check({ subject, extra: [extraCommand(subject, { name, arbitrary, run })] })`. The
 * subject only determines the type of the tools that `run` gets.
 */
export const extraCommand = <A, Tools>(
  _: Subject<unknown, Tools>,
  { name, weight = 3, arbitrary, run }: ExtraOptions<A, Tools>
): ExtraCommand<Tools> => ({
  name,
  weight,
  arbitrary,
  run: (payload, context) =>
    // The payload of a command with this name was made by this arbitrary.
    Effect.tryPromise({ try: async () => run(payload as A, context), catch: (error) => error }).pipe(
      Effect.flatMap((result) => (Effect.isEffect(result) ? result : Effect.void)),
      Effect.mapError((error) => {
        if (error instanceof Violation) return error
        const detail = error instanceof Error ? error.message : String(error)
        return violation(`the command "${name}" holds`, detail)
      })
    )
})
