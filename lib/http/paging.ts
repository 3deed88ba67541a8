import { Schema } from "effect"
import type { Page } from "../schema/Page.ts"
import { described, Whole } from "./answerSchemas.ts"

/** Makes the fields of one page, for lists with page numbers. */
export const page = <S extends Schema.Schema.Any, C extends Schema.Schema.Any>(entry: S, count: C) => ({
  data: Schema.Array(entry),
  count,
  currentpage: Whole,
  nextpage: Schema.NullOr(Whole),
  prevpage: Schema.NullOr(Whole),
  lastpage: Whole
})

/** Makes the schema of a page of a list without page numbers. */
export const keysetPage = <S extends Schema.Schema.Any>(identifier: string, entry: S) =>
  Schema.Struct({
    data: Schema.Array(entry),
    hasMore: described(
      Schema.Boolean,
      "Whether the list goes on. A page can have fewer entries than `limit`, or none, although the list goes on: for one page, the service examines at most 1,000 entries and returns at most 250 kB of notes, metadata and other texts"
    ),
    next: described(
      Schema.NullOr(Schema.String),
      "Pass it as `after` to get the next page; null if the list does not go on"
    )
  }).annotations({ identifier })

/** Encodes the entries of a page. */
export const encodePage = <A, B>({ data, ...end }: Page<A>, encode: (entry: A) => B): Page<B> => ({
  data: data.map(encode),
  ...end
})

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
