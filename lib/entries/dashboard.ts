/** laurel-rewards/dashboard: the partner dashboard and the API reference, as functions from `Request` to `Response`. */
import { fileURLToPath } from "node:url"
import { type Assets, readAssets } from "../dashboard/assets.ts"

export { type Asset, type Assets, readAssets } from "../dashboard/assets.ts"
export { type Dashboard, type DashboardOptions, makeDashboard } from "../dashboard/makeDashboard.ts"
export { type Docs, type DocsOptions, makeDocs } from "../dashboard/makeDocs.ts"

/** Reads the dashboard's files, which are part of the package. In a clone of the repository, `npm run build` creates them. */
export const builtAssets = (): Promise<Assets> =>
  readAssets(fileURLToPath(new URL("../dashboard/site/", import.meta.url)))

/** Reads the files of the API reference, which are also part of the package. */
export const builtDocs = (): Promise<Assets> =>
  readAssets(fileURLToPath(new URL("../dashboard/docs/", import.meta.url)))
