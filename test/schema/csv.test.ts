import assert from "node:assert/strict"
import fc from "fast-check"
import { byteOrderMark, csvLine, csvOf, harmless, parseCsv, restored } from "../../lib/schema/csv.ts"
import { describe, it } from "../support/effect.ts"
import { explore } from "../support/explore.ts"

const rowsIn = (text: string) => parseCsv(text).records.map(({ cells }) => cells)

/** Texts of the characters that mean something in CSV or in a spreadsheet, beside any others. */
const cell = fc.oneof(
  fc.stringOf(fc.constantFrom(..."\",;\t\r\n'=+-@＝ 0.a"), { maxLength: 6 }),
  fc.fullUnicodeString({ maxLength: 8 })
)
const formula = /^(?:\s*[=+\-@]|[\t\r])/

describe("CSV", () => {
  it("that was written is read as it was, whatever its cells have", () => {
    const seen = { quotes: 0, lineEnds: 0, formulas: 0, apostrophes: 0 }
    const rows = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 })
      )
    const property = fc.property(rows, (given) => {
      // The first line decides on the separator, so a file has names without special characters there.
      const header = given[0]?.map((_, index) => `name${index}`) ?? []
      const { problem, records, separator } = parseCsv(csvOf([header, ...given]))
      assert.equal(problem, undefined)
      assert.equal(separator, ",")
      assert.deepEqual(
        records.map(({ cells }) => cells),
        [header, ...given]
      )
      const cells = given.flat()
      seen.quotes += cells.filter((each) => each.includes('"')).length
      seen.lineEnds += cells.filter((each) => each.includes("\n")).length
      seen.formulas += cells.filter((each) => formula.test(each)).length
      seen.apostrophes += cells.filter((each) => each.startsWith("'=")).length
    })
    explore(property, () => seen, 500)
  })

  it("never begins a cell as a formula, unless it is a number", () => {
    const seen = { guarded: 0, numbers: 0 }
    const property = fc.property(fc.oneof(cell, fc.integer().map(String)), (text) => {
      const safe = harmless(text)
      if (/^-?\d+$/.test(safe)) seen.numbers += 1
      else assert.doesNotMatch(safe, formula)
      if (safe !== text) seen.guarded += 1
      assert.equal(restored(safe), text)
    })
    explore(property, () => seen, 300)
  })

  it("guards formulas with an apostrophe, and leaves negative numbers alone", () => {
    assert.equal(
      csvLine(["=1+1", "+49 30", "-12.5", "-x", "@sum", "\tx", "a=b"]),
      "'=1+1,'+49 30,-12.5,'-x,'@sum,\"'\tx\",a=b\r\n"
    )
    assert.ok(csvOf([["é"]]).startsWith(byteOrderMark))
  })

  it("of other spreadsheets is read: semicolons, tabs, LF, CR, no last line end, a byte order mark", () => {
    const rows = [
      ["userId", "coins"],
      ["ada", "2,5"],
      ["", ""]
    ]
    assert.deepEqual(rowsIn("\uFEFFuserId;coins\r\nada;2,5\r\n;\r\n"), rows)
    assert.deepEqual(rowsIn('userId\tcoins\nada\t"2,5"\n\t'), rows)
    assert.deepEqual(rowsIn('"userId";"coins"\rada;"2,5"\r;'), rows)
    assert.deepEqual(rowsIn('userId,coins\n\n\nada,"2,5"\n,\n\n'), rows)
    assert.deepEqual(rowsIn(""), [])
    assert.deepEqual(rowsIn('""'), [[""]])
  })

  it("names the line of each record, also after line ends within quotes", () => {
    const { records } = parseCsv('a,b\r\n"1\r\n2\n3",x\r\n\r\ny,z\r\n')
    assert.deepEqual(
      records.map(({ line }) => line),
      [1, 2, 6]
    )
  })

  it("that is broken says where and why, and keeps what came before", () => {
    const open = parseCsv('a,b\n1,2\n3,"4\n5,6\n')
    assert.deepEqual(open.problem, { line: 3, problem: "has a quote that is not closed" })
    assert.equal(open.records.length, 2)
    for (const text of ['a\n1"2\n', 'a\n"1"2\n']) {
      const { problem } = parseCsv(text)
      assert.equal(problem?.line, 2)
      assert.match(problem?.problem ?? "", /^has a quote inside a cell: /)
    }
  })
})
