import assert from "node:assert/strict"
import { Either } from "effect"
import fc from "fast-check"
import { AdjustCommand, checkAdjust } from "../../lib/rewards/adjustments/Adjustment.ts"
import { AwardCommand } from "../../lib/rewards/awards/Award.ts"
import { csvOf, parseCsv } from "../../lib/schema/csv.ts"
import { parser } from "../../lib/schema/Input.ts"
import {
  adjustmentBody,
  adjustments,
  attributeOf,
  awardBody,
  awards,
  type Cells,
  type Kind,
  members,
  sampleOf
} from "../../server/dashboard/pages/import/kinds.ts"
import { largest, readLines } from "../../server/dashboard/pages/import/readFile.ts"
import { describe, it } from "../support/effect.ts"
import { explore } from "../support/explore.ts"

const partnerId = "01990000-0000-7000-8000-000000000001"
const linesOf = (kind: Kind, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  readLines(kind, parseCsv(csvOf(rows)))

const text = fc.oneof(
  fc.constantFrom(
    "",
    "ada",
    " ",
    "x".repeat(128),
    "x".repeat(129),
    "x".repeat(201),
    "x".repeat(501),
    "a\0b",
    "\ud800"
  ),
  fc.string({ maxLength: 4 })
)
const number = fc.constantFrom(
  "",
  "5",
  "2.5",
  "0",
  "-1",
  "1.00001",
  "5,5",
  " 5",
  "007",
  "500000000001",
  "five"
)

describe("a line of an import", () => {
  it("of adjustments is good if and only if the service takes it", () => {
    const parse = parser(AdjustCommand, checkAdjust)
    const seen = { good: 0, bad: 0 }
    const cells: fc.Arbitrary<Cells> = fc.record({
      userId: fc.oneof(fc.constant("ada"), text),
      coins: fc.oneof(fc.constant("5"), number),
      debitOrCredit: fc.constantFrom("CR", "DE"),
      reason: fc.oneof(fc.constant("goodwill"), text),
      points: fc.constantFrom("", "true", "false"),
      coinsExpire: fc.constantFrom("", "P1Y"),
      narration: fc.oneof(fc.constant(""), text),
      "metadata.order": fc.oneof(fc.constant(""), text)
    })
    const property = fc.property(cells, (given) => {
      const faults = adjustments.check(given)
      const taken = Either.isRight(parse({ ...adjustmentBody(given), partnerId }))
      assert.equal(Object.keys(faults).length === 0, taken, JSON.stringify([given, faults]))
      seen[taken ? "good" : "bad"] += 1
    })
    explore(property, () => seen, 500)
  })

  it("of awards is good if and only if the service takes it", () => {
    const parse = parser(AwardCommand)
    const seen = { good: 0, bad: 0 }
    const cells: fc.Arbitrary<Cells> = fc.record({
      userId: fc.oneof(fc.constant("ada"), text),
      ruleName: fc.oneof(fc.constant("First order"), text),
      amount: fc.oneof(fc.constant(""), number),
      narration: fc.oneof(fc.constant(""), text),
      "metadata.order": fc.oneof(fc.constant(""), text)
    })
    const property = fc.property(cells, (given) => {
      const faults = awards.check(given)
      const taken = Either.isRight(parse({ ...awardBody(given), partnerId }))
      assert.equal(Object.keys(faults).length === 0, taken, JSON.stringify([given, faults]))
      seen[taken ? "good" : "bad"] += 1
    })
    explore(property, () => seen, 500)
  })

  it("of each sample is good", () => {
    for (const kind of [members, awards, adjustments]) {
      const { bad, good, ignored } = readLines(kind, parseCsv(sampleOf(kind)))
      assert.deepEqual([bad, ignored, good.length], [[], [], kind.sample.length - 1])
    }
  })

  it("has attributes as numbers and booleans only where they are written that way", () => {
    const texts = ["5", "2.5", "-1", "true", "false", "007", "1e3", "5 ", "gold", "TRUE", "Infinity"]
    assert.deepEqual(texts.map(attributeOf), [
      5,
      2.5,
      -1,
      true,
      false,
      "007",
      "1e3",
      "5 ",
      "gold",
      "TRUE",
      "Infinity"
    ])
  })
})

describe("the file of an import", () => {
  it("must name its columns, each once, and the required ones", () => {
    const problemOf = (names: ReadonlyArray<string>) =>
      linesOf(awards, [names, names.map(() => "x")]).bad[0]?.problem
    assert.equal(problemOf(["userId"]), "lacks ruleName: add this column")
    assert.equal(problemOf(["userId", "ruleName", "userId"]), "names userId twice")
    assert.match(
      problemOf(["ada", "signup"]) ?? "",
      /^must have the names of the columns, such as userId,ruleName,/
    )
    assert.equal(problemOf([" ruleName ", "userId"]), undefined)
    assert.match(readLines(awards, parseCsv("")).bad[0]?.problem ?? "", /^is empty/)
  })

  it("names columns that it does not use, and has a most of lines", () => {
    const header = ["id", "userId", "ruleName", "orderedBy.name"]
    const line = ["1", "ada", "signup", "=x"]
    assert.deepEqual(linesOf(awards, [header, line]).ignored, ["id", "orderedBy.name"])
    const { bad, good } = linesOf(awards, [header, ...Array.from({ length: largest.lines + 1 }, () => line)])
    assert.equal(good.length, 0)
    assert.match(bad[0]?.problem ?? "", /more than 20000 lines: split it/)
  })
})
