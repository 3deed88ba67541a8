import { type SchemaAST as AST, Predicate } from "effect"
import { compile, misfit } from "./Compiled.ts"
import { type Fault, type Path, under } from "./Faults.ts"

/** A field of the input that its schema does not have. `known` are the names of the fields that the schema has at the same place. */
interface UnknownField {
  readonly field: string
  readonly name: string
  readonly known: ReadonlyArray<string>
}

/** Adds the unknown fields of a value to `found`. */
type Collect = (value: unknown, path: Path, found: Array<UnknownField>) => void

/** The largest number of unknown fields that are reported. */
const maxReported = 5

/** The largest length of a name in an error. A longer name is truncated, and the error suggests no similar name. */
const maxName = 60

/** Returns an unknown name, as errors show it: truncated, and in quotes if it has unusual characters. */
export const shownName = (name: string): string => {
  const short = name.slice(0, maxName)
  return /^[\w-]+$/.test(short) ? short : JSON.stringify(short)
}

/** Collects nothing. It is for values that have no fields, or that may have any field. */
const nothing: Collect = () => {}

const collectorOf = (ast: AST.AST): Collect => {
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return collectorOf(ast.from)
    case "TypeLiteral":
      return ast.indexSignatures.length === 0 ? ofFields(ast) : nothing
    case "TupleType":
      return ofItems(ast)
    case "Union":
      return ofMembers(ast)
    case "Suspend":
      return lazyCollector(ast.f)
    default:
      return nothing
  }
}

const ofFields = ({ propertySignatures }: AST.TypeLiteral): Collect => {
  // An object without a prototype is faster than a map, and has no inherited names.
  const fields: Record<string, Collect> = Object.create(null)
  for (const { name, type } of propertySignatures) fields[String(name)] = collectorOf(type)
  const known = Object.keys(fields)
  return (value, path, found) => {
    if (!Predicate.isRecord(value)) return
    for (const name in value) {
      const collect = fields[name]
      if (collect === nothing) continue
      const field = value[name]
      if (collect !== undefined) collect(field, under(path, name), found)
      else if (field !== undefined && found.length < maxReported) {
        found.push({ field: under(path, shownName(name)), name, known })
      }
    }
  }
}

const ofItems = ({ elements, rest }: AST.TupleType): Collect => {
  const [item] = rest
  const collect = item === undefined || elements.length > 0 ? nothing : collectorOf(item.type)
  if (collect === nothing) return nothing
  return (value, path, found) => {
    if (!Array.isArray(value)) return
    for (const [index, each] of value.entries()) collect(each, under(path, String(index)), found)
  }
}

/**
 * Reports the unknown fields of the union's member that fits the value. If several fit, chooses the one with the fewest unknown
 * fields. If only one member has fields, reports its unknown fields even if it does not fit.
 */
const ofMembers = ({ types }: AST.Union): Collect => {
  const members = types
    .map((type) => ({ collect: collectorOf(type), decode: compile(type, "decode") }))
    .filter(({ collect }) => collect !== nothing)
  const [first] = members
  if (first === undefined) return nothing
  if (members.length === 1) return first.collect
  return (value, path, found) => {
    const byMember = members
      .filter(({ decode }) => decode(value) !== misfit)
      .map(({ collect }) => {
        const unknown: Array<UnknownField> = []
        collect(value, path, unknown)
        return unknown
      })
    const [fewest = []] = byMember.sort((one, other) => one.length - other.length)
    found.push(...fewest)
  }
}

/** Makes the collector when it is first called: a schema can contain itself, and a schema that is never used needs no collector. */
const lazyCollector = (schema: () => AST.AST): Collect => {
  let made: Collect | undefined
  return (value, path, found) => {
    made ??= collectorOf(schema())
    made(value, path, found)
  }
}

/** Returns the form in which names are compared: in lower case, without `_` and `-`. */
const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, "")

/** Returns how many characters must be inserted, deleted, replaced or swapped to change one name into the other. */
const distance = (one: string, other: string): number => {
  let before: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}

/** Returns the known name that the caller probably meant; undefined if no name is similar. */
const nearestTo = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const wanted = plain(name)
  let nearest: string | undefined
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const each of name.length > maxName ? [] : known) {
    const candidate = plain(each)
    if (Math.abs(candidate.length - wanted.length) >= least) continue
    const found = distance(wanted, candidate)
    if (found < least) {
      least = found
      nearest = each
    }
  }
  return nearest
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the problem of a field whose name is not in `known`: the known name that was probably meant, or all known names. */
export const unknownProblem = (name: string, known: ReadonlyArray<string>): string => {
  const nearest = nearestTo(name, known)
  const fix = nearest === undefined ? `the fields are ${known.join(", ")}` : `did you mean ${nearest}?`
  return `is not a known field: ${fix}`
}

const faultOf = ({ field, known, name }: UnknownField, set: Fields): Fault => {
  // Fields that the HTTP handler sets are at the top level. They are not suggested to the caller.
  const names = field === name ? known.filter((each) => !Object.hasOwn(set, each)) : known
  return { field, problem: unknownProblem(name, names) }
}

const none: ReadonlyArray<Fault> = []

/**
 * Makes a function that reports the fields of an input that its schema does not have. `given` are the caller's fields. `set` are
 * fields that the HTTP handler sets, and that the caller must not give.
 */
export const unknownFieldFinder = (ast: AST.AST): ((given: Fields, set: Fields) => ReadonlyArray<Fault>) => {
  const collect = lazyCollector(() => ast)
  return (given, set) => {
    const found: Array<UnknownField> = []
    collect(given, undefined, found)
    let faults = found.length === 0 ? none : found.map((each) => faultOf(each, set))
    for (const field in set) {
      if (given[field] !== undefined && Object.hasOwn(given, field)) {
        faults = [...faults, { field, problem: "is not a field of the body: leave it out" }]
      }
    }
    return faults
  }
}
