import type { ComponentChildren } from "preact"

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  readonly numeric?: boolean
  /** Not shown on a narrow screen. */
  readonly secondary?: boolean
  /** Not wrapped: times, states, buttons. */
  readonly tight?: boolean
}

interface Props<Row> {
  /** The table's name for screen readers. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** Marks the row that the reader looks for. */
  readonly isMarked?: (row: Row) => boolean
}

const classOf = <Row,>({ numeric, secondary, tight }: Column<Row>): string =>
  [numeric && "number", secondary && "secondary", tight && "tight"].filter(Boolean).join(" ")

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
