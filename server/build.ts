// Writes the command line, the dashboard and the API reference into the package, and prints the sizes of the pages. `npm run build` runs
// it after the compiler has written the library.
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import type { BunPlugin } from "bun"
import type { Assets } from "../lib/entries/dashboard.ts"
import { writePages } from "./bundle.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = join(root, "dist")

/**
 * Packages of which the command line uses the installed copy: `pg` is optional, and the others load files of their own. All other packages are
 * part of the bundle, because loading a thousand modules takes longer than the rest of a start.
 */
const installed = ["@node-rs/argon2", "hash-wasm", "nodemailer", "pg"]

/** Modules that find files beside themselves. The bundle imports those that the compiler has written. */
const besideFiles: BunPlugin = {
  name: "beside files",
  setup: (build) => {
    build.onResolve({ filter: /\/workerScript\.ts$/ }, ({ importer, path }) => {
      const file = relative(join(root, "lib"), join(importer, "..", path))
      return { path: `./${file.replace(/\.ts$/, ".js")}`, external: true }
    })
  }
}

/** The licences of the packages that are part of the bundle, which have to be distributed with it. */
const licencesOf = async (inputs: ReadonlyArray<string>): Promise<string> => {
  const packages = new Set(
    inputs.flatMap((input) => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? [])
  )
  const texts = [...packages].sort().map(async (path) => {
    const { license, name, version } = await Bun.file(join(root, path, "package.json")).json()
    const [file] = await Array.fromAsync(new Bun.Glob("LICEN[CS]E*").scan(join(root, path)))
    if (file === undefined) throw new Error(`${name} has no licence text`)
    return `${name} ${version} (${license})\n\n${(await Bun.file(join(root, path, file)).text()).trim()}\n`
  })
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`)
}

/** Writes the command line, which can also start the service: `cli.js`, and the chunks that it loads on demand. */
const buildCommandLine = async (): Promise<void> => {
  const { logs, metafile, success } = await Bun.build({
    entrypoints: [join(root, "server/cli.ts")],
    outdir: folder,
    target: "node",
    external: installed,
    splitting: true,
    metafile: true,
    naming: { entry: "[name].[ext]", chunk: "cli-[hash].[ext]" },
    plugins: [besideFiles]
  })
  if (!success || metafile === undefined) throw new Error(logs.join("\n"))
  await Bun.write(join(folder, "LICENSES.txt"), await licencesOf(Object.keys(metafile.inputs)))
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
