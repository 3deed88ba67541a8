import { Schema } from "effect"
import { Whole } from "./answerSchemas.ts"

/** A page of a list that has page numbers. */
export const page = <S extends Schema.Schema.Any, C extends Schema.Schema.Any>(entry: S, count: C) => ({
  data: Schema.Array(entry),
  count,
  currentpage: Whole,
  nextpage: Schema.NullOr(Whole),
  prevpage: Schema.NullOr(Whole),
  lastpage: Whole
})

/** The key of the next page of a list that starts with the newest entry. */
export const next = Schema.NullOr(Schema.String).annotations({
  description: "Pass as `before` for the next page"
})

/** A page of a list whose next page starts after its last entry. */
export const keysetPage = <S extends Schema.Schema.Any>(identifier: string, entry: S) =>
  Schema.Struct({
    data: Schema.Array(entry),
    hasMore: Schema.Boolean.annotations({ description: "Whether there are more entries" }),
    next: Schema.NullOr(Schema.String).annotations({
      description: "Pass as `after` for the next page; null after the last one"
    })
  }).annotations({ identifier })

/** The key of the next page. */
export const nextOf = <A>(
  { data, hasMore }: { readonly data: ReadonlyArray<A>; readonly hasMore: boolean },
  id: (entry: A) => string
) => {
  const last = data.at(-1)
  return { hasMore, next: hasMore && last !== undefined ? id(last) : null }
}

/** The page numbers of an answer, by the interface's names. */
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
