import type { OpenApi } from "@effect/platform"
import { openApi } from "./openapi.ts"

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `
  :root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2f6f4f }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
  h1, h2, h3 { line-height: 1.2 } h2 { border-bottom: 1px solid var(--line); margin-top: 3rem; padding-bottom: .3rem }
  details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; padding: .2rem .8rem }
  summary { cursor: pointer; padding: .4rem 0; overflow-wrap: anywhere }
  code, pre { font: 14px/1.45 ui-monospace, monospace } pre { background: var(--soft); overflow: auto; padding: .8rem; border-radius: .4rem }
  .method { color: #fff; background: var(--accent); border-radius: .3rem; padding: .1rem .5rem; margin-right: .5rem; font: 700 13px ui-monospace, monospace }
  .note { opacity: .75 } table { border-collapse: collapse; width: 100% } td, th { text-align: left; border-bottom: 1px solid var(--line); padding: .3rem .5rem .3rem 0; vertical-align: top }
`

const parameters = (operation: OpenApi.OpenAPISpecOperation): string =>
  operation.parameters.length === 0
    ? ""
    : `<h4>Parameters</h4><table><tr><th>name</th><th>in</th><th></th></tr>${operation.parameters
        .map(
          ({ name, in: place, description }) =>
            `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${escapeHtml(description ?? "")}</td></tr>`
        )
        .join("")}</table>`

const schema = (title: string, value: unknown): string =>
  `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const operation = (path: string, method: string, found: OpenApi.OpenAPISpecOperation): string => {
  const success = Object.entries(found.responses).find(([status]) => Number(status) < 400)
  return `<details id="${escapeHtml(found.operationId)}"><summary><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code> ${escapeHtml(found.summary ?? "")}</summary>
    ${found.security.length > 0 ? '<p class="note">Needs <code>Authorization: Bearer &lt;access token&gt;</code>.</p>' : ""}
    ${parameters(found)}
    ${found.requestBody ? schema("Body", found.requestBody.content["application/json"]?.schema) : ""}
    ${success ? schema(`Answer ${success[0]}`, success[1].content?.["application/json"]?.schema) : ""}</details>`
}

/** The documentation as one page without scripts or anything from elsewhere: it works offline. */
export const docsPage = (): string => {
  const document = openApi()
  const groups = document.tags.map(({ name, description }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, found]) => found.tags.includes(name))
        .map(([method, found]) => operation(path, method, found))
    )
    return `<h2>${escapeHtml(description ?? name)}</h2>${operations.join("")}`
  })
  const schemas = Object.entries(document.components.schemas).map(
    ([name, value]) =>
      `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${escapeHtml(document.info.title)}</title><style>${style}</style></head><body>
    <h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description ?? "")}</p>
    <p>Every answer is an envelope: <code>status</code>, <code>message</code>, <code>data</code>. Machine-readable: <a href="/openapi.json">/openapi.json</a>.</p>
    ${groups.join("")}<h2>Schemas</h2>${schemas.join("")}</body></html>`
}
