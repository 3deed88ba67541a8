// Writes the command line, the dashboard and the API reference into the package, and prints the sizes of the pages. `npm run build` runs
// it after the compiler has written the library.
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { BunPlugin } from "bun"
import type { Assets } from "../lib/entries/dashboard.ts"
import { writePages } from "./bundle.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = join(root, "dist")

/** Leaves imports of the library as imports of the modules that the compiler has written beside the bundle. */
const library: BunPlugin = {
  name: "library",
  setup: (build) => {
    build.onResolve({ filter: /\/lib\/.+\.ts$/ }, ({ importer, path }) => {
      const file = relative(join(root, "lib"), join(importer, "..", path))
      return { path: `./${file.replace(/\.ts$/, ".js")}`, external: true }
    })
  }
}

/** Writes the command line, which can also start the service: `cli.js`, and the chunks that it loads on demand. */
const buildCommandLine = async (): Promise<void> => {
  const { logs, success } = await Bun.build({
    entrypoints: [join(root, "server/cli.ts")],
    outdir: folder,
    target: "node",
    packages: "external",
    splitting: true,
    sourcemap: "linked",
    naming: { entry: "[name].[ext]", chunk: "cli-[hash].[ext]" },
    plugins: [library]
  })
  if (!success) throw new Error(logs.join("\n"))
}

const zipped = (bytes: Uint8Array): number => Bun.gzipSync(new Uint8Array(bytes)).byteLength
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const report = (title: string, name: string, assets: Assets): void => {
  for (const { bytes, path } of assets) {
    console.log(`${name}/${path}: ${kilobytes(bytes.byteLength)}, ${kilobytes(zipped(bytes))} gzipped`)
  }
  console.log(`${title}: ${kilobytes(assets.reduce((sum, { bytes }) => sum + zipped(bytes), 0))} gzipped`)
}

await buildCommandLine()
const { docs, site } = await writePages(folder)
report("The dashboard", "site", site)
report("The API reference", "docs", docs)
