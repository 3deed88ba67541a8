// Files for tests, in one folder that is removed with the process.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

let folder: string | undefined
let files = 0

const freshPath = (): string => {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), "laurel-sqlite-"))
    // For Node's runner; under `bun test`, which never gets there, preload.ts does it.
    process.once("exit", removeFiles)
  }
  files += 1
  return join(folder, String(files))
}

/** A path at which nothing exists yet. */
export const freshFile = async (): Promise<string> => `${freshPath()}.db`

/** A path at which a folder may be made. */
export const freshFolder = async (): Promise<string> => freshPath()

export const removeFiles = (): void => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  folder = undefined
}
