// The API reference of the package, generated from the types and doc comments of its entries: `npm run docs` writes it to docs/api/.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Entry, type Export, readExports } from "./compiler.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The entries of the package by name, each with its source. */
const entries = (): ReadonlyArray<{
  readonly name: string
  readonly page: string
  readonly file: string
}> => {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"))
  return Object.entries<{ readonly types?: string }>(exports).flatMap(([path, { types }]) =>
    types === undefined
      ? []
      : [
          {
            name: `laurel-rewards${path.slice(1)}`,
            page: path === "." ? "index" : path.slice(2),
            file: types.replace("./dist/", "lib/").replace(".d.ts", ".ts")
          }
        ]
  )
}

/** The comment at the top of a module. */
const introductionOf = (file: string): string => {
  const [, comment = ""] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(`${root}${file}`, "utf8")) ?? []
  return comment.replace(/\s*\n\s*\*?\s*/g, " ").trim()
}

const item = ({ doc, name, type }: Entry): string => {
  const signature = type === "" ? `\`${name}\`` : `\`${name}: ${type}\``
  return doc === "" ? `- ${signature}` : `- ${signature}: ${doc}`
}

/** Where fields are shown, the type itself would only repeat them. */
const section = ({ doc, name, parts, type }: Export): string => {
  const shown = parts.length > 0 ? parts.map(item).join("\n") : type === "" ? "" : `\`${type}\``
  return [`### ${name}`, doc, shown].filter((text) => text !== "").join("\n\n")
}

const titles: Readonly<Record<Export["kind"], string>> = {
  value: "Functions and values",
  namespace: "Modules",
  service: "Services",
  error: "Errors and other classes",
  type: "Types"
}

const pageOf = (name: string, file: string, exported: ReadonlyArray<Export>): string => {
  const sections = Object.entries(titles).flatMap(([kind, title]) => {
    const ofKind = exported.filter((each) => each.kind === kind)
    return ofKind.length === 0 ? [] : [`## ${title}`, ...ofKind.map(section)]
  })
  const made =
    "Written by `npm run docs` from the types and their comments; do not edit. [All entries](README.md)."
  return `${[`# ${name}`, made, introductionOf(file), ...sections].filter((text) => text !== "").join("\n\n")}\n`
}

const overview = (pages: ReadonlyArray<readonly [string, string, number, string]>): string =>
  `# API reference

Written by \`npm run docs\` from the types and their comments; do not edit. Every name that the package exports, by entry:

| entry | exports | |
|---|---|---|
${pages.map(([name, page, count, words]) => `| [\`${name}\`](${page}.md) | ${count} | ${words} |`).join("\n")}
`

export const apiReference = async (): Promise<Readonly<Record<string, string>>> => {
  const all = entries()
  const found = await readExports(all.map(({ file }) => file))
  const pages = all.map(({ file, name, page }) => {
    const exported = found.get(file) ?? []
    return {
      name,
      page,
      count: exported.length,
      words: introductionOf(file),
      text: pageOf(name, file, exported)
    }
  })
  return {
    "docs/api/README.md": overview(
      pages.map(({ count, name, page, words }) => [
        name,
        page,
        count,
        words.replace(/^laurel-rewards[\w/]*: /, "")
      ])
    ),
    ...Object.fromEntries(pages.map(({ page, text }) => [`docs/api/${page}.md`, text]))
  }
}
