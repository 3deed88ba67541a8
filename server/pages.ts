import { fileURLToPath } from "node:url"
import { builtAssets, builtDocs, readAssets } from "../lib/entries/dashboard.ts"
import type { Platform } from "./platform.ts"

const isSource = import.meta.url.endsWith("/server/pages.ts")

const written = (name: string) => () =>
  readAssets(fileURLToPath(new URL(`../dist/dashboard/${name}/`, import.meta.url)))

/**
 * The files of the pages. The package contains them. In a clone of the repository Bun bundles them at the first request; Node and Deno
 * cannot bundle, and read the files that `npm run build` wrote. server/compile.ts replaces this module in the executable.
 */
export const pages: Pick<Platform, "dashboard" | "docs"> = !isSource
  ? { dashboard: builtAssets, docs: builtDocs }
  : "Bun" in globalThis
    ? {
        dashboard: async () => (await import("./bundle.ts")).buildDashboard(),
        docs: async () => (await import("./bundle.ts")).buildDocs()
      }
    : { dashboard: written("site"), docs: written("docs") }
