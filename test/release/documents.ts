// What the compiler says of the documents: their code blocks, and the pages that are written from the sources.
import assert from "node:assert/strict"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Block, blocksIn, documents } from "../docs/blocks.ts"
import { assertCommitted } from "../docs/committed.ts"
import { cacheFolder, faultsIn } from "../docs/compiler.ts"
import { generated } from "../docs/generated.ts"
import { describe, it } from "../support/effect.ts"

const blocks = documents().flatMap(blocksIn)
const at = ({ file, line }: Block): string => `${file}:${line}`
const given = ({ note }: Block): string => (note.startsWith("given: ") ? note.slice("given: ".length) : "")

describe("the code blocks of documents", () => {
  it("in TypeScript are an example, or type-check", async () => {
    const mine = blocks.filter(({ language, note }) => language === "ts" && !note.startsWith("examples/"))
    const folder = cacheFolder("blocks")
    const wrong = { file: "a mistake", line: 0, language: "ts", code: "const a: string = 1", note: "" }
    try {
      const files = [...mine, wrong].map((block, index) => {
        const file = join(folder, `${index}.ts`)
        writeFileSync(file, `${given(block)}\n${block.code}\nexport {}\n`)
        return file
      })
      const faults = (await faultsIn(files)).map((fault) =>
        fault.replace(/^.*\/(\d+)\.ts/, (_, index) => at(mine[Number(index)] ?? wrong))
      )
      assert.deepEqual(faults, ["a mistake:0: Type 'number' is not assignable to type 'string'."])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe("the generated documents", () => {
  it("match the sources", async () => assertCommitted(await generated()))
})
