// What the modules of the library export, for properties that hold for all schemas or all statements.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** A module of the library and its source. */
export interface LibraryModule {
  readonly path: string
  readonly source: string
  readonly exports: ReadonlyArray<readonly [name: string, value: unknown]>
}

/** Drivers belong to one runtime each, and have neither schemas nor statements of their own. */
const isRead = (path: string): boolean => path.endsWith(".ts") && !/^(drivers\/|node\.ts)/.test(path)

export const readLibrary = (): Promise<ReadonlyArray<LibraryModule>> =>
  Promise.all(
    readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" })
      .filter(isRead)
      .sort()
      .map(async (path) => {
        const file = join(root, "lib", path)
        const module: Record<string, unknown> = await import(pathToFileURL(file).href)
        return { path, source: readFileSync(file, "utf8"), exports: Object.entries(module) }
      })
  )
