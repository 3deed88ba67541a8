// The sources of a target, and their mutants without those that are known to be equivalent.
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Glob } from "bun"
import { equivalents } from "./equivalents.ts"
import { keyOf, shapeOf, show } from "./keys.ts"
import { closingOf, lineOf, type Mutant, mutantsOf } from "./mutants.ts"
import { type Target, targets } from "./targets.ts"

export const root = fileURLToPath(new URL("../../../", import.meta.url))

export interface SourceMutant {
  /** The file, in the repository. */
  readonly source: string
  readonly mutant: Mutant
  /** The place and the change, for people. */
  readonly words: string
}

export interface GeneratedMutant extends SourceMutant {
  /** Which change it is, wherever the code moves. */
  readonly key: string
}

const scan = (pattern: string): ReadonlyArray<string> => Array.from(new Glob(pattern).scanSync(root))

/** The files in a folder that declare and export a name. */
const declaring = (folder: string, name: string): ReadonlyArray<string> => {
  const declaration = new RegExp(
    `^export (?:abstract )?(?:const|class|function\\*?|interface) ${name}\\b`,
    "m"
  )
  return scan(`${folder}/**/*.ts`).filter((file) => declaration.test(readFileSync(`${root}${file}`, "utf8")))
}

/** The files of a target. Fails if a folder has no files, or a name is not declared in exactly one file. */
export const filesOf = ({ declarations = [], folders = [], name }: Target): ReadonlyArray<string> => {
  const inFolders = folders.flatMap((folder) => {
    const files = scan(`${folder}/**/*.ts`)
    if (files.length === 0) throw new Error(`${name}: ${folder} has no sources; has it moved?`)
    return files
  })
  const declared = declarations.flatMap((declaration) => {
    const [folder = "", exported = ""] = declaration.split("#")
    const [file, ...others] = declaring(folder, exported)
    if (file === undefined) {
      throw new Error(`${name}: no file in ${folder} exports ${exported}; was it renamed or moved?`)
    }
    if (others.length > 0) throw new Error(`${name}: ${exported} is exported by ${[file, ...others]}`)
    // The folder next to a file is private to it.
    return [file, ...scan(`${file.slice(0, -".ts".length)}/**/*.ts`)]
  })
  return [...new Set([...inFolders, ...declared])].sort()
}

/** The tests of a target. Fails if one does not exist. */
export const testsOf = ({ name, tests }: Target): ReadonlyArray<string> => {
  const missing = tests.filter((test) => !existsSync(`${root}test/${test}`))
  if (missing.length > 0) throw new Error(`${name}: there are no tests ${missing.join(", ")}`)
  return tests
}

const mutantsIn = (source: string): ReadonlyArray<GeneratedMutant> => {
  const text = readFileSync(`${root}${source}`, "utf8")
  return mutantsOf(text)
    .filter((mutant) => !isHarmless(text, mutant))
    .map((mutant) => ({
      source,
      mutant,
      key: show(keyOf(text, mutant)),
      words: `${source}:${lineOf(text, mutant)} ${mutant.from.trim()} → ${mutant.to.trim() || "nothing"}`
    }))
}

/** Equivalent wherever it stands: a value that was validated is validated again, or the text of a defect changes. */
const isHarmless = (source: string, { at, from }: Mutant): boolean => {
  const before = source.slice(0, at)
  if (from === "true") return before.endsWith("disableValidation: ")
  const thrown = "throw new Error("
  const start = before.lastIndexOf(thrown)
  return from === " + " && start !== -1 && closingOf(source, start + thrown.length - 1) > at
}

const withoutName = (key: string): string => key.slice(key.indexOf(": "))
const nameIn = (key: string): string => key.slice(0, key.indexOf(": "))
/** The expression with other names, in a declaration of the same name. */
const shapeIn = (key: string): string => `${nameIn(key)}${shapeOf(withoutName(key))}`

/** The mutants of all targets, and which of them the keys of equivalents name. */
export interface Survey {
  readonly mutants: ReadonlyArray<GeneratedMutant>
  readonly equivalent: ReadonlySet<GeneratedMutant>
  /** Keys that name no mutant, each with the mutants that come closest. */
  readonly stale: ReadonlyArray<string>
}

const closest = (mutants: ReadonlyArray<GeneratedMutant>, key: string): ReadonlyArray<GeneratedMutant> => {
  const change = key.slice(key.lastIndexOf(" → "))
  const shape = shapeOf(withoutName(key))
  const same = mutants.filter((each) => each.key.endsWith(change))
  const ofName = same.filter((each) => nameIn(each.key) === nameIn(key))
  const ofShape = same.filter((each) => shapeOf(withoutName(each.key)) === shape)
  return [...new Set([...ofName, ...ofShape])].slice(0, 5)
}

/**
 * Finds the mutant of each key. After a refactoring either the declaration may have another name, or the names in the expression may
 * be others, as long as one mutant alone fits and no other key names it.
 */
export const match = (mutants: ReadonlyArray<GeneratedMutant>, keys: ReadonlyArray<string>): Survey => {
  const wanted = new Set(keys)
  const equivalent = new Set(mutants.filter(({ key }) => wanted.has(key)))
  const named = new Set([...equivalent].map(({ key }) => key))
  const free = mutants.filter((each) => !equivalent.has(each))
  const stale: Array<string> = []
  for (const key of keys) {
    if (named.has(key)) continue
    const [found] = [withoutName, shapeIn]
      .map((part) => free.filter((each) => part(each.key) === part(key)))
      .filter(({ length }) => length === 1)
      .flat()
    if (found !== undefined) equivalent.add(found)
    else {
      const close = closest(free, key).map((each) => `    perhaps ${each.key} (${each.source})`)
      stale.push([key, ...close].join("\n"))
    }
  }
  return { mutants, equivalent, stale }
}

let surveyed: Survey | undefined

/** Reads the sources once. */
export const survey = (): Survey => {
  surveyed ??= surveyAll()
  return surveyed
}

const surveyAll = (): Survey => {
  const files = [...new Set(targets.flatMap(filesOf))].sort()
  return match(
    files.flatMap(mutantsIn),
    equivalents.flatMap(({ mutants }) => mutants)
  )
}

/** The mutants of a target without those that are equivalent. */
export const generatedIn = (target: Target): ReadonlyArray<GeneratedMutant> => {
  const { equivalent, mutants } = survey()
  const files = new Set(filesOf(target))
  return mutants.filter((each) => files.has(each.source) && !equivalent.has(each))
}
