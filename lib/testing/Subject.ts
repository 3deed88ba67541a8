import type { Effect, Scope } from "effect"
import type { Action, Call, CommandTag } from "./Command.ts"
import type { Violation } from "./Failure.ts"
import type * as Model from "./Model.ts"

/** A subject's answer to a call. */
export interface Observed {
  /** In the wording of the system's `say`. */
  readonly line: string
  /** The complete answer, for comparing replays. */
  readonly record?: string
  /** The id of the award, transfer, reversal or refund. */
  readonly id?: string
  /** The id of the created or changed rule. */
  readonly ruleId?: string
  /** The subject says that it repeated an earlier answer. */
  readonly replayed?: boolean
  /** The subject gave up after repeated conflicts with other transactions and wrote nothing. */
  readonly conflict?: boolean
}

/** The subject's ids of the rules of the model, and of the events of its history. */
export interface Ids {
  readonly rules: ReadonlyArray<string>
  readonly events: ReadonlyArray<string>
}

/** Makes a call. */
export type Perform = (action: Action, ids: Ids) => Effect.Effect<ReadonlyArray<Observed>>

/** What a subject holds about a sequence, as far as it can be seen. */
export interface Reading {
  /** Two readings with the same lines show that nothing was written between them. */
  readonly lines: ReadonlyArray<string>
  /** How it differs from the model: "+" marks lines of the subject alone, "-" lines of the model alone. */
  readonly differences: (state: Model.State, ids: Ids) => ReadonlyArray<string>
}

/** A subject during one sequence, which has partners of its own. */
export interface Trial<Tools> {
  /** The ids by which an audit names the partners. */
  readonly partners: ReadonlyArray<string>
  readonly perform: Perform
  /** Fails if what it reads contradicts itself, whatever the model says. */
  readonly read: Effect.Effect<Reading, Violation>
  /** What extra commands work with. */
  readonly tools: () => Tools
  /** Runs the body in a transaction of the host, and commits or rolls back. */
  readonly transact?: <A>(
    body: (perform: Perform) => Effect.Effect<A, Violation>,
    end: "commit" | "roll back"
  ) => Effect.Effect<A, Violation>
  readonly restart?: Effect.Effect<void, Violation>
  /** The clock, if it can be driven: its time, and a jump to another time that follows from it, both in milliseconds. */
  readonly clock?: {
    readonly now: () => number
    readonly travel: (to: (now: number) => number) => Effect.Effect<void, Violation>
  }
}

/** An open subject. Sequences run on it one after the other, or at the same time. */
export interface System<Tools> {
  /** The commands that it can do. Others are not generated. */
  readonly commands: ReadonlySet<CommandTag>
  /** Changes a generated call into one that it can express. */
  readonly adapt?: (call: Call) => Call
  /**
   * Whether differences show which of a member's equal awards came first. Otherwise awards of one rule to one member that
   * were made at once are not reversed, because it may depend on their order whether that is possible.
   */
  readonly tellsOrder?: boolean
  /**
   * Whether differences show the terms of all rules. Otherwise, among calls made at once, a rule is updated at most once, because
   * nothing would tell which of two updates came last.
   */
  readonly tellsTerms?: boolean
  /** The members that it has from the start; none by default. */
  readonly members?: Model.State["members"]
  /** The wording of an expected answer, with as much of it as this subject answers. */
  readonly say: (answer: Model.Answer) => string
  /** Registers the partners of a sequence. */
  readonly start: Effect.Effect<Trial<Tools>, Violation, Scope.Scope>
  /** Runs one step of a sequence while no other sequence restarts the system or moves its clock. */
  readonly during: <A, E, R>(step: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Recomputes all that is derived. Returns what it finds, by the partner's id. */
  readonly audit?: Effect.Effect<ReadonlyMap<string, string>>
}

/**
 * What is tested. `layerSubject`, `urlSubject`, `httpSubject` and `implementationSubject` make one. `E` is what keeps it
 * from opening, `Tools` what extra commands get.
 */
export interface Subject<E = never, Tools = unknown> {
  /** `users` is the number of sequences that run concurrently. */
  readonly open: (users: number) => Effect.Effect<System<Tools>, E, Scope.Scope>
}
