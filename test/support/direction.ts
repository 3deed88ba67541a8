// The allowed direction of imports, as a rule that checks one import.

export interface Import {
  /** A file, as a path from the root. */
  readonly from: string
  /** A file, as a path from the root, or the name of a package. */
  readonly to: string
}

/** Each part of the product, and the other parts that it may import. */
const mayImport: Readonly<Record<string, ReadonlyArray<string>>> = {
  "lib/schema/": [],
  "lib/sql/": ["lib/schema/"],
  "lib/drivers/": ["lib/schema/", "lib/sql/"],
  "lib/rewards/": ["lib/schema/", "lib/sql/"],
  "lib/boards/": ["lib/schema/", "lib/sql/", "lib/rewards/"],
  "lib/events/": ["lib/schema/", "lib/sql/", "lib/rewards/"],
  "lib/outbound/": [],
  "lib/webhooks/": ["lib/schema/", "lib/sql/", "lib/rewards/", "lib/events/", "lib/outbound/"],
  // Of webhooks, accounts know only the port that they provide.
  "lib/accounts/": ["lib/schema/", "lib/sql/", "lib/rewards/", "lib/outbound/", "lib/webhooks/ports.ts"],
  "lib/alerts/": ["lib/schema/", "lib/sql/", "lib/rewards/", "lib/webhooks/", "lib/accounts/"],
  "lib/http/": [
    "lib/alerts/",
    "lib/schema/",
    "lib/sql/",
    "lib/rewards/",
    "lib/boards/",
    "lib/events/",
    "lib/webhooks/",
    "lib/accounts/",
    "lib/outbound/addresses.ts"
  ],
  "lib/dashboard/": ["lib/schema/", "lib/accounts/", "lib/http/"]
}
const parts = Object.keys(mayImport)

/** Entry modules compose the parts. No part of the library imports them. */
const isEntry = (path: string): boolean =>
  path === "lib/index.ts" || /^lib\/(client|entries|layers|open|testing)\//.test(path)

/** The modules that the package exports. */
const isPublic = (path: string): boolean =>
  path === "lib/index.ts" ||
  /^lib\/entries\/\w+\.ts$/.test(path) ||
  /^lib\/drivers\/(postgres|sqlite-bun|sqlite-node)\.ts$/.test(path)

/** Pure modules: decisions, schemas and errors, without clock, randomness, SQL or HTTP. */
const pure = [
  /^lib\/schema\//,
  /^lib\/(rewards|accounts|webhooks)\/(Coins|Errors|Id|Identity|lists)\.ts$/,
  /^lib\/rewards\/\w+\/(Account|Activity|Adjustment|Attributes|Award|Book|Explanation|Fact|IdempotencyKey|Member|Merge|Metadata|Named|Narration|Orderer|Partner|PressingRule|Reversal|Rule|RuleInput|RuleUsage|SimulatedCounters|SimulatedRule|Simulation|Transfer|When|amountIn|changedRule|decide|decideMerge|decideReversal|earning|judge|proposedRule|sentence)\.ts$/,
  /^lib\/rewards\/limits\/(Counters|Limit|calendar)\.ts$/,
  /^lib\/rewards\/lots\/(Holdings|Wallets|period)\.ts$/,
  /^lib\/boards\/(Board|Total)\.ts$/,
  /^lib\/events\/Event\.ts$/,
  /^lib\/accounts\/\w+\/(ApiKey|Application|AuditEntry|Authorization|Link|Mail|Otp|Person|ResetPassword|Role|Session|User|UserRecord)\.ts$/,
  /^lib\/webhooks\/(Webhook|retrySchedule)\.ts$/,
  /^lib\/alerts\/Alert\.ts$/
]
const isPure = (path: string): boolean => pure.some((pattern) => pattern.test(path))

/** The page puts conditions into the words of the library, and reads and writes CSV. These modules are bundled, and import only types. */
const isInPage = (from: string, to: string): boolean =>
  from.startsWith("server/dashboard/") &&
  (to === "lib/rewards/activities/sentence.ts" || to === "lib/schema/csv.ts")

const isFile = (path: string): boolean => /^(lib|server|test|bench|examples)\//.test(path)
const partOf = (path: string): string | undefined => parts.find((part) => path.startsWith(part))
const isBun = (name: string): boolean => name === "bun" || name.startsWith("bun:")

/** Packages that tie their importer to one database. */
const database = /^(pg|pg-.+|@effect\/sql-.+|node:sqlite|better-sqlite3)(\/|$)/

/** Why an import breaks the rule, or undefined. */
export const problemWith = ({ from, to }: Import): string | undefined => {
  if (!from.startsWith("server/") && partOf(from) === undefined && !isEntry(from)) {
    return "the file belongs to no part"
  }
  return isFile(to) ? problemWithFile(from, to) : problemWithPackage(from, to)
}

const problemWithFile = (from: string, to: string): string | undefined => {
  if (!/^(lib|server)\//.test(to)) return "the product imports nothing from there"
  if (from.startsWith("server/")) {
    return to.startsWith("server/") || isPublic(to) || isInPage(from, to)
      ? undefined
      : "the server knows what the package exports"
  }
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

/**
 * The owner of a private folder that an import reaches into: a folder `X/` beside `X.ts` belongs to that file only.
 * Entries of the package own no folder, because the folders beneath them are public.
 */
export const trespassed = ({ from, to }: Import, files: ReadonlySet<string>): string | undefined => {
  const folders = to.split("/").slice(0, -1)
  for (let depth = 3; depth <= folders.length; depth++) {
    const folder = folders.slice(0, depth).join("/")
    const owner = `${folder}.ts`
    if (files.has(owner) && from !== owner && !from.startsWith(`${folder}/`)) return owner
  }
  return undefined
}

/** Circles of imports, each as the files from one back to itself. Finds at least one circle if there are any. */
export const circlesIn = (imports: ReadonlyArray<Import>): ReadonlyArray<string> => {
  const importedBy = new Map<string, Array<string>>()
  for (const { from, to } of imports) importedBy.set(from, [...(importedBy.get(from) ?? []), to])
  const circles: Array<string> = []
  const visited = new Set<string>()
  const visit = (file: string, path: ReadonlyArray<string>): void => {
    const start = path.indexOf(file)
    if (start !== -1) circles.push([...path.slice(start), file].join(" → "))
    if (visited.has(file)) return
    visited.add(file)
    for (const next of importedBy.get(file) ?? []) visit(next, [...path, file])
  }
  for (const file of importedBy.keys()) visit(file, [])
  return circles
}

/** The tables and views that a source declares or creates. */
export const tablesOf = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/(?:CREATE (?:TABLE|VIEW) |\btable\(")(rewards_\w+)/g)].map(([, name]) => name ?? "")

/** The tables that a source names. Foreign key references do not count: a row may reference another part's table. */
export const tablesNamedIn = (source: string, tables: ReadonlySet<string>): ReadonlyArray<string> => {
  const withoutReferences = source.replace(/(?:REFERENCES |\btable: ")rewards_\w+/g, "")
  const named = [...withoutReferences.matchAll(/\brewards_\w+\b/g)].map(([name]) => name)
  return Array.from(new Set(named.filter((name) => tables.has(name))))
}

const forms = [
  /^\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?\s*"([^"]+)"/gm,
  /\b(?:import|getBuiltinModule|require)\(\s*"([^"]+)"/g
]

/** The specifiers that a source imports, in order, in every form of import. */
export const importsOf = (source: string): ReadonlyArray<string> =>
  forms
    .flatMap((form) => [...source.matchAll(form)].map((match) => ({ at: match.index, name: match[1] ?? "" })))
    .sort((one, two) => one.at - two.at)
    .map(({ name }) => name)
