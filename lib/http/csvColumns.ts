import { SchemaAST as AST } from "effect"

/** A column of a list as CSV. */
export interface Column {
  /** The path of the field with dots, such as `orderedBy.name`. */
  readonly name: string
  readonly path: ReadonlyArray<string>
}

/** How a list is written as CSV. */
export interface CsvList {
  readonly columns: ReadonlyArray<Column>
  /** The parameter that has the start of the next page. */
  readonly start: "after" | "before" | "page"
  /** The parameter that has the size of a page; undefined if there is none. */
  readonly size: string | undefined
}

const isNothing = (ast: AST.AST): boolean =>
  AST.isUndefinedKeyword(ast) || (AST.isLiteral(ast) && ast.literal === null)

/** Returns the object types that a value can have. Returns none if the value can also be something other than an object or null. */
const objectsOf = (ast: AST.AST): ReadonlyArray<AST.TypeLiteral> => {
  if (AST.isRefinement(ast)) return objectsOf(ast.from)
  if (AST.isTypeLiteral(ast)) return ast.indexSignatures.length === 0 ? [ast] : []
  if (!AST.isUnion(ast)) return []
  const some = ast.types.filter((each) => !isNothing(each)).map(objectsOf)
  return some.some(({ length }) => length === 0) ? [] : some.flat()
}

/** Returns the type of each field of some objects, in the order in which the fields first appear. */
const fieldsOf = (objects: ReadonlyArray<AST.TypeLiteral>): ReadonlyMap<string, AST.AST> => {
  const types = new Map<string, ReadonlyArray<AST.AST>>()
  for (const { name, type } of objects.flatMap(({ propertySignatures }) => propertySignatures)) {
    types.set(String(name), [...(types.get(String(name)) ?? []), type])
  }
  return new Map(Array.from(types, ([name, all]) => [name, AST.Union.make(all)]))
}

const columnsIn = (objects: ReadonlyArray<AST.TypeLiteral>, path: ReadonlyArray<string>): Array<Column> =>
  Array.from(fieldsOf(objects)).flatMap(([name, type]) => {
    const inner = objectsOf(type)
    const [only] = inner
    const whole = [...path, name]
    // An object of one form gets a column for each of its fields. Everything else is one cell.
    return only !== undefined && inner.length === 1 && only.propertySignatures.length > 0
      ? columnsIn(inner, whole)
      : [{ name: whole.join("."), path: whole }]
  })

const fieldIn = (ast: AST.AST, name: string): AST.AST | undefined => fieldsOf(objectsOf(ast)).get(name)

/** Returns the type of the entries, if an answer in the envelope is a page of a list. */
const entriesOf = (answer: AST.AST): AST.AST | undefined => {
  const page = fieldIn(answer, "data")
  const isPage = page !== undefined && ["next", "nextpage"].some((name) => fieldIn(page, name) !== undefined)
  const list = isPage ? fieldIn(page, "data") : undefined
  return list !== undefined && AST.isTupleType(list) ? list.rest[0]?.type : undefined
}

const starts = ["after", "before", "page"] as const
const sizes = ["limit", "take"]

/** Returns how the list in an operation's answer is written as CSV; undefined if the answer is not a page of a list. */
export const csvListOf = (answer: AST.AST, parameters: ReadonlySet<string>): CsvList | undefined => {
  const entries = entriesOf(answer)
  const start = starts.find((name) => parameters.has(name))
  if (entries === undefined || start === undefined) return undefined
  return {
    columns: columnsIn(objectsOf(entries), []),
    start,
    size: sizes.find((name) => parameters.has(name))
  }
}
