import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { BunPlugin } from "bun"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Imports of the library stay imports, of the modules that the compiler has written beside the bundle. */
const library: BunPlugin = {
  name: "library",
  setup: (build) => {
    build.onResolve({ filter: /\/lib\/.+\.ts$/ }, ({ importer, path }) => {
      const file = relative(join(root, "lib"), join(importer, "..", path))
      return { path: `./${file.replace(/\.ts$/, ".js")}`, external: true }
    })
  }
}

/** Writes the command line, which starts the service too, as modules of the package: `cli.js` and what it loads when needed. */
export const buildCommandLine = async (folder: string): Promise<ReadonlyArray<string>> => {
  const { logs, outputs, success } = await Bun.build({
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
  return outputs.map(({ path }) => path)
}
