const cellOf = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows as RFC 4180 says. The byte order mark tells spreadsheets that the text is UTF-8. */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`
