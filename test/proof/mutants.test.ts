import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "../support/effect.ts"
import { keyOf, show } from "./mutation/keys.ts"
import { applied, lineOf, mutantsOf } from "./mutation/mutants.ts"
import { locate, plantedIn } from "./mutation/planted.ts"
import { filesOf, type GeneratedMutant, generatedIn, match, survey, testsOf } from "./mutation/sources.ts"
import { targets } from "./mutation/targets.ts"

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

  it("have a key without their file, line and format", () => {
    const keysIn = (text: string) => mutantsOf(text).map((mutant) => show(keyOf(text, mutant)))
    const keys = keysIn(source)
    assert.deepEqual(keys, [
      'limit: (count + 1 > 2 && kind !== "a < b") → (false)',
      'limit: (count + 1 > 2 && kind !== "a < b") → (true)',
      "limit: count + 1 > 2, + → -",
      "limit: count + 1 > 2, > → >=",
      'limit: count + 1 > 2 && kind !== "a < b", && → ||',
      'limit: kind !== "a < b", !== → ===',
      "limit: false → true",
      "limit: tell(count) → void 0",
      "limit: a >= 1, >= → >",
      "limit: a >= 1 AND b IS NULL, AND → OR",
      "limit: b IS NULL, IS NULL → IS NOT NULL",
      "limit: count < 1, < → <=",
      "limit: FOR UPDATE → "
    ])
    const reformatted = source
      .replace("(count + 1 > 2 && kind", "(\n    count + 1 > 2 && kind")
      .replace("const limit = (", "export const limit =\n  (")
    assert.deepEqual(keysIn(`const other = 1\n\n${reformatted}`), keys)
  })

  it("that are equivalent are found after a rename of the declaration or of names in the expression", () => {
    const mutants = (...keys: ReadonlyArray<string>): ReadonlyArray<GeneratedMutant> =>
      keys.map((key) => ({ source: "a.ts", mutant: { at: 0, from: "", to: "" }, key, words: key }))
    const found = (key: string, ...keys: ReadonlyArray<string>) => {
      const { equivalent, stale } = match(mutants(...keys), [key])
      return [[...equivalent].map((each) => each.key), stale]
    }
    const key = "sweep: swept.size > 10_000, > → >="
    assert.deepEqual(found(key, key, "other: swept.size > 10_000, > → >="), [[key], []])
    const [moved, renamed] = ["clean: swept.size > 10_000, > → >=", "sweep: done.size > 10_000, > → >="]
    assert.deepEqual(found(key, moved), [[moved], []])
    assert.deepEqual(found(key, renamed, "sweep: done.size > 9, > → >="), [[renamed], []])
    const both = "clean: done.size > 10_000, > → >="
    assert.deepEqual(found(key, both), [[], [`${key}\n    perhaps ${both} (a.ts)`]])
    assert.deepEqual(found(key, "sweep: a.b > 10_000, > → >=", "sweep: c.d > 10_000, > → >=")[0], [])
  })

  it("that are equivalent are all found in the sources of the targets", () => {
    const { equivalent, mutants, stale } = survey()
    assert.deepEqual(stale, [])
    assert.ok(equivalent.size < mutants.length / 10)
  })

  it("have targets whose sources and tests are there", () => {
    for (const target of targets) {
      assert.ok(filesOf(target).length > 0, target.name)
      assert.ok(testsOf(target).length > 0, target.name)
      assert.ok(generatedIn(target).length > 10, target.name)
    }
    const tests = ["architecture.test.ts"]
    for (const wrong of [{ folders: ["lib/nowhere"] }, { declarations: ["lib/rewards#Nothing"] }]) {
      assert.throws(() => filesOf({ name: "wrong", tests, ...wrong }), /wrong: .*moved\?/)
    }
    assert.throws(() => testsOf({ name: "wrong", tests: ["nothing.test.ts"] }), /no tests nothing/)
  })

  it("that are planted by hand are found once in the sources, can be compiled, and have a sentence of their own", () => {
    const compiler = new Bun.Transpiler({ loader: "ts" })
    for (const target of targets) {
      const sentences = plantedIn(target).map(({ mutant, source, words }) => {
        const changed = applied(readFileSync(join(root, source), "utf8"), mutant)
        assert.doesNotThrow(() => compiler.transformSync(changed), words)
        return words
      })
      assert.equal(new Set(sentences).size, sentences.length, target.name)
    }
  })

  it("that are planted by hand are found when the format of the code changes, and missed by name", () => {
    const planted = { file: "a.ts", mistake: "The limit counts one less.", to: "" }
    const found = (code: string, sources: Readonly<Record<string, string>>) => {
      const { mutant } = locate({ ...planted, code }, (file) => sources[file], Object.keys(sources))
      return mutant.from
    }
    assert.equal(found("limit(a + 1)", { "a.ts": "x\nlimit(\n  a + 1\n)\n" }), "limit(\n  a + 1\n)")
    const missed = (sources: Readonly<Record<string, string>>, message: RegExp) =>
      assert.throws(() => found("a + 1", sources), message)
    missed({ "a.ts": "a - 1" }, /a\.ts: The limit counts one less\.: not found: a \+ 1/)
    missed({ "a.ts": "a + 1; a + 1" }, /found 2 times: a \+ 1/)
    missed({ "a.ts": "", "b.ts": "a + 1" }, /not found: a \+ 1\nb\.ts has it/)
    missed({}, /a\.ts: .*: there is no such file/)
    assert.throws(() => locate({ ...planted, code: "a", to: "a" }, () => "a", []), /changes nothing/)
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
