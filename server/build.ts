// Writes the command line and the files of the dashboard and of the API reference into the package, and says how large the
// pages are. `npm run build` runs it, after the compiler has written the library.
import { fileURLToPath } from "node:url"
import type { Assets } from "../lib/dashboard.ts"
import { buildCommandLine } from "./buildCommandLine.ts"
import { writePages } from "./writePages.ts"

const zipped = (bytes: Uint8Array): number => Bun.gzipSync(new Uint8Array(bytes)).byteLength
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const report = (title: string, name: string, assets: Assets): void => {
  for (const { bytes, path } of assets) {
    console.log(`${name}/${path}: ${kilobytes(bytes.byteLength)}, ${kilobytes(zipped(bytes))} gzipped`)
  }
  console.log(`${title}: ${kilobytes(assets.reduce((sum, { bytes }) => sum + zipped(bytes), 0))} gzipped`)
}

const folder = fileURLToPath(new URL("../dist/", import.meta.url))
await buildCommandLine(folder)
const { docs, site } = await writePages(folder)
report("The dashboard", "site", site)
report("The API reference", "docs", docs)
