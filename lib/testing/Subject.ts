import type { Effect, Scope } from "effect"
import type { Call, CommandTag, ResolvedCall } from "./HarnessCommand.ts"
import type * as Model from "./Model.ts"
import type { Violation } from "./Report.ts"

/** A subject's answer to a call. */
export interface Observed {
  /** The text of the answer. It must equal the text that the system's `say` returns for the expected answer. */
  readonly line: string
  /** The complete answer as a text. A replay must return the same text. */
  readonly record?: string
  /** The id of the award, transfer, adjustment or activity, or of the reversal or refund. */
  readonly id?: string
  /** The ids of the awards that a recorded activity earned, in the order of the answer. Ignored in a replay. */
  readonly awards?: ReadonlyArray<string>
  /** The id of the created or changed rule. */
  readonly ruleId?: string
  /** True if the subject reports that it repeated an earlier answer. */
  readonly replayed?: boolean
  /** True if the subject gave up after repeated conflicts with other transactions and wrote nothing. */
  readonly conflict?: boolean
}

/** The subject's ids for the rules of the model, and for the events of the model's history. */
export interface SubjectIds {
  readonly rules: ReadonlyArray<string>
  readonly events: ReadonlyArray<string>
}

/** Makes a call and returns the subject's answers. */
export type Perform = (call: ResolvedCall, ids: SubjectIds) => Effect.Effect<ReadonlyArray<Observed>>

/** Everything that a sequence can read from its subject. */
export interface Contents {
  /** The contents as texts. A refused or repeated call must not change them. */
  readonly lines: ReadonlyArray<string>
  /** Returns the differences from the model: "+" marks lines that only the subject has, and "-" marks lines that only the model has. */
  readonly differences: (state: Model.State, ids: SubjectIds) => ReadonlyArray<string>
}

/** A subject during one sequence, which has its own partners. */
export interface Trial<Tools> {
  /** The ids of the partners. An audit reports its findings by these ids. */
  readonly partners: ReadonlyArray<string>
  readonly perform: Perform
  /** Reads the contents. Fails if they are inconsistent, for example if a balance is not the sum of its entries. */
  readonly read: Effect.Effect<Contents, Violation>
  /** Returns the `tools` that extra commands get. */
  readonly tools: () => Tools
  /** Runs the body in a transaction of the host, and commits or rolls back. */
  readonly transact?: <A>(
    body: (perform: Perform) => Effect.Effect<A, Violation>,
    end: "commit" | "roll back"
  ) => Effect.Effect<A, Violation>
  readonly restart?: Effect.Effect<void, Violation>
  /** Writes all coins that have matured or expired. */
  readonly sweep?: Effect.Effect<void, Violation>
  /** The clock, if the harness can set it. `travel` gets a function from the current time to the new time, in milliseconds. */
  readonly clock?: {
    readonly now: () => number
    readonly travel: (to: (now: number) => number) => Effect.Effect<void, Violation>
  }
}

/** An open subject. Sequences run on it one after the other, or concurrently. */
export interface System<Tools> {
  /** The commands that the subject supports. Other commands are not generated. */
  readonly commands: ReadonlySet<CommandTag>
  /** Changes a generated call into one that the subject supports. */
  readonly adapt?: (call: Call) => Call
  /**
   * True if `differences` shows the order of events with the same kind, rule and user. If false, the harness does not undo such events
   * of concurrent calls.
   */
  readonly tellsOrder?: boolean
  /** True if `differences` shows all settings of rules. If false, concurrent calls update a rule at most once. */
  readonly tellsTerms?: boolean
  /** The members that the subject has from the start; none by default. */
  readonly members?: Model.State["members"]
  /** Formats an expected answer as a text, with only the details that this subject returns. */
  readonly say: (answer: Model.Answer) => string
  /** Prepares the subject for a sequence, for example by registering partners. */
  readonly start: Effect.Effect<Trial<Tools>, Violation, Scope.Scope>
  /** Runs one step of a sequence. Until the step ends, no other sequence restarts the system or moves its clock. */
  readonly during: <A, E, R>(step: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Recomputes all derived data. Returns the differences from the stored data, as a text for each partner's id. */
  readonly audit?: Effect.Effect<ReadonlyMap<string, string>>
}

/**
 * The system under test. `layerSubject`, `urlSubject`, `httpSubject` and `implementationSubject` make one. `open` can fail with `E`.
 * Extra commands get `Tools`.
 */
export interface Subject<E = never, Tools = unknown> {
  /** `users` is the number of sequences that run concurrently. */
  readonly open: (users: number) => Effect.Effect<System<Tools>, E, Scope.Scope>
}

/** The time at which a sequence starts, if the harness can set the clock. It is near the end of a day, a month and a year. */
export const startOfTime = Date.UTC(2027, 11, 30, 22, 30)

/** Marks added lines with "+" and removed lines with "-". */
export const compareLines = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const [old, now] = [new Set(before), new Set(after)]
  return [
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
    ...before.filter((line) => !now.has(line)).map((line) => `- ${line}`)
  ]
}

export const sameLines = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): boolean =>
  before.length === after.length && before.every((line, index) => line === after[index])

/** Returns each distinct line once, with the number of its occurrences. */
export const countLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(lines, (line) => line),
    ([line, all]) => `${line}: ${all.length}`
  )
