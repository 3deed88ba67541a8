import { makeDocs } from "../lib/dashboard.ts"
import { hostRoute } from "../lib/http.ts"
import { buildDocs } from "./docs.ts"

const docs = makeDocs({ assets: buildDocs })

/** The documentation. */
export const siteRoutes = {
  "/": hostRoute(() => new Response(null, { status: 302, headers: { location: "/docs" } })),
  "/openapi.json": docs,
  "/docs": docs,
  "/docs/*": docs
}
