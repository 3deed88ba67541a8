import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "../support/effect.ts"

/** The project's folder, with a trailing slash. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

const folders: Array<string> = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** An empty folder, removed after the tests of the file. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "laurel-readme-"))
  folders.push(folder)
  return folder
}
