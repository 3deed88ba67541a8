/** `citus` is the cluster at `CITUS_URL`. Its parts run only on request. */
export type Database = "sqlite" | "postgres" | "citus"

/** What a run counted, for the table at its end and for docs/guarantees.md. */
export type Figures = Readonly<Record<string, number | string>>

/** One part of the proof: a check on one database, in a process of its own. */
export interface Run {
  readonly database: Database
  readonly form: "short" | "full"
  readonly rounds: number
  /** Everything random comes from it, so that a fault can be shown again. */
  readonly seed: number
  /** Tells how many rounds are done, for the progress bar. */
  readonly progress: (done: number) => void
}

/** A claim that we make, as a program that can fail. It fails by throwing. */
export interface Check {
  readonly name: string
  readonly claim: string
  /** What one round is, in the plural: "kills", "requests". */
  readonly unit: string
  /** Of each database. A check without a short form is left out of it. */
  readonly rounds: { readonly short?: number; readonly full: number }
  /** The most rounds of one part, where all of them would take too long: more are several parts, each with seeds of its own. */
  readonly most?: number
  readonly databases: ReadonlyArray<Database>
  /** It measures times, or keeps every core busy by itself: no other part runs beside it. */
  readonly alone?: true
  /** It runs tests: a change of any of them asks for another run. */
  readonly runsTests?: true
  readonly run: (run: Run) => Promise<Figures>
}
