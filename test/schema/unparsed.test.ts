import assert from "node:assert/strict"
import { FastCheck as fc, Schema } from "effect"
import { UpdatePartner } from "../../lib/accounts/applications/Application.ts"
import { CreateApiKey } from "../../lib/accounts/keys/ApiKey.ts"
import { CreateUser, checkCreateUser } from "../../lib/accounts/users/User.ts"
import { CoinsBoard } from "../../lib/boards/Boards.ts"
import { AwardCommand } from "../../lib/rewards/awards/Award.ts"
import { CreateRule, checkCreateRule } from "../../lib/rewards/rules/RuleInput.ts"
import { type CrossCheck, parser, Unparsed } from "../../lib/schema/Input.ts"
import { describe, it } from "../support/effect.ts"

/** Values that some field or other takes, and values that none takes. */
const value = fc.oneof(
  fc.constantFrom("active", "batched", "earner", "", null, undefined, true, 1, "1"),
  fc.constantFrom(
    [],
    ["read"],
    ["nonsense"],
    [{ name: "a", condition: "b" }],
    [{ name: 1 }],
    {},
    { toString: 0 }
  ),
  fc.jsonValue()
)

const namesOf = <A, I>(schema: Schema.Schema<A, I>): ReadonlyArray<string> => {
  const { ast } = Schema.encodedSchema(schema)
  return ast._tag === "TypeLiteral" ? ast.propertySignatures.map(({ name }) => String(name)) : []
}

const agrees = <A, I>(name: string, schema: Schema.Schema<A, I>, crossCheck?: CrossCheck): void =>
  it(`${name}: the same result as the input itself`, () => {
    const parse = parser(schema, crossCheck)
    const names = namesOf(schema)
    assert.ok(names.length > 0)
    const fields = fc.record(Object.fromEntries(names.map((each) => [each, value])), { requiredKeys: [] })
    fc.assert(
      fc.property(fields, (given) => assert.deepEqual(parse(new Unparsed(given)), parse(given))),
      { numRuns: 500 }
    )
  })

describe("the unparsed fields of a request get", () => {
  agrees("AwardCommand", AwardCommand)
  agrees("CreateRule", CreateRule, checkCreateRule)
  agrees("CreateUser", CreateUser, checkCreateUser)
  agrees("UpdatePartner", UpdatePartner)
  agrees("CreateApiKey", CreateApiKey)
  agrees("CoinsBoard", CoinsBoard)
})
