// The code blocks of the documents.
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

export interface Block {
  readonly file: string
  readonly line: number
  /** `ts`, `sh`, …; empty for the output of a program. */
  readonly language: string
  readonly code: string
  /** The comment right above the block, if there is one. */
  readonly note: string
}

/** The documents that people write, and docs/errors.md. Those under docs/api are generated from the sources. */
export const documents = (): ReadonlyArray<string> => [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...["docs", "docs/design"].flatMap((folder) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`)
  )
]

export const textOf = (file: string): string => readFileSync(`${root}${file}`, "utf8")

export const blocksIn = (file: string): ReadonlyArray<Block> => {
  const text = textOf(file)
  const pattern = /(?:^<!-- ([^\n]*) -->\n)?^```(\w*)\n([\s\S]*?)^```$/gm
  return Array.from(text.matchAll(pattern), ({ 1: note = "", 2: language = "", 3: code = "", index }) => ({
    file,
    line: text.slice(0, index).split("\n").length,
    language,
    code,
    note
  }))
}
