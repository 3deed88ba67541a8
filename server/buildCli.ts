import { fileURLToPath } from "node:url"

/** The modules of the library are in the package already: the command line imports them from there. */
const fromPackage = {
  name: "from the package",
  setup: (build: Bun.PluginBuilder) => {
    build.onResolve({ filter: /^(\.\.\/)+lib\/.+\.ts$/ }, ({ path }) => ({
      path: path.replace(/^(\.\.\/)+lib\//, "../").replace(/\.ts$/, ".js"),
      external: true
    }))
  }
}

/**
 * Writes the command line into a folder of the package, for Node, Bun and Deno. What a command alone needs is a file of its own,
 * which is read when the command runs.
 */
export const buildCli = async (folder: string): Promise<number> => {
  const { logs, outputs, success } = await Bun.build({
    entrypoints: [fileURLToPath(new URL("./cli.ts", import.meta.url))],
    outdir: folder,
    target: "node",
    format: "esm",
    splitting: true,
    packages: "external",
    naming: { entry: "laurel.js", chunk: "[name]-[hash].js" },
    plugins: [fromPackage]
  })
  if (!success) throw new Error(`The command line cannot be built:\n${logs.join("\n")}`)
  return outputs.reduce((sum, { size }) => sum + size, 0)
}
