// What the modules of the library export, for properties that hold for all schemas or all statements.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
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

/**
 * The constants of modules that are not exported. Each module is loaded again from a copy that exports them; the copy imports the
 * library's own modules, so schemas and symbols are shared with those.
 */
export const readPrivate = async (
  library: ReadonlyArray<LibraryModule>
): Promise<ReadonlyArray<LibraryModule>> => {
  // Below node_modules, where a copy finds the packages, and other tools do not look.
  const cache = join(root, "node_modules/.cache")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "private-"))
  try {
    return await Promise.all(
      library.map(async ({ path, source }, index) => {
        const names = Array.from(source.matchAll(/^const (\w+)\b/gm), ([, name = ""]) => name)
        if (names.length === 0) return { path, source, exports: [] }
        const copy = join(folder, `${index}.ts`)
        const here = dirname(join(root, "lib", path))
        const imports = source.replaceAll(
          /(from|import\() ?"(\.[^"]+)"/g,
          (_, word: string, to: string) => `${word} "${join(here, to)}"`
        )
        writeFileSync(
          copy,
          `${imports}\nexport { ${names.map((name) => `${name} as private_${name}`).join(", ")} }\n`
        )
        const module: Record<string, unknown> = await import(pathToFileURL(copy).href)
        const exports = names.map((name) => [name, module[`private_${name}`]] as const)
        return { path, source, exports }
      })
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
