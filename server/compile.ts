// Compiles the service and the command line to one executable file that contains Bun and the pages: `npm run compile [-- <file>]`.
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { BunPlugin } from "bun"
import type { Assets } from "../lib/entries/dashboard.ts"
import { buildDashboard, buildDocs } from "./bundle.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const [file = join(root, "laurel-rewards")] = process.argv.slice(2)

const encoded = (assets: Assets): string =>
  JSON.stringify(
    assets.map(({ bytes, ...asset }) => ({ ...asset, base64: Buffer.from(bytes).toString("base64") }))
  )

// Bundled before the executable is built: Bun cannot run a build inside another build.
const [dashboard, docs] = [encoded(await buildDashboard()), encoded(await buildDocs())]

/** An executable has no folder to read files from, so the module `pages.ts` is replaced by one that contains the files. */
const embedPages: BunPlugin = {
  name: "pages",
  setup: (build) => {
    build.onLoad({ filter: /\/server\/pages\.ts$/ }, () => ({
      loader: "js",
      contents: `const decode = (assets) => async () =>
          assets.map(({ base64, ...asset }) => ({ ...asset, bytes: new Uint8Array(Buffer.from(base64, "base64")) }))
        export const pages = {
          dashboard: decode(${dashboard}),
          docs: decode(${docs})
        }`
    }))
  }
}

const { logs, success } = await Bun.build({
  entrypoints: [join(root, "server/executable.ts")],
  compile: { outfile: file },
  target: "bun",
  minify: { whitespace: true, syntax: true },
  plugins: [embedPages]
})
if (!success) throw new Error(logs.join("\n"))
console.log(`${file}: ${Math.round(Bun.file(file).size / 1e6)} MB`)
