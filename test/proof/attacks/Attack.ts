import type { Caller } from "../../server/caller.ts"
import type { ServiceRuntime } from "../../server/runtimes.ts"
import type { Database, Run } from "../check.ts"
import type { Hostile } from "../hostile/kinds.ts"

/** The service while an attack is prepared. It is started again afterwards, so that its memory is that of a new process. */
export interface Stage extends Pick<Run, "database" | "form"> {
  readonly url: string
  /** A partner with a rule "visit" and a member "ada". */
  readonly partner: (more?: Readonly<Record<string, string>>) => Promise<Caller>
}

/** What an attacker does: a hostile kind with its options. */
export interface Assault extends Partial<Omit<Hostile, "url" | "database">> {
  readonly kind: string
}

export interface Plan {
  /** By name, in the order in which they are tried. */
  readonly assaults: Readonly<Record<string, Assault>>
  /**
   * Ordinary work of one partner with the same means. The process does it before its memory is measured, because such work alone fills
   * caches and the heap of a new process.
   */
  readonly ordinary?: Assault
  /** What another partner does while it is attacked, by name. Each returns the status of its answer. Awards are always among them. */
  readonly victim?: Readonly<Record<string, (url: string, other: Caller) => Promise<number>>>
  /** Fields with which the other partner is onboarded. */
  readonly onboarding?: Readonly<Record<string, string>>
  readonly end?: () => Promise<void>
}

/**
 * An attack with the means of a partner, and what it must not do: another partner is refused nothing, waits at most three times as long
 * as without it, and the memory of the process is bounded.
 */
export interface Attack {
  readonly name: string
  readonly claim: string
  readonly databases?: ReadonlyArray<Database>
  readonly on?: () => Promise<ServiceRuntime>
  readonly settings?: Readonly<Record<string, string>>
  readonly wrap?: (command: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Why the attack cannot be made here; undefined where it can. */
  readonly missing?: () => string | undefined
  readonly prepare: (stage: Stage) => Promise<Plan>
}
