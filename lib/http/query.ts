import { Either } from "effect"
import { type Fault, InvalidInput } from "../schema/Input.ts"

export type Query = Readonly<Record<string, string>>

/** The part of a route that says which parameters it takes. */
interface Parameters {
  readonly method: string
  readonly failuresAs: string
  readonly parameters: ReadonlySet<string>
}

const noQuery: Query = {}

/** Returns the parameters of a query. A parameter without a value counts as absent. */
export const queryOf = (search: string): Query =>
  search.length < 2
    ? noQuery
    : Object.fromEntries(
        Array.from(new URLSearchParams(search.split("#", 1)[0])).filter(([, value]) => value !== "")
      )

/** Common names of paging parameters, here and in other APIs. */
const pagingNames: ReadonlySet<string> = new Set([
  "page",
  "limit",
  "take",
  "after",
  "before",
  "cursor",
  "offset",
  "skip",
  "size",
  "count",
  "pageSize",
  "page_size",
  "perPage",
  "per_page"
])

const faultOf = (field: string, { parameters }: Parameters): Fault => {
  const known = Array.from(parameters).filter((name) => pagingNames.has(name))
  const fix = known.length === 0 ? "leave it out" : `use ${known.join(" and ")}`
  return { field, problem: `is not a parameter of this path: ${fix}` }
}

/**
 * Returns the parameters that a route takes. Other parameters are ignored. But most reads refuse unknown paging parameters, because
 * otherwise the caller would get the first page each time and never stop.
 */
export const parametersOf = (query: Query, route: Parameters): Either.Either<Query, InvalidInput> => {
  if (query === noQuery) return Either.right(query)
  const names = Object.keys(query)
  const refusesPaging = route.method === "GET" && route.failuresAs === "envelope"
  const misnamed = names.filter(
    (name) => refusesPaging && pagingNames.has(name) && !route.parameters.has(name)
  )
  if (misnamed.length > 0) {
    return Either.left(new InvalidInput({ faults: misnamed.map((name) => faultOf(name, route)) }))
  }
  return Either.right(
    Object.fromEntries(Object.entries(query).filter(([name]) => route.parameters.has(name)))
  )
}
