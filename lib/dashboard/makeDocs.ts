import { openApi } from "../http/openapi.ts"
import { hostRoute, refusal, split } from "../http/response.ts"
import { escaped } from "../schema/Text.ts"
import type { Asset, Assets } from "./assets.ts"
import { makeSite, makeText } from "./site.ts"

export interface DocsOptions {
  /** Returns the files of the API reference. Called at the first request for a file, and again only after a failure. */
  readonly assets: () => Promise<Assets>
}

/** Answers requests to `/docs`, to all paths under it, and to `/openapi.json`. */
export type Docs = (request: Request) => Promise<Response>

/** Converts text to HTML. Text between backticks becomes code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/** Returns every operation of the OpenAPI document with its path and summary, as HTML. */
const operationList = (): string => {
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
  return `<p>All fields are described in <a href="/openapi.json">/openapi.json</a>.</p>${groups.join("")}`
}

/** Returns a page with the list of operations. It replaces the API reference if the reference's files are missing. */
const operationPage = (): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laurel Rewards API</title></head><body><main><h1>Laurel Rewards API</h1>${operationList()}</main></body></html>`

const base = "/docs/"
/** The place in index.html where `withList` inserts the list of operations. */
const listPlace = '<noscript id="operations"></noscript>'

/** Adds the list of operations to the page, for browsers that run no scripts. */
const withList = (asset: Asset): Asset => {
  if (asset.path !== "index.html") return asset
  const page = new TextDecoder().decode(asset.bytes)
  const filled = page.replace(listPlace, () => `<noscript>${operationList()}</noscript>`)
  return { ...asset, bytes: new TextEncoder().encode(filled) }
}

/** Serves the API reference, and the OpenAPI document that the reference shows. Both are public. */
export const makeDocs = ({ assets }: DocsOptions): Docs => {
  const site = makeSite({ base, load: async () => (await assets()).map(withList) })
  const document = makeText("application/json; charset=utf-8", () => JSON.stringify(openApi()))
  const plain = makeText("text/html; charset=utf-8", operationPage)
  return hostRoute(async (request) => {
    const { path } = split(request.url)
    if (path === "/openapi.json") return document(request)
    const isPage = path === "/docs" || path === base
    if (!isPage && !path.startsWith(`${base}assets/`)) return refusal({ _tag: "RouteNotFound", path })
    const answer = await site(request, isPage ? "" : path.slice(base.length))
    return isPage && !answer.ok ? plain(request) : answer
  })
}
