import { useState } from "preact/hooks"
import { type Load, useLoad } from "./load.ts"

/** A page of a list of the API that goes on after its last entry. */
export interface Listed<Row> {
  readonly data: ReadonlyArray<Row>
  readonly hasMore: boolean
  readonly next: string | null
}

export interface More<Row> {
  /** All rows that were read so far; empty until the first page is there. */
  readonly rows: ReadonlyArray<Row>
  readonly hasMore: boolean
  readonly busy: boolean
  /** Why the next page could not be read. What was read stays. */
  readonly failure: unknown
  readonly more: () => void
}

interface Rest<Row> {
  /** The first page that the others go on from: they are dropped when it is read anew. */
  readonly of: Listed<Row> | undefined
  readonly pages: ReadonlyArray<Listed<Row>>
  readonly busy: boolean
  readonly failure: unknown
}

/** Reads a list page by page: the first at once, and whenever one of `dependencies` changes; others when they are asked for. */
export const useMore = <Row>(
  read: (after: string | undefined, signal: AbortSignal) => Promise<Listed<Row>>,
  dependencies: ReadonlyArray<unknown>
): { readonly first: Load<Listed<Row>>; readonly list: More<Row> } => {
  const first = useLoad((signal) => read(undefined, signal), dependencies)
  const of = first.data
  const [kept, setRest] = useState<Rest<Row>>({ of, pages: [], busy: false, failure: undefined })
  const rest = kept.of === of ? kept : { of, pages: [], busy: false, failure: undefined }
  const last = rest.pages.at(-1) ?? of

  const more = (): void => {
    const next = last?.next ?? null
    if (rest.busy || next === null) return
    const change = (changes: (state: Rest<Row>) => Rest<Row>) =>
      setRest((state) => (state.of === of ? changes(state) : state))
    setRest({ ...rest, busy: true, failure: undefined })
    read(next, new AbortController().signal).then(
      (page) => change((state) => ({ ...state, pages: [...state.pages, page], busy: false })),
      (failure: unknown) => change((state) => ({ ...state, busy: false, failure }))
    )
  }

  return {
    first,
    list: {
      rows: of === undefined ? [] : [of, ...rest.pages].flatMap(({ data }) => data),
      hasMore: last?.hasMore ?? false,
      busy: rest.busy,
      failure: rest.failure,
      more
    }
  }
}
