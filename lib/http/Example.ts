/** A call and its answer, as a scripted run of the service has recorded them. */
export interface Example {
  /** Without `/api/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** The body as JSON, or the fields of a form. */
  readonly request?: unknown
  readonly status: number
  /** JSON, or the text of a page. */
  readonly body?: unknown
  /** Where a redirect leads. */
  readonly location?: string
}

export interface Examples {
  readonly success: Example
  readonly failure: Example
}
