/** What a check that held has seen. */
export interface Report {
  readonly seed: number
  readonly sequences: number
  readonly commands: number
  readonly accepted: number
  readonly refused: Readonly<Record<string, number>>
  readonly replayed: number
  readonly groups: number
  readonly restarts: number
  /** Jumps in time. */
  readonly jumps: number
  /** Commands of the adopter's own. */
  readonly extra: number
  /**
   * Calls that the subject gave up after repeated conflicts with other transactions. Only possible with more than one
   * writer.
   */
  readonly conflicts: number
  readonly millis: number
}

/** How far a check is. */
export interface Progress {
  readonly finished: number
  readonly sequences: number
  readonly commands: number
  readonly millis: number
}

const nonZero = (counts: ReadonlyArray<readonly [count: number, what: string]>): string =>
  counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(", ")

/** The report as lines to print. */
export const showReport = (report: Report): string => {
  const { accepted, commands, conflicts, extra, groups, jumps, millis, refused, replayed, restarts } = report
  const refusals = Object.entries(refused)
  const width = Math.max(0, ...refusals.map(([reason]) => reason.length))
  return [
    `${commands} commands in ${report.sequences} sequences, from seed ${report.seed}, in ${Math.round(millis / 1000)} s: all limits held`,
    nonZero([
      [accepted, "accepted"],
      [replayed, "replayed"],
      [groups, "groups at once"],
      [restarts, "restarts"],
      [jumps, "jumps in time"],
      [extra, "extra commands"],
      [conflicts, "conflicts"]
    ]),
    ...(refusals.length === 0 ? [] : ["refused:"]),
    ...refusals.map(([reason, count]) => `  ${reason.padEnd(width)}  ${count}`)
  ].join("\n")
}

export const showProgress = ({ finished, millis, sequences }: Progress): string =>
  `${finished} of ${sequences} sequences in ${Math.round(millis / 1000)} s`
