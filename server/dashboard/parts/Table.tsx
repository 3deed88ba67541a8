import type { ComponentChildren } from "preact"

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  readonly numeric?: boolean
  /** Not shown on a narrow screen. */
  readonly secondary?: boolean
}

interface Props<Row> {
  /** What the table shows, for those who do not see its heading. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** The row that was looked for. */
  readonly isMarked?: (row: Row) => boolean
}

const classOf = <Row,>({ numeric, secondary }: Column<Row>): string =>
  [numeric ? "number" : "", secondary ? "secondary" : ""].join(" ").trim()

export const Table = <Row,>({ caption, columns, isMarked, keyOf, rows }: Props<Row>) => (
  <div class="panel scroll">
    <table>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} aria-current={isMarked?.(row) ? "true" : undefined}>
            {columns.map((column) => (
              <td key={column.title} class={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
