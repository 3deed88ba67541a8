import type * as OpenApi from "@effect/platform/OpenApi"
import examples from "./examples.json" with { type: "json" }

/** A recorded call and its answer. */
export interface Example {
  /** The path without `/api/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** The body as JSON, or the fields of a form. */
  readonly request?: unknown
  readonly status: number
  /** The body of the answer: JSON, or the text of a page. */
  readonly body?: unknown
  readonly location?: string
}

export interface Examples {
  readonly success: Example
  readonly failure: Example
}

/** Recorded calls by operation. `npm run openapi` writes them. */
export const examplesBy: Readonly<Record<string, Examples | undefined>> = examples

/** Adds an example, for which the types of @effect/platform have no field. */
const withExample = <A extends object>(value: A, example: unknown): A =>
  example === undefined ? value : { ...value, example }

/** Adds an example to the alphabetically first content type. If JSON is one of the content types, it is the first. */
const inContent = <C extends object>(content: C, example: unknown): C => {
  const [[type, media] = []] = Object.entries(content).toSorted(([one], [other]) => one.localeCompare(other))
  return type === undefined ? content : { ...content, [type]: withExample(media, example) }
}

const inResponses = (
  responses: OpenApi.OpenAPISpecOperation["responses"],
  { body, location, status }: Example
): OpenApi.OpenAPISpecOperation["responses"] => {
  const response = responses[status]
  if (response === undefined) return responses
  const redirect = {
    headers: {
      Location: withExample({ description: "Where to continue", schema: { type: "string" } }, location)
    }
  }
  return {
    ...responses,
    [status]: {
      ...response,
      ...(response.content !== undefined && { content: inContent(response.content, body) }),
      ...(location !== undefined && redirect)
    }
  }
}

/** Reads parameters from a path: the template `/api/v1/{eco}/partners` and the path `/demo/partners` give `{ eco: "demo" }`. */
const inPath = (template: string, path: string): Readonly<Record<string, string>> => {
  const values = path.split("/")
  const names = template.replace(/^\/api\/v1\//, "/").split("/")
  return Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith("{") ? [[name.slice(1, -1), decodeURIComponent(values[index] ?? "")]] : []
    )
  )
}

/** Adds the recorded examples to an operation: a call that succeeded, and the answer to a call that failed. */
export const withExamples = (
  template: string,
  operation: OpenApi.OpenAPISpecOperation
): OpenApi.OpenAPISpecOperation => {
  const examples = examplesBy[operation.operationId]
  if (examples === undefined) return operation
  const { failure, success } = examples
  const values: Readonly<Record<string, string | undefined>> = {
    ...inPath(template, success.path),
    ...success.query
  }
  const { parameters, requestBody, responses } = operation
  return {
    ...operation,
    parameters: parameters.map((each) => withExample(each, values[each.name])),
    ...(requestBody !== undefined && {
      requestBody: { ...requestBody, content: inContent(requestBody.content, success.request) }
    }),
    responses: inResponses(inResponses(responses, success), failure)
  }
}
