// What a host loads of the package: read from the files, and told by Node while it runs.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

/** Imports and re-exports that are followed when a module is loaded; `import()` is not one of them. */
const followed = /^(?:import|export)\s[^"';]*?from\s*"([^"]+)"|^import\s*"([^"]+)"/gm

/** The files that a module of a folder brings with it, as paths from the folder, and the packages that they import. */
export const staticGraph = (
  folder: string,
  entry: string
): { readonly files: ReadonlyArray<string>; readonly packages: ReadonlyArray<string> } => {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const [, from, bare] of readFileSync(join(folder, file), "utf8").matchAll(followed)) {
      const specifier = from ?? bare ?? ""
      if (specifier.startsWith(".")) visit(join(dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  visit(entry)
  return { files: [...files].toSorted(), packages: [...packages].toSorted() }
}

const recorder = `import { registerHooks } from "node:module"
import { writeFileSync } from "node:fs"
const loaded = []
registerHooks({
  load: (url, context, next) => {
    loaded.push(url)
    return next(url, context)
  }
})
process.on("exit", () => writeFileSync("loaded.json", JSON.stringify(loaded)))
`

/** Node's options for a program in the project that is to write down the modules that it loads. */
export const recording = (project: string): ReadonlyArray<string> => {
  writeFileSync(join(project, "recorder.mjs"), recorder)
  return ["--import", "./recorder.mjs"]
}

/** The modules that the recorded program has loaded, as paths from node_modules. */
export const recorded = (project: string): ReadonlyArray<string> => {
  const urls: unknown = JSON.parse(readFileSync(join(project, "loaded.json"), "utf8"))
  const marker = "/node_modules/"
  return (Array.isArray(urls) ? urls : [])
    .map(String)
    .filter((url) => url.includes(marker))
    .map((url) => url.slice(url.lastIndexOf(marker) + marker.length))
}

/** Where a package is installed in a project: once for each copy. */
export const copiesOf = (project: string, name: string): ReadonlyArray<string> => {
  const copies = (modules: string): ReadonlyArray<string> => {
    if (!existsSync(modules)) return []
    const inside = readdirSync(modules, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap((entry) =>
        entry.name.startsWith("@")
          ? readdirSync(join(modules, entry.name)).map((part) => join(entry.name, part))
          : [entry.name]
      )
      .flatMap((each) => copies(join(modules, each, "node_modules")))
    const own = join(modules, name)
    return existsSync(join(own, "package.json")) ? [relative(project, own), ...inside] : inside
  }
  return copies(join(project, "node_modules"))
}
