import { Effect } from "effect"
import type * as fc from "fast-check"
import type { ExtraArbitrary } from "./Arbitrary.ts"
import type * as Model from "./Model.ts"
import { Violation, violation } from "./Report.ts"
import type { Subject } from "./Subject.ts"

/** The context that an extra command gets. */
export interface ExtraContext<Tools> {
  /** The tools of the subject: the services of a layer, requests to a service, or the implementation under test. */
  readonly tools: Tools
  /** The state of the model when the command runs. */
  readonly state: Model.State
  /** The ids of the partners "home" and "away"; empty if the subject has no partners. */
  readonly partners: ReadonlyArray<string>
  /** The subject's ids of the rules, in the order of `state.rules`. */
  readonly rules: ReadonlyArray<string>
}

export interface ExtraOptions<A, Tools> {
  /** Names the command in reports. */
  readonly name: string
  /** The weight of the command when commands are generated; 3 by default. Awards have the weight 32. */
  readonly weight?: number
  /** Generates the payload, which shrinks with the sequence. Reports print it as JSON. */
  readonly arbitrary: fc.Arbitrary<A>
  /**
   * Runs between two commands. To report a violation, it throws, rejects or fails. It must not change anything that the harness
   * compares with the model.
   */
  readonly run: (
    payload: A,
    context: ExtraContext<Tools>
  ) => void | Promise<void> | Effect.Effect<void, unknown>
}

/** An extra command. `extraCommand` makes one. */
export interface ExtraCommand<in Tools> extends ExtraArbitrary {
  readonly run: (payload: unknown, context: ExtraContext<Tools>) => Effect.Effect<void, Violation>
}

/**
 * Adds a command to the sequences: `check({ subject, extra: [extraCommand(subject, { name, arbitrary, run })] })`. The argument
 * `subject` is used only for the type of the tools that `run` gets.
 */
export const extraCommand = <A, Tools>(
  _: Subject<unknown, Tools>,
  { name, weight = 3, arbitrary, run }: ExtraOptions<A, Tools>
): ExtraCommand<Tools> => ({
  name,
  weight,
  arbitrary,
  run: (payload, context) =>
    // A command runs only with payloads that its own arbitrary has generated.
    Effect.tryPromise({ try: async () => run(payload as A, context), catch: (error) => error }).pipe(
      Effect.flatMap((result) => (Effect.isEffect(result) ? result : Effect.void)),
      Effect.mapError((error) => {
        if (error instanceof Violation) return error
        const detail = error instanceof Error ? error.message : String(error)
        return violation(`the command "${name}" succeeds`, detail)
      })
    )
})
