import type { Assets } from "../lib/dashboard.ts"
import { bundlePage } from "./bundle.ts"

/** The files of the dashboard. */
export const buildDashboard = (): Promise<Assets> => bundlePage("./dashboard/index.html", "/dashboard/")
