import { addressOf, sessionPath } from "../api.ts"
import type { PageOperation, Query } from "../contract.ts"
import { parts } from "../words/common.ts"

interface Props<O extends PageOperation> {
  /** The operation that lists. */
  readonly of: O
  /** The filters of the page. Empty ones are left out. */
  readonly query?: Query<O>
  readonly params?: Readonly<Record<string, string>>
  /** What the file has, such as "these awards". */
  readonly what: string
}

/** Saves a whole list as CSV. A link, so that the browser writes a long answer to the file while it arrives. */
export const CsvLink = <O extends PageOperation>({ of, params, query, what }: Props<O>) => {
  const given = Object.entries<string | undefined>(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value]]
  )
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`
  return (
    <a
      class="button plain"
      href={`${sessionPath()}${addressOf(of, params).path}.csv${search}`}
      download
      title={parts.csvHint(what)}
    >
      CSV<span class="unseen">{parts.csvOf(what)}</span>
    </a>
  )
}
