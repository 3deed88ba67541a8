// The written direction of the product's imports, as a rule that can be asked about one import.

export interface Import {
  /** A file, as a path from the root. */
  readonly from: string
  /** A file, as a path from the root, or the name of a package. */
  readonly to: string
}

/** Each part of the product and the other parts that it may import. */
const mayImport: Readonly<Record<string, ReadonlyArray<string>>> = {
  "lib/schema/": [],
  "lib/sql/": ["lib/schema/"],
  "lib/drivers/": ["lib/schema/", "lib/sql/"],
  "lib/rewards/": ["lib/schema/", "lib/sql/"],
  "lib/boards/": ["lib/schema/", "lib/sql/", "lib/rewards/"],
  "lib/accounts/": ["lib/schema/", "lib/sql/", "lib/rewards/"],
  "lib/http/": ["lib/schema/", "lib/sql/", "lib/rewards/", "lib/boards/", "lib/accounts/", "lib/Failure.ts"]
}
const parts = Object.keys(mayImport)

/** The edge puts the parts together. No part of the library imports it. */
const isEntry = (path: string): boolean =>
  /^lib\/[^/]+\.ts$/.test(path) || path.startsWith("lib/testing/") || path.startsWith("lib/open/")

/** Decisions, schemas and errors: no clock, no randomness, no SQL, no HTTP. */
const pure = [
  /^lib\/schema\//,
  /^lib\/(rewards|accounts)\/(Coins|Errors|Id|Identity)\.ts$/,
  /^lib\/rewards\/\w+\/(Account|Award|Book|IdempotencyKey|Member|Name|Partner|Rule|Transfer|decide)\.ts$/,
  /^lib\/boards\/Board\.ts$/,
  /^lib\/accounts\/\w+\/(ApiKey|Application|AuditEntry|Authorization|Link|Mail|ResetPassword|Session|User|UserRecord|inputs)\.ts$/
]
const isPure = (path: string): boolean => pure.some((pattern) => pattern.test(path))

const isFile = (path: string): boolean => /^(lib|server|test|bench|examples)\//.test(path)
const partOf = (path: string): string | undefined => parts.find((part) => path.startsWith(part))
const isBun = (name: string): boolean => name === "bun" || name.startsWith("bun:")

/** What ties its importer to one database. */
const database = /^(pg|pg-.+|@effect\/sql-.+|node:sqlite|better-sqlite3)(\/|$)/

/** Why an import is against the direction, or nothing. */
export const problemWith = ({ from, to }: Import): string | undefined => {
  if (!from.startsWith("server/") && partOf(from) === undefined && !isEntry(from)) {
    return "the file belongs to no part"
  }
  return isFile(to) ? problemWithFile(from, to) : problemWithPackage(from, to)
}

const problemWithFile = (from: string, to: string): string | undefined => {
  if (!/^(lib|server)\//.test(to)) return "the product imports nothing from there"
  if (from.startsWith("server/")) return undefined
  if (to.startsWith("server/")) return "the library does not know the server"
  const part = partOf(from)
  if (part === undefined) return undefined
  if (isPure(from) && !isPure(to)) return "a pure file imports effect and pure files alone"
  if (to.startsWith(part)) return undefined
  return mayImport[part]?.some((other) => to.startsWith(other)) ? undefined : `${part} does not know that`
}

const problemWithPackage = (from: string, to: string): string | undefined => {
  if (from.startsWith("server/")) return undefined
  if (isBun(to)) return from === "lib/drivers/sqlite-bun.ts" ? undefined : "the library runs on more than Bun"
  if (from.startsWith("lib/drivers/")) return undefined
  if (isPure(from)) return to === "effect" ? undefined : "a pure file imports effect and pure files alone"
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
