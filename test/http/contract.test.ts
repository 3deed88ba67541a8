import assert from "node:assert/strict"
import { FastCheck as fc, Schema } from "effect"
import { AwardCommand } from "../../lib/domain/Award.ts"
import { OnboardPartner } from "../../lib/domain/Identity.ts"
import { MemberKey } from "../../lib/domain/Member.ts"
import { CreateRule, UpdateRule } from "../../lib/domain/Rule.ts"
import { TransferCommand } from "../../lib/domain/Transfer.ts"
import { CreateUser } from "../../lib/domain/User.ts"
import { AwardBody } from "../../lib/http/wire/awards.ts"
import { TransferBody } from "../../lib/http/wire/coins.ts"
import { Failure } from "../../lib/http/wire/envelope.ts"
import { CreateUserBody, OnboardBody, OnboardMemberBody } from "../../lib/http/wire/identity.ts"
import { CreateRuleBody, UpdateRuleBody } from "../../lib/http/wire/rules.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { type Endpoint, endpoints, fieldsOf } from "./endpoints.ts"
import { idIn, onboardPartner, type Partner } from "./people.ts"
import { type Known, requests } from "./requests.ts"
import { type Call, get, openService, post, type Reply, type Service } from "./service.ts"

interface Opened {
  readonly service: Service
  readonly partner: Partner
  readonly known: Known
}

let opened: Opened | undefined
const world = (): Opened => opened ?? assert.fail("the service did not open")

/** The rule of these tests pays enough for every transfer that they can think of. */
const open = async (): Promise<Opened> => {
  const service = await openService("sqlite::memory:")
  const partner = await onboardPartner(service, "contract")
  const rule = { name: "known", coinValue: "1000000", maxNumberOfParticipant: "10", condition: "any" }
  const ruleId = idIn((await service.send(partner.as(post("/laas/rules/create-rule", rule)))).body)
  const [userId, ruleName] = ["known user", "known"]
  await service.send(partner.as(post("/laas/users", { userId })))
  await service.send(partner.as(post("/laas/rules/award", { userId, ruleName })))
  const { email, partnerId } = partner
  return { service, partner, known: { email, partnerId, ruleId, ruleName, userId } }
}

type Request = Readonly<Record<string, unknown>>

const query = (request: Request): string =>
  Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&")

const callOf = ({ isPublic, method, path }: Endpoint, request: Request): Call => {
  const call = method === "GET" ? get(`${path}?${query(request)}`) : post(path, request)
  return isPublic ? call : world().partner.as(call)
}

const send = (endpoint: Endpoint, request: Request): Promise<Reply> =>
  world().service.send(callOf(endpoint, request))

const decodeFailure = Schema.decodeUnknownSync(Failure, { onExcessProperty: "error" })

/** A 400 in the envelope, one of whose faults is the field's. */
const assertNames = (reply: Reply, field: string): void => {
  assert.equal(reply.status, 400, reply.text)
  const { appErrorCode, error, errorType } = decodeFailure(reply.body).data
  assert.deepEqual([errorType, appErrorCode], ["invalid", "Bad request"])
  assert.ok(
    error.split("; ").some((fault) => fault.startsWith(`${field} `)),
    `${error} does not name ${field}`
  )
}

/** What no parameter of this name takes. Another partner's id is forbidden, not malformed: the tables have it. */
const malformed: Readonly<Record<string, string>> = {
  page: "0",
  take: "101",
  limit: "ten",
  after: "x",
  before: "x",
  month: "13",
  year: "x",
  type: "saver",
  userId: "",
  around: "",
  ruleName: ""
}
const neverMalformed = new Set(["partnerId"])

/** Hashing a password is slow by design. */
const hashing = new Set(["partners.onboard", "partners.login", "users.create"])

describe("the contract", () => {
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.service.rewards.close())

  /** The endpoint's requests, once the service has something that they can be about. */
  const valid = ({ name }: Endpoint) => requests(world().known)[name] ?? assert.fail(`no request for ${name}`)

  it("has an operation for each endpoint and a generator for each operation", () => {
    assert.equal(endpoints.length, 15)
    const names = endpoints.map(({ name }) => name)
    assert.deepEqual(Object.keys(requests(world().known)).sort(), [...names].sort())
  })

  for (const endpoint of endpoints) {
    const { fields, method, name } = endpoint

    describe(name, () => {
      it("takes every valid request, and answers as it says", () =>
        fc.assert(
          fc.asyncProperty(valid(endpoint), async (request) => {
            assert.ok(endpoint.accepts(request), "the contract itself refuses this request")
            const reply = await send(endpoint, request)
            assert.equal(reply.status, endpoint.status, reply.text)
            endpoint.checkAnswer(reply.body)
          }),
          { numRuns: hashing.has(name) ? 3 : 25 }
        ))

      for (const { name: field } of fields.filter(({ required }) => required)) {
        it(`refuses a request without ${field}`, () =>
          fc.assert(
            fc.asyncProperty(valid(endpoint), async (request) =>
              assertNames(await send(endpoint, { ...request, [field]: undefined }), field)
            ),
            { numRuns: 2 }
          ))
      }

      if (method === "GET") {
        for (const { name: field } of fields.filter(({ name }) => !neverMalformed.has(name))) {
          it(`refuses a malformed ${field}`, async () => {
            const value = malformed[field] ?? assert.fail(`nothing is known to be malformed for ${field}`)
            assertNames(await send(endpoint, { [field]: value }), field)
          })
        }
      } else {
        for (const { isEnum, name: field } of fields) {
          const values = isEnum ? [{}, "nonsense"] : [{}]
          it(`refuses a ${field} of another type`, () =>
            fc.assert(
              fc.asyncProperty(valid(endpoint), fc.constantFrom(...values), async (request, value) =>
                assertNames(await send(endpoint, { ...request, [field]: value }), field)
              ),
              { numRuns: 2 * values.length }
            ))
        }
      }
    })
  }
})

/** The wire's requests are written for readers, the services' inputs for checking: they have to be the same fields. */
describe("a request has the fields of the service's input", () => {
  const pairs: ReadonlyArray<readonly [string, Schema.Schema.All, Schema.Schema.All]> = [
    ["OnboardPartner", OnboardBody, OnboardPartner.omit("ecosystem")],
    ["CreateUser", CreateUserBody, CreateUser],
    ["OnboardMember", OnboardMemberBody, MemberKey.omit("partnerId")],
    ["CreateRule", CreateRuleBody, CreateRule.omit("partnerId")],
    ["UpdateRule", UpdateRuleBody, UpdateRule.omit("partnerId")],
    ["Award", AwardBody, AwardCommand.omit("partnerId", "idempotencyKey")],
    ["Transfer", TransferBody, TransferCommand.omit("partnerId", "idempotencyKey", "narration")]
  ]
  const named = (schema: Schema.Schema.All) =>
    Object.fromEntries(fieldsOf(schema).map(({ isEnum, name, required }) => [name, { isEnum, required }]))

  for (const [name, wire, input] of pairs) it(name, () => assert.deepEqual(named(wire), named(input)))
})
