// Which types the public declarations of an entry name, and whether the entry exports them. TypeScript 7 has no stable
// API for this, so the sources are read as text: every type name of ours starts with a capital letter.
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** A declaration, by its file and its name there. */
export interface Declaration {
  readonly file: string
  readonly name: string
}

interface Source {
  readonly text: string
  /** What a local name stands for; "*" is the whole module. */
  readonly imports: ReadonlyMap<string, Declaration>
  /** What an exported name stands for. */
  readonly exports: ReadonlyMap<string, Declaration>
  readonly stars: ReadonlyArray<string>
}

const sources = new Map<string, Source>()

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "")

/** `{ a, type b as c }` as pairs of the name there and the name here. */
const namesIn = (list: string): ReadonlyArray<readonly [there: string, here: string]> =>
  list
    .split(",")
    .map((part) => part.trim().replace(/^type /, ""))
    .filter((part) => part !== "")
    .map((part) => {
      const [there = "", here = there] = part.split(" as ")
      return [there, here]
    })

const read = (file: string): Source => {
  const known = sources.get(file)
  if (known !== undefined) return known
  const text = withoutComments(readFileSync(file, "utf8"))
  const at = (specifier: string): string =>
    specifier.startsWith(".") ? join(dirname(file), specifier) : specifier
  const imports = new Map<string, Declaration>()
  const exports = new Map<string, Declaration>()
  for (const [, names = "", from = ""] of text.matchAll(/^import (?:type )?\{([^}]*)\} from "([^"]+)"/gm)) {
    for (const [there, here] of namesIn(names)) imports.set(here, { file: at(from), name: there })
  }
  for (const [, name = "", from = ""] of text.matchAll(/^import (?:type )?\* as (\w+) from "([^"]+)"/gm)) {
    imports.set(name, { file: at(from), name: "*" })
  }
  for (const [, name = ""] of text.matchAll(
    /^export (?:declare |abstract |async )?(?:class|interface|type|const|function) (\w+)/gm
  )) {
    exports.set(name, { file, name })
  }
  for (const [, names = "", from] of text.matchAll(/^export (?:type )?\{([^}]*)\}(?: from "([^"]+)")?/gm)) {
    for (const [there, here] of namesIn(names)) {
      const local = imports.get(there) ?? { file, name: there }
      exports.set(here, from === undefined ? local : { file: at(from), name: there })
    }
  }
  for (const [, name = "", from = ""] of text.matchAll(/^export \* as (\w+) from "([^"]+)"/gm)) {
    exports.set(name, { file: at(from), name: "*" })
  }
  const stars = [...text.matchAll(/^export (?:type )?\* from "([^"]+)"/gm)].map(([, from = ""]) => at(from))
  const source = { text, imports, exports, stars }
  sources.set(file, source)
  return source
}

const isOurs = (file: string): boolean => file.endsWith(".ts")

/** Where an exported name is declared. */
const originOf = ({ file, name }: Declaration): Declaration => {
  if (!isOurs(file) || name === "*") return { file, name }
  const next = read(file).exports.get(name)
  return next === undefined || (next.file === file && next.name === name) ? { file, name } : originOf(next)
}

/** All declarations that an entry exports, by file and name. */
export const exportsOf = (entry: string): ReadonlyArray<Declaration> => {
  // Another package says itself what it exports.
  if (!isOurs(entry)) return []
  const { exports, stars } = read(entry)
  return [...exports.values(), ...stars.flatMap((star) => [...exportsOf(star)])].flatMap((declaration) => {
    const origin = originOf(declaration)
    return origin.name === "*" ? exportsOf(origin.file) : [origin]
  })
}

/** From an opening bracket or brace to the end of the declaration that begins there. */
const untilBalanced = (text: string, from: number): string => {
  let depth = 0
  for (let index = from; index < text.length; index += 1) {
    const character = text[index] ?? ""
    if ("{(<[".includes(character)) depth += 1
    if ("})]".includes(character) || (character === ">" && text[index - 1] !== "=")) depth -= 1
    if (depth === 0 && /[\n>}]/.test(character) && !/^\s*[|&?:=]/.test(text.slice(index + 1))) {
      return text.slice(from, index + 1)
    }
  }
  return text.slice(from)
}

/** The types that a declaration is made of: a service's interface, an interface's fields, an alias's right side. */
const bodyOf = ({ file, name }: Declaration): string => {
  const { text } = read(file)
  const service = new RegExp(`class ${name} extends Context\\.Tag\\([^)]*\\)<`).exec(text)
  if (service !== null) return untilBalanced(text, service.index + service[0].length - 1)
  const fields = new RegExp(`^(?:export )?interface ${name}\\b([^{]*)`, "m").exec(text)
  if (fields !== null) return `${fields[1]}${untilBalanced(text, fields.index + fields[0].length)}`
  const alias = new RegExp(`^(?:export )?type ${name}\\b[^=]*=`, "m").exec(text)
  return alias === null ? "" : untilBalanced(text, alias.index + alias[0].length)
}

/** The declarations of ours that one names. What its file keeps to itself is looked into. */
export const namedBy = (declaration: Declaration, seen = new Set<string>()): ReadonlyArray<Declaration> => {
  const { file, name } = declaration
  if (!isOurs(file) || seen.has(`${file}#${name}`)) return []
  seen.add(`${file}#${name}`)
  const { exports, imports, text } = read(file)
  // Schemas are values: `typeof X.Type` spells the type out.
  const body = bodyOf(declaration)
    .replace(/typeof [\w.]+/g, "")
    .replace(/"[^"]*"/g, "")
  return [...body.matchAll(/(?<![\w.])([A-Z]\w*)(?:\.([A-Z]\w*))?/g)].flatMap(
    ([, first = "", second = ""]) => {
      const imported = imports.get(first)
      if (imported !== undefined) {
        const origin = originOf(imported.name === "*" ? { file: imported.file, name: second } : imported)
        return isOurs(origin.file) ? [origin] : []
      }
      if (exports.has(first)) return [{ file, name: first }]
      return new RegExp(`^(?:type|interface) ${first}\\b`, "m").test(text)
        ? namedBy({ file, name: first }, seen)
        : []
    }
  )
}
