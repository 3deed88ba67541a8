import type { OpenApi } from "@effect/platform"
import { escaped } from "../schema/Html.ts"
import { code, prose, table } from "./docs/html.ts"
import { dataOf, fields, typeOf } from "./docs/schema.ts"
import { openApi } from "./openapi.ts"

const style = `
  :root { color-scheme: light dark; --line: #8884; --accent: #2f6f4f }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
  h1, h2, h3 { line-height: 1.2 } h2 { border-bottom: 1px solid var(--line); margin-top: 3rem; padding-bottom: .3rem }
  details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; padding: .2rem .8rem; overflow-x: auto }
  summary { cursor: pointer; padding: .4rem 0; overflow-wrap: anywhere } code { font: 14px/1.45 ui-monospace, monospace }
  .method { color: #fff; background: var(--accent); border-radius: .3rem; padding: .1rem .5rem; margin-right: .5rem; font: 700 13px ui-monospace, monospace }
  .note { opacity: .75 } table { border-collapse: collapse; width: 100% }
  td, th { text-align: left; border-bottom: 1px solid var(--line); padding: .3rem .8rem .3rem 0; vertical-align: top }
`

const json = "application/json"

const parameters = ({ parameters }: OpenApi.OpenAPISpecOperation): string =>
  parameters.length === 0
    ? ""
    : `<h4>Parameters</h4>${table(
        ["name", "in", "", ""],
        parameters.map(({ description, in: place, name, required }) => [
          code(name),
          place,
          required ? "required" : "",
          prose(description ?? "")
        ])
      )}`

const body = ({ requestBody }: OpenApi.OpenAPISpecOperation): string =>
  requestBody ? `<h4>Body</h4><p>${typeOf(requestBody.content[json]?.schema)}</p>` : ""

const answers = ({ responses }: OpenApi.OpenAPISpecOperation): string =>
  `<h4>Answers</h4>${table(
    ["status", "data", ""],
    Object.entries(responses).map(([status, { content, description }]) => {
      const schema = content?.[json]?.schema
      const isSuccess = Number(status) < 400
      return [
        status,
        isSuccess ? typeOf(dataOf(schema)) : typeOf(schema),
        isSuccess ? "" : prose(description)
      ]
    })
  )}`

const operation = (path: string, method: string, found: OpenApi.OpenAPISpecOperation): string =>
  `<details id="${escaped(found.operationId)}"><summary><span class="method">${method.toUpperCase()}</span>${code(path)} ${prose(found.summary ?? "")}</summary>
    ${found.security.length > 0 ? '<p class="note">Needs <code>Authorization: Bearer &lt;access token&gt;</code>.</p>' : ""}
    ${found.description === undefined ? "" : `<p class="note">${prose(found.description)}</p>`}
    ${parameters(found)}${body(found)}${answers(found)}</details>`

const schema = ([name, value]: readonly [string, object]): string =>
  `<details id="${escaped(name)}"><summary>${code(name)}</summary>${fields(value)}</details>`

/** The documentation as one page that runs no script and loads nothing, so that it works offline. */
export const docsPage = (): string => {
  const document = openApi()
  const title = escaped(document.info.title)
  const groups = document.tags.map(({ name, description }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, found]) => found.tags.includes(name))
        .map(([method, found]) => operation(path, method, found))
    )
    return `<h2>${prose(description ?? name)}</h2>${operations.join("")}`
  })
  const schemas = Object.entries(document.components.schemas).map(schema)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${title}</title><style>${style}</style></head><body>
    <h1>${title}</h1><p>${prose(document.info.description ?? "")}</p>
    <p>Every answer is an envelope: <code>status</code>, <code>message</code>, <code>data</code>. Machine-readable: <a href="/openapi.json">/openapi.json</a>.</p>
    ${groups.join("")}<h2>Schemas</h2>${schemas.join("")}</body></html>`
}
