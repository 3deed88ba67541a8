// Writes the service and the command line as one executable file, with Bun and the pages inside: `npm run compile [-- <file>]`.
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { BunPlugin } from "bun"
import type { Assets } from "../lib/dashboard.ts"
import { buildDashboard } from "./dashboard.ts"
import { buildDocs } from "./docs.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const [file = join(root, "laurel-rewards")] = process.argv.slice(2)

const encoded = (assets: Assets): string =>
  JSON.stringify(
    assets.map(({ bytes, ...asset }) => ({ ...asset, base64: Buffer.from(bytes).toString("base64") }))
  )

// Before the build that needs them: Bun cannot run one build inside of another.
const [dashboard, docs] = [encoded(await buildDashboard()), encoded(await buildDocs())]

/** An executable has no folder to read files from: the pages become a part of the module that has them. */
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
