import { openApi } from "../http/openapi.ts"
import { hostRoute, refusal, split } from "../http/response.ts"
import type { Asset, Assets } from "./assets.ts"
import { operationList, operationPage } from "./operationList.ts"
import { makeSite, makeText } from "./site.ts"

export interface DocsOptions {
  /** The files of the reference; called once, at the first request for one. */
  readonly assets: () => Promise<Assets>
}

/** Answers `/docs`, everything under it, and `/openapi.json`. */
export type Docs = (request: Request) => Promise<Response>

const base = "/docs/"
const list = '<noscript id="operations"></noscript>'

/** Browsers that run no scripts are shown the list of operations. */
const withList = (asset: Asset): Asset => {
  if (asset.path !== "index.html") return asset
  const page = new TextDecoder().decode(asset.bytes)
  const filled = page.replace(list, () => `<noscript>${operationList()}</noscript>`)
  return { ...asset, bytes: new TextEncoder().encode(filled) }
}

/** The API reference, and the OpenAPI document that it reads. Both are the same for all callers and need no token. */
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
    // Without its files the reference is still a list.
    return isPage && !answer.ok ? plain(request) : answer
  })
}
