import { escaped } from "../../schema/Html.ts"
import type { WireFailure } from "../failure.ts"
import type { Raw } from "../Operation.ts"
import { page } from "./layout.ts"

/** A failure as a person reads it. */
export const failurePage = ({ status, body, headers }: WireFailure): Raw =>
  page({
    status,
    title: body.message,
    content: `<p>${escaped(body.data.error)}</p>`,
    headers
  })
