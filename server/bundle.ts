import { fileURLToPath } from "node:url"
import type { Assets } from "../lib/dashboard.ts"

/**
 * Bundles a page in memory, which takes some 30 ms. The names of its files change with their content. `page` is its HTML
 * file, from this folder; `base` the path that it is served under.
 */
export const bundlePage = async (page: string, base: string): Promise<Assets> => {
  const { outputs } = await Bun.build({
    entrypoints: [fileURLToPath(new URL(page, import.meta.url))],
    target: "browser",
    minify: true,
    publicPath: base,
    naming: {
      entry: "assets/[name]-[hash].[ext]",
      chunk: "assets/[name]-[hash].[ext]",
      asset: "assets/[name]-[hash].[ext]"
    },
    define: { "process.env.NODE_ENV": '"production"' }
  })
  return Promise.all(
    outputs.map(async (output) => {
      const path = output.path.replace(/^\.\//, "")
      const { type } = output
      return {
        path: type.startsWith("text/html") ? "index.html" : path,
        type,
        bytes: new Uint8Array(await output.arrayBuffer())
      }
    })
  )
}
