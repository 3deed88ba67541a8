import type { Command } from "./Command.ts"
import type { Observed } from "./observe.ts"

/** Counts what a check has seen, so that its report shows how often each limit was reached. */
export class Tally {
  commands = 0
  accepted = 0
  replayed = 0
  conflicts = 0
  restarts = 0
  groups = 0
  readonly refused = new Map<string, number>()

  command(command: Command): void {
    this.commands += 1
    if (command._tag === "Restart") this.restarts += 1
    if (command._tag === "Together") this.groups += 1
  }

  count(observed: ReadonlyArray<Observed>): void {
    for (const { line, conflict } of observed) {
      const tag = /^refused: (\w+)/.exec(line)?.[1]
      if (conflict) this.conflicts += 1
      else if (tag !== undefined) this.refused.set(tag, (this.refused.get(tag) ?? 0) + 1)
      else if (line.endsWith("(replayed)")) this.replayed += 1
      else this.accepted += 1
    }
  }
}
