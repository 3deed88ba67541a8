// Every code block of a document is run or type-checked, here or by test/release/documents.ts:
// - TypeScript under `<!-- examples/x.ts -->` is that program, which tests run. Other TypeScript is type-checked, after the
//   declarations of a comment `<!-- given: … -->` right above it.
// - Commands are in a section of test/readme/sections.ts, which a test types as they are, or the comment above them names what
//   runs them: `<!-- run by test/x.test.ts -->`. Commands that cannot be run here say why: `<!-- not run: … -->`.
// - SQL says why it is not run: `<!-- not run: … -->`.
// - JSON parses.
import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { sections } from "../readme/sections.ts"
import { describe, it } from "../support/effect.ts"
import { type Block, blocksIn, documents, textOf } from "./blocks.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const blocks = documents().flatMap(blocksIn)
const at = ({ file, line }: Block): string => `${file}:${line}`

const tests = readdirSync(`${root}test`, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(`${root}test/${name}`, "utf8"))
  .join("\n")

const isTyped = ({ code, file }: Block): boolean =>
  sections
    .filter((section) => section.file === file)
    .some(({ title }) => textOf(file).split(title)[1]?.split("\n## ")[0]?.includes(code))

describe("the code blocks of documents", () => {
  it("are of languages that are checked", () => {
    const languages = new Set(blocks.map(({ language }) => language))
    assert.ok(languages.has("ts") && languages.has("sh"), "too few blocks were found")
    assert.deepEqual(
      [...languages].filter((each) => !["", "ts", "sh", "sql", "http", "json"].includes(each)),
      [],
      "say in this test how blocks of this language are checked"
    )
  })

  it("under the name of an example are that example", () => {
    for (const block of blocks.filter(({ note }) => note.startsWith("examples/"))) {
      assert.equal(block.code, textOf(block.note), at(block))
    }
  })

  it("with commands are typed by a test, or say what runs them or why nothing does", () => {
    for (const block of blocks.filter(({ language }) => language === "sh")) {
      const [, runner] = /^run by (\S+)$/.exec(block.note) ?? []
      if (runner !== undefined) {
        assert.ok(existsSync(join(root, runner)), `${at(block)}: no ${runner}`)
        for (const [, command = ""] of block.code.matchAll(/laurel -- (\w+)/g)) {
          assert.match(
            textOf(runner),
            new RegExp(`"${command}"`),
            `${at(block)}: ${runner} runs no ${command}`
          )
        }
      } else assert.ok(isTyped(block) || /^not run: ./.test(block.note), `${at(block)}: nothing runs this`)
    }
  })

  it("with SQL say why it is not run", () => {
    for (const block of blocks.filter(({ language }) => language === "sql")) {
      assert.match(block.note, /^not run: ./, at(block))
    }
  })

  it("with JSON parse", () => {
    for (const block of blocks.filter(({ language }) => language === "json")) JSON.parse(block.code)
  })
})

describe("the documents", () => {
  it("lead to files and headings that exist", () => {
    const idOf = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-")
    const headings = (file: string) =>
      new Set(Array.from(textOf(file).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => idOf(heading)))
    for (const file of documents()) {
      const prose = textOf(file).replace(/^```[\s\S]*?^```$/gm, "")
      for (const [, target = ""] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue
        const [path = "", anchor] = target.split("#")
        const found = path === "" ? file : join(file, "..", path)
        assert.ok(existsSync(join(root, found)), `${file} leads to ${target}`)
        if (anchor !== undefined) assert.ok(headings(found).has(anchor), `${file} leads to ${target}`)
      }
    }
  })

  it("name every example, and a test runs each of them", () => {
    const prose = documents().map(textOf).join("\n")
    const examples = readdirSync(`${root}examples`).filter((name) => !name.endsWith(".d.ts"))
    assert.ok(examples.length > 15, "too few examples were found")
    for (const name of examples) {
      assert.ok(prose.includes(`examples/${name}`), `no document names ${name}`)
      const short = name.replace(/^harness-(.*)\.ts$/, '"$1"')
      assert.ok(tests.includes(name) || tests.includes(short), `no test runs ${name}`)
    }
  })
})
