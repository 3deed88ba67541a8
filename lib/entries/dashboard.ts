/** laurel-rewards/dashboard: the partner dashboard with its sessions, and the API reference, as web-standard functions. */
import { fileURLToPath } from "node:url"
import { type Assets, readAssets } from "../dashboard/assets.ts"

export { type Asset, type Assets, readAssets } from "../dashboard/assets.ts"
export { type Dashboard, type DashboardOptions, makeDashboard } from "../dashboard/makeDashboard.ts"
export { type Docs, type DocsOptions, makeDocs } from "../dashboard/makeDocs.ts"

/** The dashboard's files that the package ships. In a clone of the repository they are there after `npm run build`. */
export const builtAssets = (): Promise<Assets> =>
  readAssets(fileURLToPath(new URL("../dashboard/site/", import.meta.url)))

/** The files of the API reference, in the same way. */
export const builtDocs = (): Promise<Assets> =>
  readAssets(fileURLToPath(new URL("../dashboard/docs/", import.meta.url)))
