// Writes the files of the dashboard and of the API reference, and the command line, into the package, and says how large
// they are. `npm run build` runs it.
import { fileURLToPath } from "node:url"
import type { Assets } from "../lib/dashboard.ts"
import { buildCli } from "./buildCli.ts"
import { writePages } from "./writePages.ts"

const zipped = (bytes: Uint8Array): number => Bun.gzipSync(new Uint8Array(bytes)).byteLength
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const report = (title: string, name: string, assets: Assets): void => {
  for (const { bytes, path } of assets) {
    console.log(`${name}/${path}: ${kilobytes(bytes.byteLength)}, ${kilobytes(zipped(bytes))} gzipped`)
  }
  console.log(`${title}: ${kilobytes(assets.reduce((sum, { bytes }) => sum + zipped(bytes), 0))} gzipped`)
}

const { docs, site } = await writePages(fileURLToPath(new URL("../dist/", import.meta.url)))
report("The dashboard", "site", site)
report("The API reference", "docs", docs)
const cli = await buildCli(fileURLToPath(new URL("../dist/cli/", import.meta.url)))
console.log(`The command line: ${kilobytes(cli)}`)
