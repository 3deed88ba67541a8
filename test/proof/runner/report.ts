import type { Figures } from "../check.ts"
import type { Part } from "./options.ts"

export interface Row {
  readonly part: Part
  readonly verdict: "passed" | "FAILED"
  readonly figures: Figures
  readonly seconds: number
  /** When it ran, if that was in an earlier call. */
  readonly remembered?: string
}

const grouped = (value: number | string): string =>
  typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 3 }) : value

const cellsOf = ({ figures, part, remembered, seconds, verdict }: Row): ReadonlyArray<string> => [
  part.check,
  part.database,
  `${grouped(part.rounds)} ${part.unit}`,
  Object.entries(figures)
    .map(([name, value]) => `${grouped(value)} ${name}`)
    .join(", "),
  remembered === undefined ? verdict : `${verdict} ${remembered}`,
  grouped(Math.round(seconds))
]

const heads = ["check", "database", "rounds", "figures", "verdict", "seconds"]

/** A table that reads well in a terminal and in Markdown. */
export const table = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const lines = rows.map(cellsOf)
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...lines.map((cells) => cells[column]?.length ?? 0))
  )
  const line = (cells: ReadonlyArray<string>) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...lines.map(line)]
}
