// Files for tests, in one folder that is removed when the process ends.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

let folder: string | undefined
let files = 0

const freshPath = (): string => {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), "laurel-sqlite-"))
    // For Node's runner. `bun test` emits no exit event; preload.ts removes the files there.
    process.once("exit", removeFiles)
  }
  files += 1
  return join(folder, String(files))
}

/** A path at which no file exists. */
export const freshFile = async (): Promise<string> => `${freshPath()}.db`

/** A path for a new folder. */
export const freshFolder = async (): Promise<string> => freshPath()

export const removeFiles = (): void => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  folder = undefined
}
