import { fileURLToPath } from "node:url"
import type { Assets } from "../lib/dashboard.ts"

const entry = fileURLToPath(new URL("./dashboard/index.html", import.meta.url))

/** Bundles the dashboard's page in memory, which takes some 30 ms. The names of its files change with their content. */
export const buildDashboard = async (): Promise<Assets> => {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    minify: true,
    publicPath: "/dashboard/",
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
