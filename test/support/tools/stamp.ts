import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** What an installed folder was installed from: its lock file, and the machine whose packages npm chose. */
export const digestOf = (folder: string): string =>
  createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .update(`${process.platform}-${process.arch}`)
    .digest("hex")

/** The file that holds the digest. It is written last, so it is missing after an installation that was killed. */
export const stampOf = (folder: string): string => join(folder, "node_modules/.installed")
