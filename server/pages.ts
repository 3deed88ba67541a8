import { fileURLToPath } from "node:url"
import { builtAssets, builtDocs, readAssets } from "../lib/dashboard.ts"
import type { Platform } from "./platform.ts"

const isSource = import.meta.url.endsWith("/server/pages.ts")

const written = (name: string) => () =>
  readAssets(fileURLToPath(new URL(`../dist/dashboard/${name}/`, import.meta.url)))

/**
 * The files of the pages. The package has them. In a clone of the repository Bun bundles them when they are first asked for; Node
 * and Deno cannot, and read what `npm run build` wrote.
 */
export const pages: Pick<Platform, "dashboard" | "docs"> = !isSource
  ? { dashboard: builtAssets, docs: builtDocs }
  : "Bun" in globalThis
    ? {
        dashboard: async () => (await import("./dashboard.ts")).buildDashboard(),
        docs: async () => (await import("./docs.ts")).buildDocs()
      }
    : { dashboard: written("site"), docs: written("docs") }
