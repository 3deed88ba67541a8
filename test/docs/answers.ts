// Writes lib/open/answers.ts: the answers of the Promise form as interfaces.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type SchemaAST as AST, Schema } from "effect"
import { formatted } from "./formatted.ts"
import { type Found, literalOf, schemaIn } from "./sources.ts"
import { comment, makePrinter } from "./typescript.ts"

const open = fileURLToPath(new URL("../../lib/open/", import.meta.url))

/** An encoder of the Promise form with the name of its answer. */
const source = /\b(?:one|many|receipt)<Plain(\w+)>\(\)\((\w+)\)/g

const first = "// Written by `npm run docs` from the schemas of the answers; do not edit.\n"

const receipt = `/** An answer that is stored under an idempotency key. */
export type Receipt<Answer> = Answer & {
  /** True if this is the stored answer of an earlier call with the same key. */
  readonly replayed: boolean
}
`

/** The schemas of answers, and those that their modules export. An answer can contain them. */
const readAnswers = async (): Promise<ReadonlyMap<string, Found>> => {
  const found = new Map<string, Found>()
  for (const file of ["methods.ts", "accountsMethods.ts"].map((name) => `${open}${name}`)) {
    for (const [, name = "", schema = ""] of readFileSync(file, "utf8").matchAll(source)) {
      const answer = await schemaIn(file, schema)
      found.set(name, answer)
      for (const [other, exported] of Object.entries<unknown>(await import(answer.file)))
        if (Schema.isSchema(exported) && !found.has(other))
          found.set(other, await schemaIn(answer.file, other))
    }
  }
  return found
}

export const plainAnswers = async (): Promise<string> => {
  const answers = await readAnswers()
  const names = new Map<AST.AST, string>()
  for (const [name, { schema }] of answers)
    if ((literalOf(schema.ast)?.propertySignatures.length ?? 0) > 0 && !names.has(schema.ast))
      names.set(schema.ast, name)

  const declared = new Map<string, string>()
  const declare = (ast: AST.AST): string | undefined => {
    const name = names.get(ast)
    const [literal, found] = [literalOf(ast), name === undefined ? undefined : answers.get(name)]
    if (name === undefined || literal === undefined || found === undefined) return undefined
    const plain = `Plain${name}`
    if (!declared.has(name)) {
      declared.set(name, "")
      const members = printer.members(literal, (field) => found.comments.get(field))
      declared.set(name, `${comment(found.doc)}export interface ${plain} {\n${members}\n}\n`)
    }
    return plain
  }
  // The descriptions of types tell what an input must be.
  const printer = makePrinter(declare, () => undefined)

  for (const file of ["methods.ts", "accountsMethods.ts"].map((name) => `${open}${name}`))
    for (const [, name = "", named = ""] of readFileSync(file, "utf8").matchAll(source)) {
      const { schema } = await schemaIn(file, named)
      if (declare(schema.ast) === undefined) throw new Error(`${name} is no struct`)
    }
  const texts = [...declared].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
  // `inputs.ts` declares these unions, too. The package exports both files, so each name is declared once.
  const shared = Array.from(printer.unions.keys()).toSorted().join(", ")
  const imports = shared === "" ? "" : `import type { ${shared} } from "../schema/inputs.ts"\n`
  return formatted("lib/open/answers.ts", [first, imports, receipt, ...texts].join("\n"))
}
