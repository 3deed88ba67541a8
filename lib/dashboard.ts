/** laurel-rewards/dashboard: the partner dashboard and its sessions, as one web-standard function. */
import { fileURLToPath } from "node:url"
import { type Assets, readAssets } from "./dashboard/assets.ts"

export type { Asset, Assets } from "./dashboard/assets.ts"
export { type Dashboard, type DashboardOptions, makeDashboard } from "./dashboard/makeDashboard.ts"

/** The files that the package ships. In a clone of the repository they are there after `npm run build`. */
export const builtAssets = (): Promise<Assets> =>
  readAssets(fileURLToPath(new URL("./dashboard/site/", import.meta.url)))
