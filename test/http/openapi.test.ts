import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Predicate } from "effect"
import { openApi } from "../../lib/entries/http.ts"
import { describe, it } from "../support/effect.ts"
import { fieldSchemas } from "./document.ts"
import { endpoints } from "./endpoints.ts"

const committed: unknown = JSON.parse(
  readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8")
)
/** The document as served: undefined fields are absent. */
const served = (): Record<string, unknown> => JSON.parse(JSON.stringify(openApi()))

const operations = () =>
  Object.entries(openApi().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )

describe("the OpenAPI document", () => {
  it("equals the committed file", () =>
    assert.deepEqual(
      committed,
      served(),
      "docs/openapi.json is not of this contract: run `npm run openapi` and commit it"
    ))

  it("is valid OpenAPI 3.1 for an independent validator", async () => {
    const validator = new Validator()
    const { errors, valid } = await validator.validate(served())
    assert.ok(valid, JSON.stringify(errors))
    assert.equal(validator.version, "3.1")
  })

  it("lets only the bodies of OAuth have fields that it does not list, which are ignored", () => {
    const { components } = openApi()
    const closedIn = (value: unknown): boolean =>
      Array.isArray(value)
        ? value.some(closedIn)
        : Predicate.isRecord(value) &&
          (value.additionalProperties === false ||
            Object.entries(value).some(([name, part]) =>
              name === "$ref"
                ? closedIn(components.schemas[String(part).split("/").at(-1) ?? ""])
                : closedIn(part)
            ))
    for (const { operation } of operations()) {
      if (operation.requestBody === undefined) continue
      const isOpen = /^authorization\.(submit|token|revoke)$/.test(operation.operationId)
      assert.equal(closedIn(operation.requestBody), !isOpen, `the body of ${operation.operationId}`)
    }
    assert.ok(closedIn(components.schemas.Failure), "answers are open")
  })

  it("has every endpoint of the contract, and its security", () => {
    const found = operations().map(({ operation }) => operation.operationId)
    assert.deepEqual([...found].sort(), endpoints.map(({ name }) => name).sort())
    for (const { operation } of operations()) {
      const endpoint = endpoints.find(({ name }) => name === operation.operationId)
      assert.equal(operation.security.length === 0, endpoint?.access === "public", operation.operationId)
      assert.ok(operation.summary, operation.operationId)
      assert.ok(operation.description, `${operation.operationId} has no description`)
      const scope = "x-scope" in operation ? operation["x-scope"] : undefined
      assert.equal(scope, endpoint?.scope, operation.operationId)
      const named = scope === "person" ? "the access token of a person." : `\`${scope}\``
      if (scope !== undefined) assert.ok(operation.description.includes(named), operation.operationId)
      assert.ok(Object.keys(operation.responses).includes(String(endpoint?.status)), operation.operationId)
      for (const { description, name } of operation.parameters) assert.ok(description, name)
    }
  })

  it("has the version and the licence of the package", () => {
    const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    const { license, version } = openApi().info
    assert.deepEqual([version, license?.name], [manifest.version, manifest.license])
  })

  it("describes its tags and its security schemes", () => {
    const { components, tags } = openApi()
    for (const { description, name } of tags) assert.ok(description, name)
    for (const [name, scheme] of Object.entries(components.securitySchemes)) {
      assert.ok("description" in scheme && scheme.description, name)
    }
  })

  it("describes every field of a request", () => {
    const { schemas } = openApi().components
    for (const { operation } of operations()) {
      const body = operation.requestBody?.content["application/json"]?.schema
      if (body === undefined || !("$ref" in body)) continue
      const name = body.$ref.slice("#/components/schemas/".length)
      const schema = schemas[name]
      assert.ok(schema && "properties" in schema, name)
      for (const [field, value] of Object.entries(schema.properties ?? {})) {
        assert.ok("description" in value || "enum" in value, `${name}.${field} is not described`)
      }
    }
  })

  it("says of every write whether an Idempotency-Key is stored, and once for all why not", () => {
    const stored: Array<string> = []
    const ignored: Array<string> = []
    for (const { method, operation } of operations()) {
      const takesKey = operation.parameters.some(({ name }) => name === "Idempotency-Key")
      if (takesKey) stored.push(operation.operationId)
      const isIgnored = /An `Idempotency-Key` is ignored\./.test(operation.description ?? "")
      if (isIgnored) ignored.push(operation.operationId)
      const writes = method !== "get" && operation.requestBody !== undefined
      if (writes) assert.equal(takesKey, !isIgnored, operation.operationId)
    }
    const withoutPartner = ["users.create", "partners.onboard", "partners.login", "iam.login"]
    for (const name of [...withoutPartner, "iam.createApiKey", "rules.explain"]) {
      assert.ok(ignored.includes(name) && !stored.includes(name), name)
    }
    assert.ok(stored.includes("rules.award"))
    const { description = "" } = openApi().info
    assert.match(
      description,
      /Keys belong to partners, so operations without a partner's access token ignore them\./
    )
    assert.match(description, /Secrets are not stored, so operations that return a secret ignore keys\./)
    assert.match(description, /Operations that write nothing also ignore keys\./)
  })

  it("names the headers of answers that a caller acts on", () => {
    for (const { operation } of operations()) {
      const takesKey = operation.parameters.some(({ name }) => name === "Idempotency-Key")
      for (const [status, response] of Object.entries(operation.responses)) {
        const named = "headers" in response ? Object.keys(response.headers as object) : []
        const where = `${operation.operationId} ${status}`
        assert.equal(named.includes("Retry-After"), status === "429" || status === "503", where)
        assert.equal(named.includes("WWW-Authenticate"), status === "401", where)
        assert.equal(named.includes("Idempotency-Replayed"), takesKey && Number(status) < 400, where)
      }
    }
  })

  it("says that a slow body is answered with 408", () => {
    for (const { operation } of operations()) {
      assert.equal("408" in operation.responses, operation.requestBody !== undefined, operation.operationId)
    }
  })

  it("states that numbers may be sent as text", () => {
    const fields = JSON.stringify(openApi().components.schemas.CreateRule)
    for (const name of ["coinValue", "maxNumberOfParticipant", "completionNumber", "userLimitAward"]) {
      assert.match(fields, new RegExp(`"${name}":{"type":\\["string","number"\\]`))
    }
  })

  it("states the limits of the domain's schemas", () => {
    const limit = (operation: string, field: string) => {
      const { description, examples, ...rest } = fieldSchemas(operation).get(field) ?? {}
      return rest
    }
    const count = { type: ["string", "number"], pattern: "^[1-9][0-9]{0,14}$", minimum: 1 }
    assert.deepEqual(limit("rules.award", "userId"), { type: "string", minLength: 1, maxLength: 128 })
    assert.deepEqual(limit("rules.award", "narration"), { type: ["string", "null"], maxLength: 500 })
    assert.deepEqual(limit("rules.create", "maxNumberOfParticipant"), count)
    assert.deepEqual(limit("rules.create", "status"), { type: "string", enum: ["active", "inactive"] })
    assert.deepEqual(limit("boards.points", "take"), { type: "string", pattern: "^([1-9][0-9]?|100)$" })
    assert.deepEqual(limit("boards.coins", "type"), { type: "string", enum: ["earner", "spender"] })
  })

  it("speaks of nothing that only the library's inside knows", () => {
    assert.doesNotMatch(JSON.stringify(served()), /HttpApiDecodeError|Encoded side|"Trim"/)
    const { schemas } = openApi().components
    const references = JSON.stringify(served()).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
    for (const [, name = ""] of references) assert.ok(schemas[name], name)
  })
})
