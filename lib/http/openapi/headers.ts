import type { OpenApi } from "@effect/platform"
import { Record } from "effect"

/** The headers of answers that a caller acts on. Browsers of other origins may read them (`cors.ts`). */
export const headers = {
  "Idempotency-Replayed": {
    description: "Only where this is the first answer to the `Idempotency-Key` again",
    schema: { type: "string", enum: ["true"] }
  },
  "Retry-After": {
    description: "Seconds after which to try again",
    schema: { type: "integer", minimum: 1 }
  },
  "WWW-Authenticate": {
    description: "The scheme of the credentials that are needed",
    schema: { type: "string" }
  }
}
type Name = keyof typeof headers

const namesFor = (status: number, takesKey: boolean): ReadonlyArray<Name> => {
  if (status < 400) return takesKey ? ["Idempotency-Replayed"] : []
  if (status === 401) return ["WWW-Authenticate"]
  return status === 429 || status === 503 ? ["Retry-After"] : []
}

/** Adds the headers that answers of each status have. */
export const withHeaders = (
  responses: Record<string, OpenApi.OpenApiSpecResponse>,
  takesKey: boolean
): Record<string, OpenApi.OpenApiSpecResponse> =>
  Record.map(responses, (response, status) => {
    const names = namesFor(Number(status), takesKey)
    if (names.length === 0) return response
    const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
    return { ...response, headers: Object.fromEntries(references) }
  })
