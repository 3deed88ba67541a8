// The written direction of the product's imports, as a rule that can be asked about one import.

export interface Import {
  /** A file, as a path from the root. */
  readonly from: string
  /** A file, as a path from the root, or the name of a package. */
  readonly to: string
}

/** A stage imports from itself and from those before it. */
const stages = ["lib/domain/", "lib/sql/", "lib/ledger/", "lib/services/", "lib/http/", "server/"]

/** The edge: what puts the stages together, or is handed to them. No stage of the library imports it. */
const drivers = "lib/drivers/"
const isEntry = (path: string): boolean =>
  /^lib\/[^/]+\.ts$/.test(path) || path.startsWith("lib/testing/") || path.startsWith("lib/open/")

const isFile = (path: string): boolean => /^(lib|server|test|bench|examples)\//.test(path)
const stageOf = (path: string): number => stages.findIndex((stage) => path.startsWith(stage))
const isBun = (name: string): boolean => name === "bun" || name.startsWith("bun:")

/** What ties its importer to one database. */
const database = /^(pg|pg-.+|@effect\/sql-.+|node:sqlite|better-sqlite3)(\/|$)/

/** Why an import is against the direction, or nothing. */
export const problemWith = ({ from, to }: Import): string | undefined => {
  const stage = stageOf(from)
  if (stage === -1 && !from.startsWith(drivers) && !isEntry(from)) return "the file belongs to no stage"
  return isFile(to) ? problemWithFile(from, stage, to) : problemWithPackage(from, to)
}

const problemWithFile = (from: string, stage: number, to: string): string | undefined => {
  const target = stageOf(to)
  if (!to.startsWith("lib/") && target === -1) return "the product imports nothing from there"
  if (from.startsWith("server/")) return undefined
  if (to.startsWith("server/")) return "the library does not know the server"
  if (isEntry(from)) return undefined
  if (from.startsWith(drivers)) {
    return to.startsWith(drivers) || target === 0 ? undefined : "a driver knows drivers and the domain"
  }
  if (target === -1) return "only the edge imports the edge"
  return target <= stage ? undefined : "a later stage"
}

const problemWithPackage = (from: string, to: string): string | undefined => {
  if (from.startsWith("server/")) return undefined
  if (isBun(to)) return from === "lib/drivers/sqlite-bun.ts" ? undefined : "the library runs on more than Bun"
  if (from.startsWith(drivers)) return undefined
  if (from.startsWith("lib/domain/")) return to === "effect" ? undefined : "the domain imports effect alone"
  return database.test(to) ? "only a driver imports that" : undefined
}

const forms = [
  /^\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?\s*"([^"]+)"/gm,
  /\b(?:import|getBuiltinModule|require)\(\s*"([^"]+)"/g
]

/** The specifiers a source imports, in the order of their places, whatever the form. */
export const importsOf = (source: string): ReadonlyArray<string> =>
  forms
    .flatMap((form) => [...source.matchAll(form)].map((match) => ({ at: match.index, name: match[1] ?? "" })))
    .sort((one, two) => one.at - two.at)
    .map(({ name }) => name)
