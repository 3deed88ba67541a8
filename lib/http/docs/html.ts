import { escaped } from "../../schema/Html.ts"

/** Escapes text, and shows what stands between backticks as code. */
export const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

export const code = (text: string): string => `<code>${escaped(text)}</code>`

export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const line = (cell: "td" | "th", cells: ReadonlyArray<string>) =>
    `<tr>${cells.map((content) => `<${cell}>${content}</${cell}>`).join("")}</tr>`
  return rows.length === 0
    ? ""
    : `<table>${line("th", head)}${rows.map((row) => line("td", row)).join("")}</table>`
}
