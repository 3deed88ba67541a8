import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { commands } from "../../server/cli/commands.ts"
import { common } from "../../server/cli/options.ts"
import { findCommand, parseArguments } from "../../server/cli/parse.ts"
import { describe, it } from "../support/effect.ts"

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

describe("the documents of the command line", () => {
  for (const document of ["README.md", "docs/cli.md"]) {
    it(`${document} shows commands that exist, with options that they have`, () => {
      const lines = Array.from(
        read(document).matchAll(/^npm run laurel -- ([a-z][^#\n]*)/gm),
        ([, line = ""]) => line.trim()
      )
      assert.ok(lines.length > 0)
      for (const line of lines) {
        const words = line.split(/\s+/).map((word) => word.replace(/^'(.*)'$/, "$1"))
        const { command, rest } = findCommand(commands, words)
        parseArguments(command, common, rest)
      }
    })
  }

  it("docs/cli.md has every command", () => {
    const text = read("docs/cli.md")
    for (const { name } of commands) assert.ok(text.includes(`\`${name}`), name)
  })
})
