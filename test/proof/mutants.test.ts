import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "../support/effect.ts"
import { applied, lineOf, mutantsOf } from "./mutation/mutants.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const source = `// true && false
interface Kind {
  readonly isOpen: true
}
const limit = (count: number, kind: Kind<"a"> => "b") => {
  if (count + 1 > 2 && kind !== "a < b") return false
  tell(count)
  return sql\`SELECT 1 FROM rules WHERE a >= 1 AND b IS NULL \${count < 1 ? "" : "x"} FOR UPDATE\`
}
const expected = /a < b && true/
`

describe("mutants", () => {
  it("are small changes of code and SQL, and of nothing else", () => {
    const found = mutantsOf(source).map((mutant) => {
      assert.equal(source.slice(mutant.at, mutant.at + mutant.from.length), mutant.from)
      return `${lineOf(source, mutant)}: ${mutant.from.trim()} → ${mutant.to.trim()}`
    })
    assert.deepEqual(found, [
      '6: (count + 1 > 2 && kind !== "a < b") → (false)',
      '6: (count + 1 > 2 && kind !== "a < b") → (true)',
      "6: + → -",
      "6: > → >=",
      "6: && → ||",
      "6: !== → ===",
      "6: false → true",
      "7: tell(count) → void 0",
      "8: >= → >",
      "8: AND → OR",
      "8: IS NULL → IS NOT NULL",
      "8: < → <=",
      "8: FOR UPDATE → "
    ])
  })

  it("of every source can be compiled, and differ from it", () => {
    const compiler = new Bun.Transpiler({ loader: "ts" })
    let count = 0
    for (const name of readdirSync(join(root, "lib/rewards"), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue
      const text = readFileSync(join(root, "lib/rewards", name), "utf8")
      for (const mutant of mutantsOf(text)) {
        count += 1
        const changed = applied(text, mutant)
        assert.notEqual(changed, text)
        compiler.transformSync(changed)
      }
    }
    assert.ok(count > 1000, `only ${count} mutants were found`)
  })
})
