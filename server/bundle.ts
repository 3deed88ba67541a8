import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Assets } from "../lib/entries/dashboard.ts"

/**
 * Bundles a page in memory, which takes about 30 ms. The file names change with the content. `page` is the HTML file, relative to this
 * folder; `base` is the path under which it is served.
 */
const bundlePage = async (page: string, base: string): Promise<Assets> => {
  const { outputs } = await Bun.build({
    entrypoints: [fileURLToPath(new URL(page, import.meta.url))],
    target: "browser",
    minify: true,
    splitting: true,
    publicPath: base,
    naming: {
      entry: "assets/[name]-[hash].[ext]",
      chunk: "assets/[name]-[hash].[ext]",
      asset: "assets/[name]-[hash].[ext]"
    },
    define: { "process.env.NODE_ENV": '"production"' }
  })
  // The first script loads the words of the page, and then its code. The browser fetches both at once.
  const started = outputs
    .filter(({ path }) => /assets\/start-[^/]+\.js$/.test(path))
    .map(({ path }) => `<link rel="modulepreload" crossorigin href="${base}${path.replace(/^\.\//, "")}">`)
    .join("")
  return Promise.all(
    outputs.map(async (output) => {
      const path = output.path.replace(/^\.\//, "")
      const { type } = output
      if (!type.startsWith("text/html"))
        return { path, type, bytes: new Uint8Array(await output.arrayBuffer()) }
      const html = (await output.text()).replace("</head>", `${started}</head>`)
      return { path: "index.html", type, bytes: new TextEncoder().encode(html) }
    })
  )
}

/** The files of the dashboard. */
export const buildDashboard = (): Promise<Assets> => bundlePage("./dashboard/index.html", "/dashboard/")

/** The files of the API reference. */
export const buildDocs = (): Promise<Assets> => bundlePage("./docs/index.html", "/docs/")

const write = async (folder: string, assets: Assets): Promise<Assets> => {
  for (const { bytes, path } of assets) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  return assets
}

/** Writes the files of both pages to where the package reads them: the folder `dashboard` beside its modules. */
export const writePages = async (folder: string) => ({
  site: await write(join(folder, "dashboard/site"), await buildDashboard()),
  docs: await write(join(folder, "dashboard/docs"), await buildDocs())
})
