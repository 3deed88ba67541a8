import { openApi } from "../http/openapi.ts"
import { escaped } from "../schema/Text.ts"

/** Escapes text, and shows text between backticks as code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/** Every operation of the contract with its path and summary, as markup. */
export const operationList = (): string => {
  const { paths, tags } = openApi()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )
  const groups = tags.map(({ description, name }) => {
    const items = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(
        ({ method, operation, path }) =>
          `<li><code>${method.toUpperCase()} ${escaped(path)}</code> ${prose(operation.summary ?? "")}</li>`
      )
    return `<h2>${prose(description ?? name)}</h2><ul>${items.join("")}</ul>`
  })
  return `<p>Every field is in <a href="/openapi.json">/openapi.json</a>.</p>${groups.join("")}`
}

/** The list as a whole page, for a host without the files of the reference. */
export const operationPage = (): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laurel Rewards API</title></head><body><main><h1>Laurel Rewards API</h1>${operationList()}</main></body></html>`
