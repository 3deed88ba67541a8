// Writes the dashboard's files into the package, and says how large they are. `npm run build` runs it.
import { mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildDashboard } from "./dashboard.ts"

const folder = fileURLToPath(new URL("../dist/dashboard/site/", import.meta.url))
const zipped = (bytes: Uint8Array): number => Bun.gzipSync(new Uint8Array(bytes)).byteLength
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const assets = await buildDashboard()
for (const { bytes, path } of assets) {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await Bun.write(file, bytes)
  console.log(`dashboard/${path}: ${kilobytes(bytes.byteLength)}, ${kilobytes(zipped(bytes))} gzipped`)
}
console.log(`The dashboard: ${kilobytes(assets.reduce((sum, { bytes }) => sum + zipped(bytes), 0))} gzipped`)
