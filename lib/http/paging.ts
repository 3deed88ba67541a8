import { Schema } from "effect"
import { described, Whole } from "./answerSchemas.ts"

/** The fields of one page, for lists with page numbers. */
export const page = <S extends Schema.Schema.Any, C extends Schema.Schema.Any>(entry: S, count: C) => ({
  data: Schema.Array(entry),
  count,
  currentpage: Whole,
  nextpage: Schema.NullOr(Whole),
  prevpage: Schema.NullOr(Whole),
  lastpage: Whole
})

/** A page of a list whose next page starts after the last entry of this page. */
export const keysetPage = <S extends Schema.Schema.Any>(identifier: string, entry: S) =>
  Schema.Struct({
    data: Schema.Array(entry),
    hasMore: described(Schema.Boolean, "Whether there are more entries"),
    next: described(
      Schema.NullOr(Schema.String),
      "Pass it as `after` to get the next page; null on the last page"
    )
  }).annotations({ identifier })

/** Makes a keyset page. If there are more records, `next` is the id of the last record of this page. */
export const pageAfter = <A, B>(
  { data, hasMore }: { readonly data: ReadonlyArray<A>; readonly hasMore: boolean },
  encode: (entry: A) => B,
  idOf: (entry: A) => string
) => {
  const last = data.at(-1)
  return { data: data.map(encode), hasMore, next: hasMore && last !== undefined ? idOf(last) : null }
}

export const pageNumbers = (page: {
  readonly currentPage: number
  readonly nextPage: number | null
  readonly prevPage: number | null
  readonly lastPage: number
}) => ({
  currentpage: page.currentPage,
  nextpage: page.nextPage,
  prevpage: page.prevPage,
  lastpage: page.lastPage
})
