import { OpenApi } from "@effect/platform"
import { Record } from "effect"
import { Api } from "./Api.ts"

const failure: OpenApi.OpenApiSpecResponse = {
  description: "Refused, with nothing written",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } }
}

/** Every write takes a key under which a retry is safe. */
const idempotencyKey: OpenApi.OpenAPISpecParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "1 to 255 printable characters. The same key and body replays the first answer.",
  schema: { type: "string", maxLength: 255 }
}

const withOurFailures = (operation: OpenApi.OpenAPISpecOperation): OpenApi.OpenAPISpecOperation => ({
  ...operation,
  parameters: operation.requestBody ? [...operation.parameters, idempotencyKey] : operation.parameters,
  responses: Record.map(operation.responses, (response, status) =>
    Number(status) < 400 ? response : failure
  )
})

/**
 * The OpenAPI 3.1 document of the contract. The builder of @effect/platform documents its own decode error beside ours;
 * the handler never sends that one, so it is taken out.
 */
export const openApi = (): OpenApi.OpenAPISpec => {
  const { components, paths, ...document } = OpenApi.fromApi(Api)
  const { HttpApiDecodeError, Issue, PropertyKey, ...schemas } = components.schemas
  return {
    ...document,
    paths: Record.map(paths, (path) =>
      Object.fromEntries(
        Object.entries(path).map(([method, operation]) => [method, withOurFailures(operation)])
      )
    ),
    components: { ...components, schemas }
  }
}
