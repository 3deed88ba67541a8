import { makeDocs } from "../lib/dashboard.ts"
import { hostRoute } from "../lib/http.ts"
import type { Platform } from "./platform.ts"

/** The documentation. */
export const siteRoutes = ({ docs: assets }: Pick<Platform, "docs">) => {
  const docs = makeDocs({ assets })
  return {
    "/": hostRoute(() => new Response(null, { status: 302, headers: { location: "/docs" } })),
    "/openapi.json": docs,
    "/docs": docs,
    "/docs/*": docs
  }
}
