import assert from "node:assert/strict"
import { Either, Schema } from "effect"
import { ListAwards } from "../../lib/rewards/awards/Award.ts"
import {
  CreateRule,
  checkCreateRule,
  checkUpdateRule,
  UpdateRule
} from "../../lib/rewards/rules/RuleInput.ts"
import { parser, required, tolerantParser, Unparsed } from "../../lib/schema/Input.ts"
import { describe, it } from "../support/effect.ts"

const partnerId = "01a1dd04-59e9-7000-9022-9805fb1f6534"
const rule = { partnerId, name: "a", coinValue: "1", maxNumberOfParticipant: "1", condition: "c" }

const faultsOf = <A>(parsed: Either.Either<A, { readonly message: string }>): string =>
  Either.match(parsed, { onLeft: ({ message }) => message, onRight: () => "" })

const create = (fields: object) => faultsOf(parser(CreateRule, checkCreateRule)({ ...rule, ...fields }))

describe("a field that the schema does not have", () => {
  for (const [field, nearest] of [
    ["limit", "limits"],
    ["endAt", "endsAt"],
    ["userLimitAwards", "userLimitAward"],
    ["EndsAt", "endsAt"],
    ["ends_at", "endsAt"],
    ["tpye", "type"]
  ] as const) {
    it(`${field} is refused, and ${nearest} is proposed`, () =>
      assert.equal(create({ [field]: "x" }), `${field} is not a known field: did you mean ${nearest}?`))
  }

  it("is refused with all known names if none is similar", () =>
    assert.match(
      create({ budget: 5 }),
      /^budget is not a known field: the fields are partnerId, name, coinValue, /
    ))

  it("is refused in the objects of a list", () =>
    assert.equal(
      create({
        limits: [
          { per: "rule", period: "day", awards: 1 },
          { per: "rule", period: "ever", coins: 1, award: 2 }
        ]
      }),
      "limits.1.award is not a known field: did you mean awards?"
    ))

  it("is reported beside the other faults", () =>
    assert.equal(
      create({ status: "on", nam: "x", limits: [{ per: "rule", period: "day", award: 1 }] }),
      [
        'status must be "active" or "inactive", got "on"',
        "limits.0 must have awards, coins or both",
        "nam is not a known field: did you mean name?",
        "limits.0.award is not a known field: did you mean awards?"
      ].join("; ")
    ))

  it("keeps the better reason of a check over several fields", () => {
    const update = {
      partnerId,
      id: partnerId,
      type: "single",
      rules: [{ name: "a", status: "active", condition: "c" }]
    }
    assert.equal(
      faultsOf(parser(UpdateRule, checkUpdateRule)(update)),
      [
        "type cannot be changed: members' progress depends on it, so create another rule instead",
        "rules.0.condition cannot be changed: only the fields status and when of a sub-rule can be changed"
      ].join("; ")
    )
  })

  it("is accepted if it is undefined", () => assert.equal(create({ limit: undefined }), ""))

  it("is refused in the parameters of a list", () =>
    assert.equal(
      faultsOf(parser(ListAwards)({ partnerId, stat: "paid" })),
      "stat is not a known field: did you mean state?"
    ))

  it("is refused under the name of an inherited property", () => {
    const fields: object = JSON.parse('{"__proto__": 1, "constructor": 2}')
    const message = faultsOf(parser(CreateRule)(Object.assign(JSON.parse("{}"), rule, { toString: 1 })))
    assert.match(message, /^toString is not a known field/)
    assert.match(
      faultsOf(parser(Schema.Struct({}))(fields)),
      /__proto__ is not a known field.*constructor is not/
    )
  })

  it("is reported at most five times, with a name of at most 60 characters", () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${index}`.padStart(90, "x"), 1])
    )
    const faults = create(many).split("; ")
    assert.equal(faults.length, 5)
    for (const fault of faults) assert.match(fault, /^x{60} is not a known field: the fields are/)
  })

  it("is quoted if its name is not a word", () =>
    assert.match(create({ "a b\n": 1 }), /^"a b\\n" is not a known field: /))

  it("is ignored by a tolerant parser", () =>
    assert.equal(faultsOf(tolerantParser(CreateRule)({ ...rule, limit: 1 })), ""))
})

describe("the members of a union", () => {
  const Shape = Schema.Struct({
    shape: required(
      Schema.Union(Schema.Struct({ side: Schema.Number }), Schema.Struct({ radius: Schema.Number }))
    )
  })
  const parse = parser(Shape)

  it("accept the fields of the member that fits", () => {
    assert.equal(faultsOf(parse({ shape: { side: 1 } })), "")
    assert.equal(faultsOf(parse({ shape: { radius: 1 } })), "")
  })

  it("refuse a field that the member does not have", () =>
    assert.equal(
      faultsOf(parse({ shape: { radius: 1, radios: 1 } })),
      "shape.radios is not a known field: did you mean radius?"
    ))
})

describe("a recursive schema", () => {
  interface Tree {
    readonly children: ReadonlyArray<Tree>
  }
  const Tree: Schema.Schema<Tree> = Schema.Struct({ children: Schema.Array(Schema.suspend(() => Tree)) })

  it("refuses an unknown field at every depth", () =>
    assert.equal(
      faultsOf(parser(Tree)({ children: [{ children: [{ children: [], child: 1 }] }] })),
      "children.0.children.0.child is not a known field: the fields are children"
    ))
})

describe("a field that the host sets", () => {
  const parse = parser(CreateRule, checkCreateRule)
  const { partnerId: _, ...given } = rule

  it("is the host's, and no name for the caller", () => {
    assert.deepEqual(parse(new Unparsed(given, { partnerId })), parse(rule))
    const message = faultsOf(parse(new Unparsed({ ...given, partnrId: 1 }, { partnerId })))
    assert.match(message, /^partnrId is not a known field: the fields are name, /)
  })

  it("is refused if the caller gives it, too", () =>
    assert.equal(
      faultsOf(parse(new Unparsed({ ...given, partnerId }, { partnerId }))),
      "partnerId is not a field of the body: leave it out"
    ))

  it("is refused even if the host leaves it undefined", () =>
    assert.equal(
      faultsOf(parse(new Unparsed({ ...given, limits: [] }, { partnerId, limits: undefined }))),
      "limits is not a field of the body: leave it out"
    ))
})
