import assert from "node:assert/strict"
import { Schema } from "effect"
import { openApi } from "../../lib/entries/http.ts"
import { Failure } from "../../lib/http/envelope.ts"
import { type Example, examplesBy } from "../../lib/http/openapi/examples.ts"
import { describe, it } from "../support/effect.ts"
import { endpoints } from "./endpoints.ts"
import { recordExamples } from "./examples/run.ts"

const decodeFailure = Schema.decodeUnknownSync(Failure, { onExcessProperty: "error" })

/** The operations as they are served, by their ids. */
const documented = new Map(
  Object.values(JSON.parse(JSON.stringify(openApi().paths))).flatMap((methods) =>
    Object.values(methods as object).map((operation) => [operation.operationId, operation])
  )
)

const shownIn = (content: Readonly<Record<string, object>> | undefined): ReadonlyArray<unknown> =>
  Object.values(content ?? {}).flatMap((media) => ("example" in media ? [media.example] : []))

const fieldsOf = ({ query, request }: Example): Readonly<Record<string, unknown>> => ({
  ...query,
  ...(typeof request === "object" ? request : {})
})

describe("the examples of the OpenAPI document", () => {
  it("are what the service answers today", async () => {
    const recorded = await recordExamples()
    assert.deepEqual(Object.keys(recorded).sort(), Object.keys(examplesBy).sort())
    for (const [name, examples] of Object.entries(recorded)) {
      const advice = "run `npm run openapi`, look at the difference, and commit it"
      assert.deepEqual(examples, examplesBy[name], `${name} is answered otherwise: ${advice}`)
    }
  })

  for (const { accepts, checkAnswer, failuresAs, name, status } of endpoints) {
    const { failure, success } = examplesBy[name] ?? {}

    it(`${name}: a success that the contract allows, and a failure`, () => {
      assert.ok(success && failure, `add a success and a failure of ${name} to test/http/examples`)
      assert.equal(success.status, status)
      assert.ok(accepts(fieldsOf(success)), "the contract refuses the request")
      if (success.body !== undefined) checkAnswer(success.body)
      assert.ok(failure.status >= 400)
      if (typeof failure.body === "string") assert.equal(failuresAs, "page")
      else decodeFailure(failure.body)
    })

    it(`${name}: both are in the document`, () => {
      const { requestBody, responses } = documented.get(name)
      assert.deepEqual(shownIn(requestBody?.content), success?.request === undefined ? [] : [success.request])
      for (const example of [success, failure]) {
        assert.ok(example && responses[example.status], `${example?.status} is not documented`)
        const { content, headers } = responses[example.status]
        assert.deepEqual(shownIn(content), example.body === undefined ? [] : [example.body])
        assert.equal(headers?.Location?.example, example.location)
      }
    })
  }
})
