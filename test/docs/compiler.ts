// What the compiler says of the package's exports. TypeScript 7 calls this API unstable, so `package.json` pins its version.
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import {
  isPropertyDeclaration,
  isPropertySignatureDeclaration,
  isVariableDeclaration
} from "typescript/unstable/ast/is"
import { API, type Symbol as Named, type Project, SymbolFlags, type Type } from "typescript/unstable/async"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** One name with its type and its doc comment. */
export interface Entry {
  readonly name: string
  readonly type: string
  readonly doc: string
}

export interface Export extends Entry {
  readonly kind: "service" | "error" | "value" | "type" | "namespace"
  /** The methods of a service, the fields of an error or a type, what a namespace exports. */
  readonly parts: ReadonlyArray<Entry>
}

/** Longer types are no help to a reader. */
const longest = 500
const noTruncation = 1
const inTypeAlias = 1 << 23

/** What every error has. */
const inherited = /^(_tag|message|name|stack|cause|pipe|toString|toJSON|retryable|_op)$/

const onOneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ").trim()

/** A type over several lines as one, without comments: fields get a semicolon between them, and brackets no space inside. */
const compact = (text: string): string =>
  onOneLine(
    text
      .replace(/\/\*\*[\s\S]*?\*\/\s*/g, "")
      .replace(/([^{(<,;|&=\s])[ \t]*\n\s*(?=readonly |\w+\??: )/g, "$1; ")
  )
    .replace(/([(<]) /g, "$1")
    .replace(/ ([)>])/g, "$1")

const makeReader = ({ checker }: Project) => {
  const isOurs = ({ path }: { readonly path: string }) => !path.includes("/node_modules/")

  const textOf = async (type: Type, flags = noTruncation): Promise<string> => {
    const text = onOneLine(await checker.typeToString(type, undefined, flags))
    // Measured without the paths of files, which depend on where the repository is.
    const shown = text.replaceAll(/import\("[^"]+"\)\./g, "")
    return shown.length > longest ? "" : shown
  }

  /** The type as it is written, which has the names that a reader can look up; undefined where none is written. */
  const writtenOf = async ({ declarations }: Named): Promise<string | undefined> => {
    const [declaration, ...more] = declarations
    if (declaration === undefined || more.length > 0 || !isOurs(declaration)) return undefined
    const node = await declaration.resolve()
    const isTyped =
      node !== undefined &&
      (isPropertySignatureDeclaration(node) || isPropertyDeclaration(node) || isVariableDeclaration(node))
    return isTyped && node.type !== undefined ? compact(node.type.getText()) : undefined
  }

  const docOf = async (symbol: Named): Promise<string> =>
    onOneLine(await symbol.getDocumentationComment(checker))

  const entryOf = async (symbol: Named, name = symbol.name): Promise<Entry> => {
    const isValue = (symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias)) === 0
    const type = isValue ? await checker.getTypeOfSymbol(symbol) : undefined
    const written = await writtenOf(symbol)
    const optional = symbol.flags & SymbolFlags.Optional ? "?" : ""
    return {
      name: `${name}${optional}`,
      type: written ?? (type === undefined ? "" : await textOf(type)),
      doc: await docOf(symbol)
    }
  }

  /** The fields that we declare: those of an array, say, are known. */
  const entriesOf = async (type: Type, isError = false): Promise<ReadonlyArray<Entry>> => {
    const own = (await checker.getPropertiesOfType(type)).filter(
      ({ declarations, name }) =>
        // Symbols, and private members, whose names differ from run to run.
        !/^__[@#]/.test(name) &&
        !(isError && inherited.test(name)) &&
        (declarations.length === 0 || declarations.some(isOurs))
    )
    return (await Promise.all(own.map(withMethods))).flat()
  }

  /** A service of the Promise form is one field with many methods, which are shown instead. */
  const withMethods = async (symbol: Named): Promise<ReadonlyArray<Entry>> => {
    const type = await checker.getTypeOfSymbol(symbol)
    if (type?.getAliasSymbol === undefined || (await type.getAliasSymbol())?.name !== "Promised")
      return [await entryOf(symbol)]
    const methods = await checker.getPropertiesOfType(type)
    return Promise.all(
      methods.map(async (each) => {
        const entry = await entryOf(each, `${symbol.name}.${each.name}`)
        // The declaration is that of the service, which answers with an effect.
        const type = (await checker.getTypeOfSymbol(each)) ?? assert.fail(`${entry.name} has no type`)
        return { ...entry, type: await textOf(type) }
      })
    )
  }

  /** The interface behind a `Context.Tag` class; undefined for other classes. */
  const serviceOf = async (type: Type): Promise<Type | undefined> => {
    const properties = await checker.getPropertiesOfType(type)
    const isTag = properties.some(({ name }) => name.startsWith("__@TagTypeId"))
    const service = isTag && properties.find(({ name }) => name === "Type")
    return service ? checker.getTypeOfSymbol(service) : undefined
  }

  const resolved = async (symbol: Named): Promise<Named> =>
    symbol.flags & SymbolFlags.Alias ? await checker.getAliasedSymbol(symbol) : symbol

  const exportsOf = (symbol: Named): Promise<ReadonlyArray<Named>> => checker.getExportsOfModule(symbol)

  const read = async (exported: Named): Promise<Export> => {
    const symbol = await resolved(exported)
    const { name } = exported
    const doc = (await docOf(symbol)) || (await docOf(exported))
    const { flags } = symbol
    if (flags & SymbolFlags.ValueModule) {
      const inside = symbol.declarations.some(isOurs) ? await exportsOf(symbol) : []
      const parts = await Promise.all(
        inside.map(async (each) => entryOf(await resolved(each), `${name}.${each.name}`))
      )
      return { name, doc, kind: "namespace", type: "", parts }
    }
    if (flags & SymbolFlags.Class) {
      const type = await checker.getDeclaredTypeOfSymbol(symbol)
      const service = await serviceOf(type)
      const kind = service === undefined ? "error" : "service"
      return { name, doc, kind, type: "", parts: await entriesOf(service ?? type, service === undefined) }
    }
    if (flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias)) {
      const type = await checker.getDeclaredTypeOfSymbol(symbol)
      const hasFields = type.isObjectType() || type.isIntersectionType()
      const parts = hasFields ? await entriesOf(type) : []
      return { name, doc, kind: "type", type: await textOf(type, noTruncation | inTypeAlias), parts }
    }
    return { ...(await entryOf(symbol, name)), doc, kind: "value", parts: [] }
  }

  /** Types that a module, or a namespace in it, exports under another name than their own: both names. */
  const renamedIn = async (module: Named, prefix = ""): Promise<ReadonlyArray<readonly [string, string]>> => {
    const exported = await exportsOf(module)
    const names = new Set(exported.map(({ name }) => name))
    const found = exported.map(async (each): Promise<ReadonlyArray<readonly [string, string]>> => {
      const { declarations, flags, name } = await resolved(each)
      if (!declarations.some(isOurs)) return []
      if (flags & SymbolFlags.ValueModule) return renamedIn(await resolved(each), `${each.name}.`)
      return names.has(name) ? [] : [[name, `${prefix}${each.name}`]]
    })
    return (await Promise.all(found)).flat()
  }

  return { exportsOf, read, renamedIn }
}

/** Shows types by the names that a reader can import. */
const withNames = (entry: Entry, renamed: ReadonlyArray<readonly [string, string]>): Entry => ({
  ...entry,
  type: renamed.reduce(
    (type, [own, name]) => type.replaceAll(new RegExp(`\\b${own}\\b`, "g"), name),
    entry.type
  )
})

/** The exports of modules of lib/, in the order of their names. */
export const readExports = async (
  files: ReadonlyArray<string>
): Promise<ReadonlyMap<string, ReadonlyArray<Export>>> => {
  const api = new API({ cwd: root })
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [join(root, "lib/tsconfig.json")] })
    const project = snapshot.getProjects()[0] ?? assert.fail("the project did not open")
    const { checker, program } = project
    const { exportsOf, read, renamedIn } = makeReader(project)
    const found = new Map<string, ReadonlyArray<Export>>()
    for (const file of files) {
      const source = (await program.getSourceFile(join(root, file))) ?? assert.fail(`no ${file}`)
      const module = (await checker.getSymbolAtLocation(source)) ?? assert.fail(`${file} exports nothing`)
      const renamed = await renamedIn(module)
      const exported = (await Promise.all((await exportsOf(module)).map(read))).map((each) => ({
        ...each,
        ...withNames(each, renamed),
        parts: each.parts.map((part) => withNames(part, renamed))
      }))
      found.set(
        file,
        exported.toSorted((one, other) => (one.name < other.name ? -1 : 1))
      )
    }
    return found
  } finally {
    await api.close()
  }
}

/** A new folder below node_modules, where the compiler finds the packages, and other tools do not look. */
export const cacheFolder = (name: string): string => {
  const cache = join(root, "node_modules/.cache")
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, `${name}-`))
}

/** What the compiler has to say about files, and not about what they import. It reads no other files. */
export const faultsIn = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const api = new API({ cwd: root })
  const folder = cacheFolder("compiled")
  const config = join(folder, "tsconfig.json")
  const settings = { extends: join(root, "tsconfig.json"), files, include: [], exclude: [] }
  writeFileSync(config, JSON.stringify(settings))
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [config] })
    const { program } = snapshot.getProjects()[0] ?? assert.fail("the project did not open")
    const faults: Array<string> = []
    for (const file of files) {
      const found = [
        ...(await program.getSyntacticDiagnostics(file)),
        ...(await program.getSemanticDiagnostics(file))
      ]
      faults.push(...found.map(({ text }) => `${file}: ${text}`))
    }
    return faults
  } finally {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
