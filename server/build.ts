// Writes the files of the dashboard and of the API reference into the package, and says how large they are. `npm run
// build` runs it.
import { mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Assets } from "../lib/dashboard.ts"
import { buildDashboard } from "./dashboard.ts"
import { buildDocs } from "./docs.ts"

const zipped = (bytes: Uint8Array): number => Bun.gzipSync(new Uint8Array(bytes)).byteLength
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const write = async (title: string, name: string, assets: Assets): Promise<void> => {
  const folder = fileURLToPath(new URL(`../dist/dashboard/${name}/`, import.meta.url))
  for (const { bytes, path } of assets) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await Bun.write(file, bytes)
    console.log(`${name}/${path}: ${kilobytes(bytes.byteLength)}, ${kilobytes(zipped(bytes))} gzipped`)
  }
  console.log(`${title}: ${kilobytes(assets.reduce((sum, { bytes }) => sum + zipped(bytes), 0))} gzipped`)
}

await write("The dashboard", "site", await buildDashboard())
await write("The API reference", "docs", await buildDocs())
