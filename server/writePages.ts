import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Assets } from "../lib/dashboard.ts"
import { buildDashboard } from "./dashboard.ts"
import { buildDocs } from "./docs.ts"

const write = async (folder: string, assets: Assets): Promise<Assets> => {
  for (const { bytes, path } of assets) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  return assets
}

/** Writes the files of the pages where the package looks for them: `dashboard/` beside its modules. */
export const writePages = async (folder: string) => ({
  site: await write(join(folder, "dashboard/site"), await buildDashboard()),
  docs: await write(join(folder, "dashboard/docs"), await buildDocs())
})
