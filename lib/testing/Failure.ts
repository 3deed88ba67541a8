import { Data, Schema } from "effect"

/** A property that did not hold in one sequence; `step` is the number of the command after which it was seen. */
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

/** A sequence of commands after which a property did not hold, as short as it could be made. */
export class HarnessFailure extends Schema.TaggedError<HarnessFailure>()("HarnessFailure", {
  property: Schema.String,
  detail: Schema.String,
  /** The sequence as it was generated: what `HARNESS_SEED` takes. */
  seed: Schema.Int,
  /** Where the shrunk sequence is, counted from the seed; empty when it could not be made shorter. */
  path: Schema.String,
  commands: Schema.Array(Schema.String),
  /** How many commands were generated, for the replay. */
  generated: Schema.Int,
  /** False when the sequence passed on a second run: the failure depends on timing, and nothing was shrunk. */
  reproduced: Schema.Boolean
}) {
  /** The value of `HARNESS_SEED` or of the `seed` option that runs these very commands again. */
  get replay(): string {
    return this.path === "" ? String(this.seed) : `${this.seed}/${this.path}`
  }

  override get message(): string {
    const last = this.commands.length
    const width = String(last).length
    return [
      `does not hold after command ${last}: ${this.property}`,
      ...this.detail.split("\n").map((line) => `  ${line}`),
      "",
      ...this.commands.map(
        (command, index) =>
          `  ${String(index + 1).padStart(width)}. ${command.replaceAll("\n", `\n${" ".repeat(width + 2)}`)}`
      ),
      "",
      this.reproduced
        ? `seed ${this.seed}, path ${this.path || "(not shrunk)"}; these commands again:`
        : `seed ${this.seed}; it passed on a second run, so it depends on timing. The same commands again:`,
      `  HARNESS_SEED=${this.replay} HARNESS_COMMANDS=${this.generated}`
    ].join("\n")
  }
}
