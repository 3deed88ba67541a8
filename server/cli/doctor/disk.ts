import { statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { Either } from "effect"
import { readSettings } from "../../settings.ts"
import { fileOf } from "../database.ts"
import type { Finding } from "./Finding.ts"

const gigabyte = 1e9

/** The room that is left where a SQLite database lies. What a server has is the server's to watch. */
export const checkDisk = async (
  environment: Readonly<Record<string, string | undefined>>
): Promise<ReadonlyArray<Finding>> => {
  const url = Either.match(readSettings({ DATABASE_URL: environment.DATABASE_URL }), {
    onLeft: () => "",
    onRight: ({ DATABASE_URL }) => DATABASE_URL
  })
  const file = fileOf(url)
  if (file === undefined) return []
  try {
    const { bavail, bsize } = await statfs(dirname(file))
    const free = bavail * bsize
    const detail = `${(free / gigabyte).toFixed(1)} GB free beside the database`
    return [
      free < gigabyte / 10
        ? { about: "disk", state: "fault", detail: `${detail}: make room, or writes will fail` }
        : { about: "disk", state: free < gigabyte ? "warning" : "ok", detail }
    ]
  } catch {
    return [{ about: "disk", state: "warning", detail: `the folder of ${file} cannot be looked at` }]
  }
}
