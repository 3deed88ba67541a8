/** Text as a page shows it, with what stands between backticks as code. */
export const escapeHtml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/`([^`]+)`/g, "<code>$1</code>")

export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const line = (cell: "td" | "th", cells: ReadonlyArray<string>) =>
    `<tr>${cells.map((content) => `<${cell}>${content}</${cell}>`).join("")}</tr>`
  return rows.length === 0
    ? ""
    : `<table>${line("th", head)}${rows.map((row) => line("td", row)).join("")}</table>`
}
