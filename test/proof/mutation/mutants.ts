/** One small change of a source, which some test must notice. */
export interface Mutant {
  readonly at: number
  readonly from: string
  readonly to: string
}

interface Masks {
  /** The source with everything blank that is no code. */
  readonly code: string
  /** The source with everything blank that is no SQL. */
  readonly sql: string
}

/** Not by spaces, which are around operators. */
const blank = (part: string): string => part.replace(/[^\n]/g, "\u0001")

const isSql = /\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|FROM|JOIN)\b/
const sqlIn = (text: string): string => (isSql.test(text) ? text : blank(text))

/** A comment, a text, or the start of a template; a regular expression stands where no value can end. */
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`|(?<=[(,=:[!&|?{}\n]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g

/** Where a template ends that begins before `start`, and its parts: texts, and code in `${}`. */
const template = (source: string, start: number): { readonly end: number; readonly masks: Masks } => {
  let [code, sql] = ["", ""]
  let at = start
  while (at < source.length && source[at] !== "`") {
    if (source.startsWith("${", at)) {
      const inner = masked(source, at + 2, "}")
      code += `  ${inner.masks.code} `
      sql += `  ${inner.masks.sql} `
      at = inner.end + 1
      continue
    }
    const length = source[at] === "\\" ? 2 : 1
    const part = source.slice(at, at + length)
    code += blank(part)
    sql += part
    at += length
  }
  return { end: at, masks: { code, sql } }
}

/** Masks the source from a place, up to its end or to a bracket that closes what was opened before. */
const masked = (
  source: string,
  start: number,
  until?: string
): { readonly end: number; readonly masks: Masks } => {
  let [code, sql] = ["", ""]
  let depth = 0
  let at = start
  while (at < source.length) {
    token.lastIndex = at
    const next = token.exec(source)
    const stop = next?.index ?? source.length
    for (; at < stop; at += 1) {
      const character = source.charAt(at)
      if (character === "{") depth += 1
      if (character === "}" && depth-- === 0 && until !== undefined) return { end: at, masks: { code, sql } }
      code += character
      sql += blank(character)
    }
    if (next === null) break
    const [found] = next
    if (found === "`") {
      const inner = template(source, at + 1)
      code += ` ${inner.masks.code} `
      sql += ` ${sqlIn(inner.masks.sql)} `
      at = inner.end + 1
      continue
    }
    const isText = found.startsWith('"') || found.startsWith("'")
    code += blank(found)
    sql += isText ? ` ${sqlIn(found.slice(1, -1))} ` : blank(found)
    at += found.length
  }
  return { end: at, masks: { code, sql } }
}

const swaps: Readonly<Record<string, string>> = {
  " === ": " !== ",
  " !== ": " === ",
  " < ": " <= ",
  " <= ": " < ",
  " > ": " >= ",
  " >= ": " > ",
  " && ": " || ",
  " || ": " && ",
  " + ": " - ",
  " - ": " + ",
  " += ": " -= ",
  " -= ": " += ",
  true: "false",
  false: "true"
}
/** `> =` and `> =>` end types, and compare nothing. */
const swapped = / (?:===|!==|<=?|>=?|&&|\|\||\+=?|-=?) (?!=)|\b(?:true|false)\b/g

const sqlSwaps: Readonly<Record<string, string>> = {
  " < ": " <= ",
  " <= ": " < ",
  " > ": " >= ",
  " >= ": " > ",
  " + ": " - ",
  " - ": " + ",
  " AND ": " OR ",
  " IS NULL": " IS NOT NULL",
  " IS NOT NULL": " IS NULL"
}
const sqlSwapped = / (?:<=?|>=?|\+|-|AND) | IS (?:NOT )?NULL/g
const sqlDropped = /\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b|\bSKIP LOCKED\b/g

const found = (mask: string, pattern: RegExp, to: (from: string) => string): Array<Mutant> =>
  Array.from(mask.matchAll(pattern), ({ 0: from, index }) => ({ at: index, from, to: to(from) }))

/** Lines that declare types have no effect at run time. */
const isOfTypes = (source: string, at: number): boolean => {
  const start = source.lastIndexOf("\n", at) + 1
  return /^\s*(?:readonly \w+\??:|(?:export )?(?:type|interface)\b|\||import\b)/.test(
    source.slice(start, at + 1)
  )
}

/** Where the bracket closes that opens at a place; -1 if it does not. */
export const closingOf = (code: string, open: number): number => {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === "(") depth += 1
    if (code[at] === ")" && --depth === 0) return at
  }
  return -1
}

/** The conditions of `if`, made always false and always true. One that guards against a defect can only be seen after another mistake. */
const conditions = (source: string, code: string): ReadonlyArray<Mutant> =>
  Array.from(code.matchAll(/\bif \(/g)).flatMap(({ 0: opening, index }) => {
    const open = index + opening.length - 1
    const close = closingOf(code, open)
    if (close === -1) return []
    const from = source.slice(open, close + 1)
    const isGuard = /^\s*throw new Error/.test(source.slice(close + 1))
    return (isGuard ? ["(true)"] : ["(false)", "(true)"]).map((to) => ({ at: open, from, to }))
  })

/** Statements that are one call on one line, left out. */
const calls = (source: string, code: string): ReadonlyArray<Mutant> =>
  Array.from(
    code.matchAll(/(?<=[^,(=>?:&|.+\s-]\s*\n)( +)(?:yield\* )?[\w#][\w.#]*\([^\n]*\)(?=\n\s*[^\s.?:&|)])/g)
  ).flatMap(({ 0: whole, 1: indent = "", index }) => {
    const at = index + indent.length
    const from = source.slice(at, index + whole.length)
    const isBalanced = closingOf(code, code.indexOf("(", at)) === index + whole.length - 1
    return isBalanced ? [{ at, from, to: "void 0" }] : []
  })

/** Every mutant of a source, in their order. */
export const mutantsOf = (source: string): ReadonlyArray<Mutant> => {
  const { code, sql } = masked(source, 0).masks
  const swap = (table: Readonly<Record<string, string>>) => (from: string) => table[from] ?? from
  return [
    ...found(code, swapped, swap(swaps)),
    ...conditions(source, code),
    ...calls(source, code),
    ...found(sql, sqlSwapped, swap(sqlSwaps)),
    ...found(sql, sqlDropped, () => "")
  ]
    .filter(({ at }) => !isOfTypes(source, at))
    .sort((one, other) => one.at - other.at)
}

export const applied = (source: string, { at, from, to }: Mutant): string =>
  `${source.slice(0, at)}${to}${source.slice(at + from.length)}`

export const lineOf = (source: string, { at }: Mutant): number => source.slice(0, at).split("\n").length
