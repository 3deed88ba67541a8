import { useEffect, useState } from "preact/hooks"
import { loadedPages, returned } from "../app/router.ts"
import { parts } from "../words/common.ts"
import { Button } from "./Button.tsx"
import { Failure } from "./Failure.tsx"
import { fullPage, type Listed } from "./fullPage.ts"
import { type Load, useLoad } from "./load.tsx"

export interface More<Row> {
  /** All rows that were loaded; empty until the first page is there. */
  readonly rows: ReadonlyArray<Row>
  readonly hasMore: boolean
  readonly busy: boolean
  /** Why the next page could not be loaded. Earlier pages stay. */
  readonly failure: unknown
  readonly more: () => void
}

interface Rest<Row> {
  /** The first page. The others are dropped when it is reloaded. */
  readonly of: Listed<Row> | undefined
  readonly pages: ReadonlyArray<Listed<Row>>
  readonly busy: boolean
  readonly failure: unknown
}

/** Loads a list page by page: the first at once and when one of `dependencies` changes, the others on demand. */
export const useMore = <Row,>(
  size: number,
  readSome: (after: string | undefined, signal: AbortSignal) => Promise<Listed<Row>>,
  dependencies: ReadonlyArray<unknown>
): { readonly first: Load<Listed<Row>>; readonly list: More<Row> } => {
  const read = (after: string | undefined, signal: AbortSignal) =>
    fullPage(size, (start) => readSome(start, signal), after)
  const key = JSON.stringify(dependencies)
  /** Reads the first page, and after a step back as many pages as were loaded before. */
  const readFirst = async (signal: AbortSignal): Promise<Listed<Row>> => {
    let page = await read(undefined, signal)
    for (let pages = returned().pages[key] ?? 1; pages > 1 && page.next !== null; pages--) {
      const rest = await read(page.next, signal)
      page = { ...rest, data: [...page.data, ...rest.data] }
    }
    return page
  }
  const first = useLoad(readFirst, dependencies)
  const of = first.data
  const [stored, setRest] = useState<Rest<Row>>({ of, pages: [], busy: false, failure: undefined })
  const rest = stored.of === of ? stored : { of, pages: [], busy: false, failure: undefined }
  const last = rest.pages.at(-1) ?? of
  const loaded = of === undefined ? 0 : (returned().pages[key] ?? 1) + rest.pages.length
  useEffect(() => {
    loadedPages.set(key, loaded)
    return () => void loadedPages.delete(key)
  }, [key, loaded])

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

/** The button below a list that has more pages. */
export const ShowMore = ({ of }: { readonly of: More<unknown> }) =>
  of.failure !== undefined ? (
    <Failure of={of.failure} what={parts.rowsNotLoaded} retry={of.more} />
  ) : of.hasMore ? (
    <p class="more">
      <Button kind="plain" off={of.busy} onClick={of.more}>
        {of.busy ? parts.reading : parts.showMore}
      </Button>
    </p>
  ) : null
