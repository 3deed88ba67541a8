import { docsPage, hostRoute, openApi } from "../lib/http.ts"

const html = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"
}

// Made once, at the first request: both are the same for all callers and need no token.
let document: string | undefined
let page: string | undefined

/** The documentation. */
export const siteRoutes = {
  "/": hostRoute(() => new Response(null, { status: 302, headers: { location: "/docs" } })),
  "/openapi.json": hostRoute(() => {
    document ??= JSON.stringify(openApi())
    return new Response(document, { headers: { "content-type": "application/json; charset=utf-8" } })
  }),
  "/docs": hostRoute(() => {
    page ??= docsPage()
    return new Response(page, { headers: html })
  })
}
