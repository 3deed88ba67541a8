// `generated.test.ts` checks that these files match the sources.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, it } from "../support/effect.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The entries of each section of a page of the API reference, by the name of the section. */
const sectionsOf = (page: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    readFileSync(`${root}docs/api/${page}`, "utf8")
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const [name = "", ...lines] = section.split("\n")
        return [name, lines.filter((line) => line.startsWith("- `"))]
      })
  )

const withoutComment = (lines: ReadonlyArray<string>) => lines.filter((line) => !/^- `[^`]+`: \S/.test(line))

describe("an editor shows a comment", () => {
  const sections = sectionsOf("index.md")

  it("for every method of the library", () => {
    for (const name of ["RewardsMethods", "AccountsMethods"]) {
      const methods = (sections.get(name) ?? []).filter((line) => /^- `\w+\.\w+: /.test(line))
      assert.ok(methods.length > 20, `too few methods were found in ${name}`)
      assert.deepEqual(withoutComment(methods), [])
    }
  })

  it("for every field of every input", () => {
    const inputs = [...sections].filter(([name]) => name.endsWith("Input"))
    assert.ok(inputs.length > 50, "too few inputs were found")
    for (const [name, fields] of inputs) {
      assert.ok(fields.length > 0, `${name} has no fields`)
      assert.deepEqual(withoutComment(fields), [], name)
    }
  })

  it("for every method of the client", () => {
    const [, client = ""] = readFileSync(`${root}lib/client/contract.ts`, "utf8").split(
      "interface PromiseClient"
    )
    const methods = Array.from(
      client.matchAll(/^(.*)\n {4}readonly (\w+): \(/gm),
      ([, before = "", name]) => ({
        name,
        isCommented: /^ {4}\/\*\* .+ \*\/$/.test(before)
      })
    )
    assert.ok(methods.length > 50, "too few methods were found")
    assert.deepEqual(
      methods.filter(({ isCommented }) => !isCommented),
      []
    )
  })
})
