import assert from "node:assert/strict"
import { Either, FastCheck as fc, Schema } from "effect"
import { UpdatePartner } from "../../lib/accounts/applications/Application.ts"
import { CreateApiKey } from "../../lib/accounts/keys/ApiKey.ts"
import { CreateUser, checkCreateUser } from "../../lib/accounts/users/User.ts"
import { CoinsBoard } from "../../lib/boards/Boards.ts"
import { inputOf } from "../../lib/http/input.ts"
import { AwardCommand } from "../../lib/rewards/awards/Award.ts"
import { CreateRule, checkCreateRule } from "../../lib/rewards/rules/RuleInput.ts"
import { type CrossCheck, parser } from "../../lib/schema/Input.ts"
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
  it(`${name}: where their types are right, and with the service's own words where one is wrong`, () => {
    const read = inputOf(schema, crossCheck)
    const hasTypes = Schema.is(Schema.encodedSchema(schema))
    const parse = parser(schema, crossCheck)
    const names = namesOf(schema)
    assert.ok(names.length > 0)
    const fields = fc.record(Object.fromEntries(names.map((each) => [each, value])), { requiredKeys: [] })
    fc.assert(
      fc.property(fields, (given) => {
        const input = read(given)
        if (hasTypes(given)) return assert.deepEqual(input, Either.right(given))
        const parsed = parse(given)
        assert.ok(Either.isLeft(input) && Either.isLeft(parsed))
        assert.deepEqual(input.left.faults, parsed.left.faults)
      }),
      { numRuns: 500 }
    )
  })

describe("a request's fields become a service's input", () => {
  agrees("AwardCommand", AwardCommand)
  agrees("CreateRule", CreateRule, checkCreateRule)
  agrees("CreateUser", CreateUser, checkCreateUser)
  agrees("UpdatePartner", UpdatePartner)
  agrees("CreateApiKey", CreateApiKey)
  agrees("CoinsBoard", CoinsBoard)
})
