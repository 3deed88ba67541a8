import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Node, SyntaxKind } from "typescript/unstable/ast"
import {
  isBinaryExpression,
  isConditionalExpression,
  isIdentifier,
  isImportDeclaration,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isStringLiteral,
  isTemplateExpression
} from "typescript/unstable/ast/is"
import { API } from "typescript/unstable/async"
import { beforeAll, describe, it } from "../support/effect.ts"

const root = fileURLToPath(new URL("../../server/dashboard", import.meta.url))

/** Words that are the same in every language. */
const names: ReadonlySet<string> = new Set([
  "A",
  "API",
  "CSV",
  "JSON",
  "Laurel",
  "coins.expiring",
  "curl",
  "userDetailsUrl"
])

/** Attributes and properties that are shown or read out. */
const shown =
  /^(alt|aria-(description|label|roledescription|valuetext)|caption|clear|column|hint|intro|label|legend|nothing|placeholder|says|submit|summary|text|title|unit|verb|what)$/

const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !names.has(text.trim())

/** The texts that an expression can have, without those of functions that it calls. */
const textsIn = (node: Node): ReadonlyArray<string> => {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  }
  if (isConditionalExpression(node)) return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)]
  if (isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    if (kind === SyntaxKind.AmpersandAmpersandToken) return textsIn(node.right)
    const isEither = kind === SyntaxKind.BarBarToken || kind === SyntaxKind.QuestionQuestionToken
    return isEither ? [...textsIn(node.left), ...textsIn(node.right)] : []
  }
  if (isParenthesizedExpression(node)) return textsIn(node.expression)
  if (isJsxExpression(node) && node.expression !== undefined) return textsIn(node.expression)
  return []
}

/** An error that shows a fault of the code, which no reader should see. */
const isNewError = (node: Node): boolean =>
  isNewExpression(node) && isIdentifier(node.expression) && node.expression.text === "Error"

/** A text that can only be a sentence, a title or a label: a word with a capital letter, and more words. */
const isSentence = (text: string): boolean => /^\p{Lu}\p{Ll}*[ ,:…]\S*/u.test(text.trim())

/** Words of the API in the code. */
const ofApi: ReadonlySet<string> = new Set(["an amount of coins", "not found", "or tag is required"])

/** A part of a sentence, in a file without JSX. The faults of fields are in the API's words there. */
const isPhrase = (text: string): boolean =>
  /^\p{Ll}{2,}( \p{Ll}+)+\b/u.test(text.trim()) &&
  !ofApi.has(text.trim()) &&
  !/^(is|must|needs|can|cannot|has|have|a range has at most|the last day must) /.test(text.trim())

/** The texts of a file that a reader sees. */
const readerTexts = (node: Node, hasMarkup: boolean): ReadonlyArray<string> => {
  if (isImportDeclaration(node) || isNewError(node)) return []
  const found: Array<string> = []
  if (isJsxText(node)) found.push(node.text)
  if (
    isJsxAttribute(node) &&
    node.initializer !== undefined &&
    isIdentifier(node.name) &&
    shown.test(node.name.text)
  ) {
    found.push(...textsIn(node.initializer))
  }
  if (isJsxElement(node) || isJsxFragment(node)) {
    for (const child of node.children) if (isJsxExpression(child)) found.push(...textsIn(child))
  }
  found.push(...textsIn(node).filter((text) => isSentence(text) || (!hasMarkup && isPhrase(text))))
  node.forEachChild((child) => {
    found.push(...readerTexts(child, hasMarkup))
  })
  return Array.from(new Set(found.map((text) => text.trim()).filter(hasWords)))
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !name.startsWith("words/")
)
let texts: ReadonlyMap<string, ReadonlyArray<string>> = new Map()

describe("the sources of the dashboard", () => {
  beforeAll(async () => {
    const api = new API({ cwd: root })
    try {
      const snapshot = await api.updateSnapshot({ openProjects: [join(root, "tsconfig.json")] })
      const { program } = snapshot.getProjects()[0] ?? assert.fail("the project did not open")
      const found = new Map<string, ReadonlyArray<string>>()
      for (const file of files) {
        const source = (await program.getSourceFile(join(root, file))) ?? assert.fail(`no ${file}`)
        const own = readerTexts(source, file.endsWith(".tsx"))
        if (own.length > 0) found.set(file, own)
      }
      texts = found
    } finally {
      await api.close()
    }
  })

  it("hold no text for a reader: all words are in the files of the languages", () => {
    assert.deepEqual(Object.fromEntries(texts), {})
  })

  it("format numbers and dates in the language of the page", () => {
    const fixed = /(?:Intl\.\w+|toLocale\w*String)\(\s*"(?:en|de)/
    assert.ok(files.length > 100)
    assert.deepEqual(
      files.filter((file) => fixed.test(readFileSync(join(root, file), "utf8"))),
      []
    )
  })
})
