import type { Body } from "./body.ts"

/** A request to a known route, before its caller is known and its body is read. */
export interface Target {
  readonly request: Request
  /** The group and name of the endpoint, as in `rules.create`. */
  readonly operation: string
  /** The ecosystem of the path, or empty text where the path has none. */
  readonly eco: string
  /** The other parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The service's address for the outside, without a slash at its end. It is a setting, never taken from a request. */
  readonly publicUrl: string
}

/** A request as every handler gets it. Handlers that need to know their caller get more: see `Callers`. */
export interface Incoming extends Target {
  readonly body: Body["fields"]
  /** Whether the body came as a form, as browsers and OAuth clients send it. */
  readonly isForm: boolean
  readonly idempotencyKey: string | undefined
}
