import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { emptyFolder, root } from "../readme/project.ts"
import { describe, it } from "../support/effect.ts"

/** The example's code in a document, and the output that the document shows. */
const shown = (example: string, document: string): { readonly code: string; readonly output: string } => {
  const text = readFileSync(`${root}${document}`, "utf8")
  const marker = `<!-- ${example} -->\n\`\`\`ts\n`
  const start = text.indexOf(marker)
  assert.notEqual(start, -1, `${document} does not show ${example}`)
  const [code = "", , output = ""] = text.slice(start + marker.length).split("```")
  return { code, output: output.trim() }
}

/** Runs an example in a folder, and returns its output. */
const run = (example: string, cwd = emptyFolder()): string =>
  execFileSync(process.execPath, ["run", `${root}${example}`], { cwd, encoding: "utf8" }).trim()

const examples = [
  ["examples/embed-node.ts", "README.md"],
  ["examples/embed-bun.ts", "README.md"],
  ["examples/clock.ts", "docs/harness.md"],
  ["examples/events.ts", "docs/events.md"],
  ["examples/kinds.ts", "docs/semantics.md"],
  ["examples/coins-in-time.ts", "docs/semantics.md"],
  ["examples/activities.ts", "docs/programme.md"]
] as const

describe("the examples of documents", () => {
  for (const [example, document] of examples) {
    it(`${example} is the same as in ${document}, and prints the output shown there`, () => {
      const { code, output } = shown(example, document)
      assert.equal(code, readFileSync(`${root}${example}`, "utf8"))
      assert.equal(run(example), output)
    })
  }

  for (const example of ["examples/programme.ts", "examples/programme-effect.ts"]) {
    it(`${example} prints the output that docs/programme.md shows`, () => {
      const [, section = ""] = readFileSync(`${root}docs/programme.md`, "utf8").split("## In the library")
      assert.ok(section.includes(example), "the section does not name the example")
      assert.equal(run(example), section.split("```")[1]?.trim())
    })
  }

  it("those of the README print the same in one folder, and when they run again", () => {
    const folder = emptyFolder()
    const both = ["examples/embed-node.ts", "examples/embed-bun.ts"]
    for (const example of [...both, ...both]) {
      assert.equal(run(example, folder), shown(example, "README.md").output, example)
    }
  })
})
