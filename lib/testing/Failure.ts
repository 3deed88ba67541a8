import { Data, Schema } from "effect"

/** A property that did not hold in a sequence. `step` is the number of the command after which this was found. */
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

/** A sequence of commands that violates a property, shrunk as far as possible. */
export class HarnessFailure extends Schema.TaggedError<HarnessFailure>()("HarnessFailure", {
  property: Schema.String,
  detail: Schema.String,
  /** The seed of the generated sequence, for `HARNESS_SEED`. */
  seed: Schema.Int,
  /** fast-check's path from the generated sequence to the shrunk one; empty if it could not be shrunk. */
  path: Schema.String,
  commands: Schema.Array(Schema.String),
  /** How many commands were generated. A replay needs the same number. */
  generated: Schema.Int,
  /** False if the sequence passed on a second run: the failure depends on timing, and nothing was shrunk. */
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
