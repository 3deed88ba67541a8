import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { ConfigProvider, Effect } from "effect"
import { check, layerSubject } from "../../lib/entries/testing.ts"
import { describe, it } from "../support/effect.ts"
import { spoiled, unbalanced } from "../testing/spoiled.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const document = readFileSync(`${root}docs/harness.md`, "utf8")

/** The code after a marker, and the block after it, which is what the code prints. */
const shown = (example: string): { readonly code: string; readonly output: string } => {
  const marker = `<!-- ${example} -->\n\`\`\`ts\n`
  const start = document.indexOf(marker)
  assert.notEqual(start, -1, `the document does not show ${example}`)
  const [code = "", , output = ""] = document.slice(start + marker.length).split("```")
  return { code, output: output.trim() }
}

/** Without the environment, which would choose other sequences, and without the log of a slow machine. */
const run = (file: string): string => {
  const { HARNESS_SEED: _, HARNESS_SEEDS: __, HARNESS_COMMANDS: ___, ...env } = process.env
  const printed = execFileSync(process.execPath, ["run", file], { cwd: root, encoding: "utf8", env })
  return printed.replace(/^timestamp=.*\n/gm, "").trim()
}

describe("the document about the harness", () => {
  it("shows examples/harness-own-limits.ts as it is, and what it prints", () => {
    const example = "examples/harness-own-limits.ts"
    const { code, output } = shown(example)
    assert.equal(code, readFileSync(`${root}${example}`, "utf8"))
    assert.equal(run(`${root}${example}`), output)
  })

  for (const name of ["extra", "property"]) {
    const example = `examples/harness-${name}.ts`
    it(`links ${example}, and shows what it prints`, () => {
      const [, after = ""] = document.split(`](../${example})`)
      assert.equal(run(`${root}${example}`), after.split("```")[1]?.trim())
    })
  }

  it.live("shows what a failure prints", () =>
    Effect.gen(function* () {
      const subject = layerSubject(yield* spoiled(unbalanced))
      const failure = yield* Effect.flip(check({ subject, seed: 1, shrinkFor: 180_000 })).pipe(
        Effect.withConfigProvider(ConfigProvider.fromMap(new Map()))
      )
      const [, block] = document.split("<!-- a failure -->\n```\n")
      assert.equal(failure.message, block?.split("\n```")[0])
    })
  )
})
