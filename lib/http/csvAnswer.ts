import { Clock, Effect, Option, Predicate, Stream } from "effect"
import { Sessions } from "../accounts/sessions/Sessions.ts"
import { ReadTurn } from "../events/ReadTurn.ts"
import { byteOrderMark, csvLine } from "../schema/csv.ts"
import { maxPageSize } from "../schema/Page.ts"
import type { Column, CsvList } from "./csvColumns.ts"
import type { ServiceFailure } from "./failure.ts"
import { type HandlerAnswer, type Incoming, type Services, type StreamAnswer, tokenOf } from "./handle.ts"
import type { Query } from "./query.ts"

/** Returns the weight of a content type in an Accept header; undefined if the header does not name it. */
const weightIn = (accept: string, type: string): number | undefined => {
  for (const range of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim())
    if (name !== type) continue
    const weight = parameters.find((each) => each.startsWith("q="))?.slice(2)
    return weight === undefined ? 1 : Number(weight)
  }
  return undefined
}

/**
 * Returns whether a request asks for CSV. It does if its Accept header names `text/csv`, and does not name JSON with a larger weight. A
 * HEAD request gets the headers of a page, because the length of a whole list is not known.
 */
export const asksForCsv = ({ headers, method }: Request): boolean => {
  const accept = headers.get("accept")
  if (method !== "GET" || accept === null || !/text\/csv/i.test(accept)) return false
  const weight = weightIn(accept, "text/csv") ?? 0
  return weight > 0 && weight >= (weightIn(accept, "application/json") ?? 0)
}

const cellOf = (entry: unknown, path: ReadonlyArray<string>): string => {
  let value = entry
  for (const name of path) value = Predicate.isRecord(value) ? value[name] : undefined
  if (value === undefined || value === null) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

interface ListPage {
  readonly entries: ReadonlyArray<unknown>
  /** The start of the next page; undefined if this is the last one. */
  readonly next: string | undefined
}

/** Returns the page in an answer; undefined if the answer has none. */
const pageOf = (answer: HandlerAnswer): ListPage | undefined => {
  if (!("data" in answer) || !Predicate.isRecord(answer.data) || !Array.isArray(answer.data.data))
    return undefined
  const { data: entries, hasMore = true, next, nextpage = null } = answer.data
  const start = next === undefined ? nextpage : next
  return { entries, next: hasMore === true && start !== null ? String(start) : undefined }
}

const textOf = (columns: ReadonlyArray<Column>, { entries }: ListPage): string =>
  entries.map((entry) => csvLine(columns.map(({ path }) => cellOf(entry, path)))).join("")

/** The parameters that choose the first page. A request for a later page has the start of that page instead. */
const firstPageOnly = ["after", "around", "before", "newest", "page"]

const queryFrom = (list: CsvList, query: Query, next: string): Query => ({
  ...Object.fromEntries(Object.entries(query).filter(([name]) => !firstPageOnly.includes(name))),
  [list.start]: next
})

/** Returns the name of the file, from the path and the day: `/laas/rules/awards` is saved as `rules-awards-2026-03-01.csv`. */
const fileName = (template: string, at: number): string => {
  const names = template.replace("/api/v1/laas/", "").split("/")
  const words = names.filter((name) => !name.startsWith(":"))
  return `${words.join("-")}-${new Date(at).toISOString().slice(0, 10)}.csv`
}

/** `header` tells programs that the first line has the names of the columns (RFC 4180). */
const contentType = "text/csv; charset=utf-8; header=present"

/**
 * Answers a list as CSV, with all pages from the one that the request asks for. If the handler's answer has no page, returns this answer
 * unchanged. Reads the first page before the answer begins, so that errors are answered as usual. If a later page cannot be read, the
 * connection is cut. A page is read only when the caller has read the pages before it. Between two pages, no transaction is open.
 */
export const csvAnswer = Effect.fnUntraced(function* <Asked extends Incoming>(
  { list, template }: { readonly list: CsvList; readonly template: string },
  request: Asked,
  handler: (request: Asked) => Effect.Effect<HandlerAnswer, ServiceFailure, Services>
) {
  const read = (query: Query) =>
    handler({ ...request, query: { ...query, ...(list.size && { [list.size]: String(maxPageSize) }) } })
  const answer = yield* read(request.query)
  const first = pageOf(answer)
  if (first === undefined) return answer
  const rest = (start: string) =>
    Stream.unwrap(
      Effect.map(ReadTurn, (inTurn) =>
        Stream.paginateEffect(start, (next) =>
          Effect.map(inTurn(read(queryFrom(list, request.query, next))), (answered) => {
            const page = pageOf(answered)
            return [
              page === undefined ? "" : textOf(list.columns, page),
              Option.fromNullable(page?.next)
            ] as const
          })
        )
      )
    )
  const names = csvLine(list.columns.map(({ name }) => name))
  const begin = Stream.succeed(byteOrderMark + names + textOf(list.columns, first))
  const stream = first.next === undefined ? begin : Stream.concat(begin, Stream.orDie(rest(first.next)))
  const file = fileName(template, yield* Clock.currentTimeMillis)
  const csv: StreamAnswer = {
    stream,
    revoked: (yield* Sessions).ended(yield* tokenOf(request.request)),
    document: { "content-type": contentType, "content-disposition": `attachment; filename="${file}"` }
  }
  return csv
})
