import assert from "node:assert/strict"
import { Either, FastCheck as fc } from "effect"
import { newPartnerSecret, newSecret } from "../../lib/accounts/secret.ts"
import { AwardCommand } from "../../lib/rewards/awards/Award.ts"
import { CreateRule, checkCreateRule } from "../../lib/rewards/rules/RuleInput.ts"
import { TransferCommand } from "../../lib/rewards/transfers/Transfer.ts"
import { type InvalidInput, parser } from "../../lib/schema/Input.ts"
import { describe, it } from "../support/effect.ts"

/** The faults of an input that only a caller without types can send. */
const faults = <A, I>(
  parse: (input: I) => Either.Either<A, InvalidInput>,
  input: unknown
): ReadonlyArray<string> =>
  Either.match(parse(input as I), {
    onLeft: ({ faults }) => faults.map(({ field, problem }) => `${field} ${problem}`),
    onRight: (value) => assert.fail(`accepted as ${JSON.stringify(value)}`)
  })

const parseRule = parser(CreateRule, checkCreateRule)

const partnerId = "01890a5d-ac96-774b-bcce-b302099a8057"
const rule = { partnerId, name: "n", coinValue: "1", maxNumberOfParticipant: "1", condition: "c" }

describe("input", () => {
  it("a value that looks like a token is not quoted, also not in part", () => {
    const token = "q".repeat(43)
    const [hidden, part] = ["(looks like a secret)", "q".repeat(20)]
    assert.deepEqual(faults(parseRule, { ...rule, maxNumberOfParticipant: token }), [
      `maxNumberOfParticipant must be a whole number of 1 or more, got "${hidden}"`
    ])
    const [fault = ""] = faults(parseRule, { ...rule, name: ["some words before it", token] })
    assert.ok(fault.includes(hidden) && !fault.includes(part), fault)
    for (const secret of [newSecret(), newPartnerSecret(partnerId)]) {
      const [problem = ""] = faults(parseRule, { ...rule, maxNumberOfParticipant: secret })
      assert.ok(problem.includes(hidden) && !problem.includes(secret.slice(0, 20)), problem)
    }
    for (const other of ["q".repeat(42), "q".repeat(44)]) {
      assert.match(faults(parseRule, { ...rule, maxNumberOfParticipant: other })[0] ?? "", /got "q{42}/)
    }
  })

  it("every missing field is named at once", () => {
    assert.deepEqual(faults(parser(TransferCommand), {}), [
      "partnerId is required",
      "userId is required",
      "coins is required"
    ])
    assert.deepEqual(faults(parser(AwardCommand), {}), [
      "partnerId is required",
      "userId is required",
      "ruleName is required"
    ])
    assert.deepEqual(faults(parseRule, {}), [
      "partnerId is required",
      "name is required",
      "coinValue is required",
      "maxNumberOfParticipant is required",
      "condition is required"
    ])
  })

  it("every bad field is named at once, with what it must be and what it was", () => {
    assert.deepEqual(faults(parseRule, { ...rule, maxNumberOfParticipant: "0", status: 1, name: 7 }), [
      "name must be a name of 1 to 128 characters, got 7",
      'maxNumberOfParticipant must be a whole number of 1 or more, got "0"',
      'status must be "active" or "inactive", got 1'
    ])
  })

  it("any set of bad fields is named completely, and no other field is", () => {
    const bad = {
      partnerId: "7",
      name: "",
      coinValue: "-1",
      maxNumberOfParticipant: 0,
      condition: " ",
      status: "on",
      type: "double",
      completionNumber: "x",
      userLimitAward: "0"
    }
    const keys = Object.keys(bad) as Array<keyof typeof bad>
    fc.assert(
      fc.property(fc.subarray(keys, { minLength: 1 }), (chosen) => {
        const input = { ...rule, ...Object.fromEntries(chosen.map((key) => [key, bad[key]])) }
        assert.deepEqual(
          new Set(faults(parseRule, input).map((fault) => fault.split(" ")[0])),
          new Set(chosen)
        )
      })
    )
  })

  it("the faults of a sub-rule are named with its index, and nothing internal is revealed", () => {
    const input = {
      ...rule,
      type: "combined",
      rules: [
        { name: "ok", condition: "c" },
        { name: "", condition: 7 }
      ]
    }
    assert.deepEqual(faults(parseRule, input), [
      'rules.1.name must be a name of 1 to 128 characters, got ""',
      "rules.1.condition must be text of 1 to 1000 characters, got 7"
    ])
  })

  it("any input yields a rule or faults that read as sentences", () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ name: fc.anything(), rules: fc.anything() })),
        (input) => {
          const result = parseRule(input as typeof CreateRule.Encoded)
          if (Either.isRight(result)) return
          assert.ok(result.left.faults.length > 0)
          for (const { field, problem } of result.left.faults) {
            assert.match(
              `${field} ${problem}`,
              /^([\w.-]|"(?:[^"\\]|\\.)*")+ (is required|must |can only |is not a known field: )/s
            )
            assert.ok(problem.length < 250)
          }
        }
      )
    ))

  it("a value that contains itself or is nested deeply is refused by its field", () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    let deep: unknown = { field: "data.total", is: "exists", value: true }
    for (let level = 0; level < 100_000; level++) deep = { not: deep }
    const [fault] = faults(parseRule, { ...rule, name: circular })
    assert.equal(fault, "name must be a name of 1 to 128 characters, got object")
    for (const [conditions, problem] of [
      [deep, /^when\.conditions\.not\.not\.not\.not must be nested at most 4 levels deep$/],
      [{ not: circular }, /^when\.conditions\.not\.self is not a known field: /]
    ] as const) {
      const [first = ""] = faults(parseRule, { ...rule, when: { activity: "order", conditions } })
      assert.match(first, problem)
    }
  })

  it("a long value is quoted in part", () => {
    const [fault = ""] = faults(parseRule, { ...rule, name: "x".repeat(100_000) })
    assert.match(fault, /^name must be a name of 1 to 128 characters, got "x{20,60}\.\.\.$/)
  })
})
