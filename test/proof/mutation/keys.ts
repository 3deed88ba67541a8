// Names a mutant by what it changes and where, without its file, its line and the way it is formatted.
import type { Mutant } from "./mutants.ts"

export interface Key {
  /** The name of the innermost declaration around the change. */
  readonly within: string
  /** The expression that is changed, its tokens separated by single spaces. */
  readonly code: string
  readonly from: string
  readonly to: string
}

const token =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\$\{|(?:[\w#]|\$(?!\{))+|=>|[=!<>]=+|&&|\|\||\?\?|\?\.|[+\-*/]=|\S/g

export const tokensOf = (text: string): ReadonlyArray<string> => text.match(token) ?? []

/** Tokens as a person writes them on one line. A trailing comma depends on the formatting, so it is left out. */
const written = (tokens: ReadonlyArray<string>): string =>
  tokens
    .join(" ")
    .replace(/ (,|;|:|\)|\]|\.|\?\.)/g, "$1")
    .replace(/([([!]|\$\{|\.) /g, "$1")
    .replace(/([\w$)\]]) \(/g, "$1(")
    .replace(/,(?=[)\]])/g, "")

const words = (text: string): string => written(tokensOf(text))

const opening = new Set(["(", "[", "{", "${"])
const closing = new Set([")", "]", "}"])
const sqlWords = "SELECT|FROM|WHERE|AND|OR|ON|SET|CASE|WHEN|THEN|ELSE|END|JOIN|ORDER|GROUP|FOR|RETURNING"
/** Where an operand ends. Between conditions of SQL, `=` belongs to the operand. */
const ends = new RegExp(`^(?:[,;?\`]|=|=>|&&|\\|\\||return|yield|if|const|let|${sqlWords})$`)
const endsOfCondition = new RegExp(`^(?:[,;?\`]|=>|${sqlWords})$`)

/** The tokens up to the end of an operand: a token of `ends`, or a bracket that closes what the operand did not open. */
const operand = (
  tokens: ReadonlyArray<string>,
  ends: RegExp,
  opens: ReadonlySet<string>,
  closes: ReadonlySet<string>
): ReadonlyArray<string> => {
  let depth = 0
  const end = tokens.findIndex((each, index) => {
    // In a template, another part begins.
    const follows = /[\w)\]}"']$/.test(tokens[index - 1] ?? "")
    if (depth === 0 && follows && (each === "${" || each === "}")) return true
    if (opens.has(each)) depth += 1
    else if (closes.has(each)) depth -= 1
    return depth < 0 || (depth === 0 && ends.test(each))
  })
  return end === -1 ? tokens : tokens.slice(0, end)
}

/** More than any operand has. */
const far = 2000

const codeOf = (source: string, { at, from }: Mutant): string => {
  const isOperator = /^ .* $|^ IS |^(?:true|false)$/.test(from)
  if (!isOperator) return words(from)
  // An assignment is a statement of its own, which a new line ends.
  const isStatement = /^ [+-]= $/.test(from)
  const head = source.slice(Math.max(0, at - far), at)
  const tail = source.slice(at + from.length, at + from.length + far)
  const before = tokensOf(isStatement ? head.slice(head.lastIndexOf("\n") + 1) : head).toReversed()
  const after = tokensOf(isStatement ? (tail.split("\n")[0] ?? "") : tail)
  const end = from === " AND " ? endsOfCondition : ends
  const left = operand(before, end, closing, opening).toReversed()
  const right = /^[ ][^I]/.test(from) ? operand(after, end, opening, closing) : []
  return written([...left, ...tokensOf(from), ...right])
}

/** A line that declares something with a name: a constant, function, class, method or property. */
const named =
  /^(?<indent> *)(?:export )?(?:default )?(?:async )?(?:static )?(?:readonly )?(?:(?:const|let|function\*?|class) )?(?<name>[#\w$]+)(?: =$| = |: (?:[\w$]+\(|\(|Effect|\w+ = )|\(.*\{$|\(\)?$| extends | \{$|: [^=]+ = )/

/** Not names, or names that many declarations have. */
const unnamed = new Set(
  ["if", "for", "while", "switch", "return", "else", "try", "finally", "yield", "do"].concat("sql", "Effect")
)

/** The nearest line above that declares a name and is indented less. */
const withinOf = (source: string, { at }: Mutant): string => {
  const lines = source.slice(0, at).split("\n")
  const own = lines.pop() ?? ""
  const isLess = (line: string, than: number) => line.search(/\S/) < than
  const nameIn = (line: string): string | undefined => {
    const name = named.exec(line)?.groups?.name
    return name === undefined || unnamed.has(name) ? undefined : name
  }
  const atTop = /^\S/.test(own) ? nameIn(own) : undefined
  if (atTop !== undefined) return atTop
  let indent = own.search(/\S/) === -1 ? own.length : own.search(/\S/)
  for (const line of lines.toReversed()) {
    if (line.trim() === "" || !isLess(line, indent)) continue
    const name = nameIn(line)
    if (name !== undefined) return name
    // A closing bracket ends the head of a declaration, which begins above it with the same indent.
    indent = line.search(/\S/) + (/^\s*[)}\]>]/.test(line) ? 1 : 0)
  }
  return ""
}

export const keyOf = (source: string, mutant: Mutant): Key => ({
  within: withinOf(source, mutant),
  code: codeOf(source, mutant),
  from: words(mutant.from),
  to: words(mutant.to)
})

/** The key on one line, as `equivalents.ts` has it: `declaration: code, from → to`. */
export const show = ({ code, from, to, within }: Key): string =>
  code === from ? `${within}: ${code} → ${to}` : `${within}: ${code}, ${from} → ${to}`

const literal = /^(?:true|false|null|undefined|void|new|typeof|AND|OR|IS|NOT|NULL|FOR|UPDATE)$/

/** The same expression with other names: names are left out, operators, literals and keywords stay. */
export const shapeOf = (shown: string): string =>
  shown.replace(/"[^"]*"|[#$A-Za-z_][\w$]*/g, (word) =>
    word.startsWith('"') || literal.test(word) ? word : "_"
  )
