import type { Command } from "./Command.ts"
import type { Observed } from "./Subject.ts"

/** Counts what a check has seen, so that its report shows how often each limit was reached. */
export class Tally {
  commands = 0
  accepted = 0
  replayed = 0
  conflicts = 0
  restarts = 0
  groups = 0
  jumps = 0
  extra = 0
  readonly refused = new Map<string, number>()

  command({ _tag }: Command): void {
    this.commands += 1
    if (_tag === "Restart") this.restarts += 1
    if (_tag === "Together") this.groups += 1
    if (_tag === "Travel") this.jumps += 1
    if (_tag === "Extra") this.extra += 1
  }

  count(observed: ReadonlyArray<Observed>): void {
    for (const { line, conflict, replayed } of observed) {
      const reason = /^refused: (.+?)(?: |$)/.exec(line)?.[1]
      if (conflict) this.conflicts += 1
      else if (reason !== undefined) this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1)
      else if (replayed) this.replayed += 1
      else this.accepted += 1
    }
  }
}
