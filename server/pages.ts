import { fileURLToPath } from "node:url"
import { readAssets } from "../lib/entries/dashboard.ts"
import type { Platform } from "./platform.ts"

const isSource = import.meta.url.endsWith("/server/pages.ts")

/** Reads the files that `npm run build` wrote into this folder. */
const written = (folder: string): Pick<Platform, "dashboard" | "docs"> => {
  const read = (name: string) => () =>
    readAssets(fileURLToPath(new URL(`${folder}${name}/`, import.meta.url)))
  return { dashboard: read("site"), docs: read("docs") }
}

/**
 * The files of the pages. The package contains them beside the bundled service. In a clone of the repository Bun bundles them at the first request; Node and Deno
 * cannot bundle, and read the files that `npm run build` wrote. server/compile.ts replaces this module in the executable.
 */
export const pages: Pick<Platform, "dashboard" | "docs"> = !isSource
  ? written("./dashboard/")
  : "Bun" in globalThis
    ? {
        dashboard: async () => (await import("./bundle.ts")).buildDashboard(),
        docs: async () => (await import("./bundle.ts")).buildDocs()
      }
    : written("../dist/dashboard/")
