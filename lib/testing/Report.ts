import { Data, Schema } from "effect"

/** The counts of a check that found no violation. */
export interface Report {
  readonly seed: number
  readonly sequences: number
  /** The sum of `single`, `groups`, `transactions`, `restarts`, `sweeps`, `jumps` and `extra`. */
  readonly commands: number
  /** Commands with one call. Retries are included, although a retry makes no call if there is nothing to retry. */
  readonly single: number
  /** Commands with concurrent calls. */
  readonly groups: number
  /** Transactions of the host, each with one or more calls. */
  readonly transactions: number
  readonly restarts: number
  readonly sweeps: number
  /** Jumps in time. */
  readonly jumps: number
  /** Commands that `extraCommand` made. */
  readonly extra: number
  /** The sum of `accepted`, `replayed`, all of `refused`, and `conflicts`. `AwardMany` and `RecordMany` have one answer for each item. */
  readonly answers: number
  readonly accepted: number
  readonly replayed: number
  /** The refused answers by their reason. */
  readonly refused: Readonly<Record<string, number>>
  /** Calls that the subject gave up after repeated conflicts with other transactions. */
  readonly conflicts: number
  readonly millis: number
}

/** The progress of a running check. */
export interface Progress {
  readonly finished: number
  readonly sequences: number
  readonly commands: number
  readonly millis: number
}

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

const showCounts = (counts: ReadonlyArray<readonly [count: number, what: string]>): string =>
  counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(", ")

/** Formats a report for printing. */
export const showReport = (report: Report): string => {
  const refusals = Object.entries(report.refused)
  const width = Math.max(0, ...refusals.map(([reason]) => reason.length))
  const commands = [
    [report.single, "single calls"],
    [report.groups, "concurrent groups"],
    [report.transactions, "host transactions"],
    [report.restarts, "restarts"],
    [report.sweeps, "sweeps"],
    [report.jumps, "jumps in time"],
    [report.extra, "extra commands"]
  ] as const
  const answers = [
    [report.accepted, "accepted"],
    [report.replayed, "replayed"],
    [report.conflicts, "conflicts"],
    [sum(report.refused), "refused"]
  ] as const
  return [
    `${report.commands} commands in ${report.sequences} sequences, from seed ${report.seed}, in ${Math.round(report.millis / 1000)} s: all limits held`,
    showCounts(commands),
    `${report.answers} answers: ${showCounts(answers)}${refusals.length === 0 ? "" : ":"}`,
    ...refusals.map(([reason, count]) => `  ${reason.padEnd(width)}  ${count}`)
  ].join("\n")
}

export const showProgress = ({ finished, millis, sequences }: Progress): string =>
  `${finished} of ${sequences} sequences in ${Math.round(millis / 1000)} s`

/** A property that does not hold in a sequence. `step` is the number of the command after which the violation was found. */
export class Violation extends Data.TaggedError("Violation")<{
  readonly property: string
  readonly detail: string
  readonly step: number
}> {
  override get message(): string {
    return `${this.property}: ${this.detail}`
  }
}

export const violation = (property: string, detail: string): Violation =>
  new Violation({ property, detail, step: 0 })

/** A sequence of commands that violates a property. */
export class HarnessFailure extends Schema.TaggedError<HarnessFailure>()("HarnessFailure", {
  property: Schema.String,
  detail: Schema.String,
  /** The seed of the generated sequence, for `HARNESS_SEED`. */
  seed: Schema.Int,
  /** fast-check's path from the generated sequence to the shrunk one; empty if there is none. */
  path: Schema.String,
  commands: Schema.Array(Schema.String),
  /** How many commands were generated. Running the failure again needs the same number. */
  generated: Schema.Int,
  /** False if the sequence passed on a second run. It was then not shrunk. */
  reproduced: Schema.Boolean
}) {
  /** The value of `HARNESS_SEED`, or of the `seed` option, that runs the same commands again. */
  get replay(): string {
    return this.path === "" ? String(this.seed) : `${this.seed}/${this.path}`
  }

  override get message(): string {
    const last = this.commands.length
    const width = String(last).length
    return [
      `does not hold ${last === 0 ? "before the first command" : `after command ${last}`}: ${this.property}`,
      ...this.detail.split("\n").map((line) => `  ${line}`),
      "",
      ...this.commands.map(
        (command, index) =>
          `  ${String(index + 1).padStart(width)}. ${command.replaceAll("\n", `\n${" ".repeat(width + 2)}`)}`
      ),
      "",
      this.reproduced
        ? `seed ${this.seed}, path ${this.path || "(not shrunk)"}. To run these commands again, set:`
        : `seed ${this.seed}. The sequence passed on a second run, so the failure depends on timing. To run these commands again, set:`,
      `  HARNESS_SEED=${this.replay} HARNESS_COMMANDS=${this.generated}`
    ].join("\n")
  }
}
