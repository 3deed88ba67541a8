import { escaped } from "../schema/Text.ts"
import type { Raw } from "./answer.ts"
import type { WireFailure } from "./failure.ts"
import { page } from "./page.ts"

/** A failure as a page for people. */
export const failurePage = ({ status, body, headers }: WireFailure): Raw =>
  page({
    status,
    title: body.message,
    content: `<p>${escaped(body.data.error)}</p>`,
    headers
  })
