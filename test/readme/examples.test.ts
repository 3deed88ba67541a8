import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { describe, it } from "../support/effect.ts"
import { emptyFolder, root } from "./project.ts"

const readme = readFileSync(`${root}README.md`, "utf8")

/** The example's code in the README, and the output that the README shows. */
const shown = (example: string): { readonly code: string; readonly output: string } => {
  const marker = `<!-- ${example} -->\n\`\`\`ts\n`
  const start = readme.indexOf(marker)
  assert.notEqual(start, -1, `the README does not show ${example}`)
  const [code = "", , output = ""] = readme.slice(start + marker.length).split("```")
  return { code, output: output.trim() }
}

describe("the README's examples", () => {
  for (const example of ["examples/embed-node.ts", "examples/embed-bun.ts"]) {
    it(`${example} is the same as in the README, and prints what the README says`, () => {
      const { code, output } = shown(example)
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
