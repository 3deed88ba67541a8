import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { describe, it } from "../support/effect.ts"
import { emptyFolder, root } from "./project.ts"

/** The example's code in a document, and the output that the document shows. */
const shown = (example: string, document: string): { readonly code: string; readonly output: string } => {
  const text = readFileSync(`${root}${document}`, "utf8")
  const marker = `<!-- ${example} -->\n\`\`\`ts\n`
  const start = text.indexOf(marker)
  assert.notEqual(start, -1, `${document} does not show ${example}`)
  const [code = "", , output = ""] = text.slice(start + marker.length).split("```")
  return { code, output: output.trim() }
}

const examples = [
  ["examples/embed-node.ts", "README.md"],
  ["examples/embed-bun.ts", "README.md"],
  ["examples/clock.ts", "docs/testing.md"],
  ["examples/programme.ts", "docs/programme.md"],
  ["examples/programme-effect.ts", "docs/programme.md"],
  ["examples/events.ts", "docs/events.md"],
  ["examples/kinds.ts", "docs/semantics.md"]
] as const

describe("the examples of documents", () => {
  for (const [example, document] of examples) {
    it(`${example} is the same as in ${document}, and prints what that says`, () => {
      const { code, output } = shown(example, document)
      assert.equal(code, readFileSync(`${root}${example}`, "utf8"))
      const folder = emptyFolder()
      const printed = execFileSync(process.execPath, ["run", `${root}${example}`], {
        cwd: folder,
        encoding: "utf8"
      })
      assert.equal(printed.trim(), output)
    })
  }
})
