import { ApiFailure } from "../api.ts"

/** A page of a list. `next` is the start of the next page. */
export interface Listed<Row> {
  readonly data: ReadonlyArray<Row>
  readonly hasMore: boolean
  readonly next: string | null
}

/** A list whose filter names a member or a rule that does not exist is empty. */
export const emptyIfUnknown = <Row>(page: Promise<Listed<Row>>): Promise<Listed<Row>> =>
  page.catch((failure: unknown) => {
    if (!(failure instanceof ApiFailure) || !failure.isUnknown) throw failure
    return { data: [], hasMore: false, next: null }
  })

/** The most requests for one page. */
const mostRequests = 10

/**
 * Reads a page. The service examines a limited number of records for a request, so its page can be short although the list goes on.
 * Then reads on, until there are `size` rows or the list ends, with at most ten requests.
 */
export const fullPage = async <Row>(
  size: number,
  read: (after: string | undefined) => Promise<Listed<Row>>,
  after?: string | undefined
): Promise<Listed<Row>> => {
  let page = await read(after)
  for (
    let requests = 1;
    requests < mostRequests && page.data.length < size && page.next !== null;
    requests++
  ) {
    const rest = await read(page.next)
    page = { ...rest, data: [...page.data, ...rest.data] }
  }
  return page
}
