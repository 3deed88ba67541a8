import { readdir, readFile } from "node:fs/promises"
import { extname, join, sep } from "node:path"

/** One file of the dashboard or of the API reference. */
export interface Asset {
  /** The path relative to the folder that was read, such as `index.html` or `assets/main-1f3a.js`. */
  readonly path: string
  /** The value of the Content-Type header. */
  readonly type: string
  readonly bytes: Uint8Array
}
export type Assets = ReadonlyArray<Asset>

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}

export const typeOf = (path: string): string => types[extname(path)] ?? "application/octet-stream"

/** Reads all files of a folder, for `makeDashboard` or `makeDocs`. `folder` must be an absolute path that ends with a slash. */
export const readAssets = async (folder: string): Promise<Assets> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ name, parentPath }) => {
      const file = join(parentPath, name)
      const path = file.slice(folder.length).split(sep).join("/")
      return { path, type: typeOf(path), bytes: await readFile(file) }
    })
  )
}
