import type { Assets } from "../lib/dashboard.ts"
import { bundlePage } from "./bundle.ts"

/** The files of the API reference. */
export const buildDocs = (): Promise<Assets> => bundlePage("./docs/index.html", "/docs/")
