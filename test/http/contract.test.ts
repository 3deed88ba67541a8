import assert from "node:assert/strict"
import { FastCheck as fc, Schema } from "effect"
import { OnboardPartner, UpdatePartner } from "../../lib/accounts/applications/Application.ts"
import { RequestCode, RevokeToken } from "../../lib/accounts/authorization/Authorization.ts"
import { ListConsents, WithdrawConsent } from "../../lib/accounts/consents/Consent.ts"
import { OnboardMember } from "../../lib/accounts/details/UserRecord.ts"
import { CreateApiKey } from "../../lib/accounts/keys/ApiKey.ts"
import { LinkUser } from "../../lib/accounts/links/Link.ts"
import { ResetPassword } from "../../lib/accounts/resets/ResetPassword.ts"
import {
  CreateUser,
  ForgotUserPassword,
  ResendOtp,
  ResetUserPassword,
  VerifyOtp
} from "../../lib/accounts/users/User.ts"
import {
  ActivitiesQuery,
  ActivityBody,
  ExplainActivityBody,
  ReverseActivityBody
} from "../../lib/http/activities/api.ts"
import { RequestCodeBody, RevokeBody } from "../../lib/http/authorization/schemas.ts"
import { AwardBody, ExplainBody, ReverseBody } from "../../lib/http/awards/api.ts"
import { RefundBody, TransferBody } from "../../lib/http/coins/api.ts"
import { Failure } from "../../lib/http/envelope.ts"
import { CreateApiKeyBody } from "../../lib/http/iam/api.ts"
import { OnboardMemberBody } from "../../lib/http/members/api.ts"
import { OnboardBody, ResetPasswordBody, UpdateBody } from "../../lib/http/partners/api.ts"
import { CreateRuleBody, SimulateRuleBody, UpdateRuleBody } from "../../lib/http/rules/api.ts"
import {
  ConsentsBody,
  CreateUserBody,
  ForgotUserPasswordBody,
  LinkTagBody,
  ResendOtpBody,
  ResetUserPasswordBody,
  RevokeConsentBody,
  VerifyOtpBody
} from "../../lib/http/users/api.ts"
import {
  ActivityCommand,
  ExplainActivity,
  ListActivities,
  ReverseActivityCommand
} from "../../lib/rewards/activities/Activity.ts"
import { AwardCommand } from "../../lib/rewards/awards/Award.ts"
import { ExplainAward } from "../../lib/rewards/awards/Explanation.ts"
import { RefundCommand, ReverseCommand } from "../../lib/rewards/reversals/Reversal.ts"
import { CreateRule, UpdateRule } from "../../lib/rewards/rules/RuleInput.ts"
import { SimulateRule } from "../../lib/rewards/simulation/Simulation.ts"
import { TransferCommand } from "../../lib/rewards/transfers/Transfer.ts"
import type { Reply } from "../support/calls.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { sized } from "../support/sized.ts"
import { callOf, type Fields } from "./callOf.ts"
import { allows, fieldSchemas } from "./document.ts"
import { type Endpoint, endpoints, fieldsOf } from "./endpoints.ts"
import { type Known, letIn, openKnown } from "./known.ts"
import { type Generator, malformed, neverMalformed, ofAnotherType, requests } from "./requests.ts"

/** How many valid requests each endpoint gets. */
const most = sized("REQUESTS", { short: 8, whole: 25, long: 250 })

let opened: Known | undefined
const known = (): Known => opened ?? assert.fail("the service did not open")

/** The generator of the endpoint's requests. The service must be open. */
const valid = ({ name }: Endpoint): Generator =>
  requests(known())[name] ?? assert.fail(`no request for ${name}`)

const send = async (endpoint: Endpoint, request: Fields): Promise<Reply> => {
  const call = callOf(endpoint, request)
  const own = await valid(endpoint).letIn?.(call)
  return known().send(own ?? letIn(endpoint.access, call, known()))
}

/** Checks a property for the endpoint's requests, each with its preparation. */
const forRequests = (endpoint: Endpoint, runs: number, property: (request: Fields) => Promise<void>) => {
  const { prepare, request, slow } = valid(endpoint)
  const whole = async (fields: Fields) => ({ ...fields, ...(await prepare?.(fields)) })
  return fc.assert(
    fc.asyncProperty(request, async (fields) => property(await whole(fields))),
    { numRuns: slow === true ? Math.min(runs, 3) : runs }
  )
}

const decodeFailure = Schema.decodeUnknownSync(Failure, { onExcessProperty: "error" })

/** Asserts a 400 in the envelope with a fault of this field. */
const assertNames = (reply: Reply, field: string): void => {
  assert.equal(reply.status, 400, reply.text)
  const { appErrorCode, error, errorType } = decodeFailure(reply.body).data
  assert.equal(errorType, "invalid")
  assert.ok(appErrorCode === "Bad request" || appErrorCode === "invalid_request", appErrorCode)
  assert.ok(
    error.split("; ").some((fault) => fault.startsWith(`${field} `)),
    `${error} does not name ${field}`
  )
}

/** Endpoints that answer with pages or as OAuth prescribes have their own tests. */
const isGeneric = ({ encodings, failuresAs }: Endpoint): boolean =>
  encodings.includes("json") || (encodings.length === 0 && failuresAs !== "page")

/** A password that only has to be right: one that is too long is wrong, not malformed. */
const isCompared = (name: string, field: string): boolean =>
  field === "currentPassword" ||
  (field === "password" &&
    /^(partners\.login|authorization\.code|users\.consents|users\.revokeConsent)$/.test(name))

describe("the contract", () => {
  beforeAll(async () => {
    opened = await openKnown()
  })
  afterAll(() => opened?.close())

  it("has a generator for every endpoint, and an endpoint for every generator", () => {
    const names = endpoints.filter(isGeneric).map(({ name }) => name)
    assert.deepEqual(Object.keys(requests(known())).sort(), names.sort())
  })

  for (const endpoint of endpoints.filter(isGeneric)) {
    const { access, body, encodings, failuresAs, method, name, params, query } = endpoint

    describe(name, () => {
      it("accepts every valid request, and answers as it documents", () =>
        forRequests(endpoint, most, async (request) => {
          assert.ok(endpoint.accepts(request), "the contract itself refuses this request")
          for (const [field, schema] of fieldSchemas(name)) {
            const value = request[field]
            assert.ok(value === undefined || allows(schema, value), `the document refuses ${field}`)
          }
          const reply = await send(endpoint, request)
          assert.equal(reply.status, endpoint.status, reply.text)
          endpoint.checkAnswer(reply.body)
        }))

      if (access !== "public") {
        it("refuses a request without credentials, and names the scheme", () =>
          forRequests(endpoint, 1, async (request) => {
            const reply = await known().send(callOf(endpoint, request))
            assert.equal(reply.status, 401)
            assert.equal(decodeFailure(reply.body).data.errorType, "unauthorized")
            const challenge = reply.headers.get("www-authenticate") ?? ""
            assert.match(challenge, access === "key" ? /^Basic realm=/ : /^Bearer/)
          }))
      }

      for (const { name: field } of [...query, ...body].filter(({ required }) => required)) {
        it(`refuses a request without ${field}`, () =>
          forRequests(endpoint, 2, async (request) =>
            assertNames(await send(endpoint, { ...request, [field]: undefined }), field)
          ))
      }

      for (const field of [...params, ...query.map(({ name }) => name)]) {
        if (neverMalformed.has(field)) continue
        it(`refuses a malformed ${field}`, () =>
          forRequests(endpoint, 1, async (request) => {
            const value = malformed[field] ?? assert.fail(`nothing is known to be malformed for ${field}`)
            // Optional fields are left out: they may exclude each other, as page and around do.
            const optional = query.filter(({ required }) => !required).map(({ name }) => [name, undefined])
            assertNames(
              await send(endpoint, { ...request, ...Object.fromEntries(optional), [field]: value }),
              field
            )
          }))
      }

      for (const { name: field } of body) {
        const { maxLength } = fieldSchemas(name).get(field) ?? {}
        if (typeof maxLength !== "number" || isCompared(name, field)) continue
        it(`refuses a ${field} of more than the ${maxLength} characters that the document allows`, () =>
          forRequests(endpoint, 1, async (request) =>
            assertNames(await send(endpoint, { ...request, [field]: "x".repeat(maxLength + 1) }), field)
          ))
      }

      if (encodings.includes("json") && failuresAs === "oauth") {
        it("ignores a field that it does not know, as RFC 6749 requires", () =>
          forRequests(endpoint, 1, async (request) => {
            const reply = await send(endpoint, { ...request, nonsense: 1 })
            assert.equal(reply.status, endpoint.status, reply.text)
          }))
      } else if (encodings.includes("json")) {
        it("refuses a field that it does not know, and fields that the service sets, by name", () =>
          forRequests(endpoint, 1, async (request) => {
            for (const field of [
              "nonsense",
              "idempotencyKey",
              ...(access === "partner" ? ["partnerId"] : [])
            ]) {
              assertNames(await send(endpoint, { ...request, [field]: known().one.partnerId }), field)
            }
          }))

        it("names the known field that is nearest to an unknown one", () =>
          forRequests(endpoint, 1, async (request) => {
            const [field = ""] = body.map(({ name }) => name).filter((name) => name in request)
            const misspelled = `${field}z`
            const reply = await send(endpoint, { ...request, [misspelled]: 1 })
            assertNames(reply, misspelled)
            assert.match(
              reply.text,
              new RegExp(`${misspelled} is not a known field: did you mean ${field}\\?`)
            )
          }))
      }

      if (method === "GET" && failuresAs === "envelope") {
        it("refuses a parameter of pages that it does not take, by name", () =>
          forRequests(endpoint, 1, async (request) => {
            const taken = new Set(query.map(({ name }) => name))
            for (const word of ["page", "limit", "take", "after", "before", "cursor", "offset"]) {
              if (taken.has(word)) continue
              const asked = { ...endpoint, query: [...query, { name: word, required: false, isEnum: false }] }
              assertNames(await send(asked, { ...request, [word]: "2" }), word)
            }
          }))

        it("takes a parameter without a value as absent", () =>
          forRequests(endpoint, 1, async (request) => {
            const optional = query.filter(({ required }) => !required).map(({ name }) => [name, ""])
            const reply = await send(endpoint, { ...request, ...Object.fromEntries(optional) })
            assert.equal(reply.status, endpoint.status, reply.text)
          }))
      }

      for (const { isEnum, name: field } of body) {
        const other = ofAnotherType[field] ?? {}
        for (const value of isEnum ? [other, "nonsense"] : [other]) {
          it(`refuses a ${field} of another type: ${JSON.stringify(value)}`, () =>
            forRequests(endpoint, 2, async (request) =>
              assertNames(await send(endpoint, { ...request, [field]: value }), field)
            ))
        }
      }
    })
  }
})

/** Wire schemas are written as documentation, service inputs for validation. They must have the same fields. */
describe("a request has the fields of the service's input", () => {
  const pairs: ReadonlyArray<readonly [string, Schema.Schema.All, Schema.Schema.All]> = [
    ["OnboardPartner", OnboardBody, OnboardPartner.omit("ecosystem")],
    ["UpdatePartner", UpdateBody, UpdatePartner],
    ["ResetPassword", ResetPasswordBody, ResetPassword.omit("ecosystem")],
    ["CreateApiKey", CreateApiKeyBody, CreateApiKey.omit("partnerId")],
    ["CreateUser", CreateUserBody, CreateUser],
    ["VerifyOtp", VerifyOtpBody, VerifyOtp],
    ["ResendOtp", ResendOtpBody, ResendOtp],
    ["ForgotUserPassword", ForgotUserPasswordBody, ForgotUserPassword],
    ["ResetUserPassword", ResetUserPasswordBody, ResetUserPassword],
    ["ListConsents", ConsentsBody, ListConsents],
    ["WithdrawConsent", RevokeConsentBody, WithdrawConsent],
    ["LinkUser", LinkTagBody, LinkUser.omit("partnerId", "ecosystem")],
    ["RequestCode", RequestCodeBody, RequestCode.omit("ecosystem", "scope", "deviceType")],
    ["RevokeToken", RevokeBody, RevokeToken.omit("ecosystem")],
    ["OnboardMember", OnboardMemberBody, OnboardMember.omit("partnerId")],
    ["CreateRule", CreateRuleBody, CreateRule.omit("partnerId")],
    ["SimulateRule", SimulateRuleBody, SimulateRule.omit("partnerId")],
    ["UpdateRule", UpdateRuleBody, UpdateRule.omit("partnerId")],
    ["Award", AwardBody, AwardCommand.omit("partnerId", "idempotencyKey")],
    ["ExplainAward", ExplainBody, ExplainAward.omit("partnerId")],
    ["Activity", ActivityBody, ActivityCommand.omit("partnerId", "idempotencyKey")],
    ["ExplainActivity", ExplainActivityBody, ExplainActivity.omit("partnerId")],
    ["ListActivities", ActivitiesQuery, ListActivities.omit("partnerId")],
    ["ReverseActivity", ReverseActivityBody, ReverseActivityCommand.omit("partnerId", "idempotencyKey")],
    ["ReverseAward", ReverseBody, ReverseCommand.omit("partnerId", "idempotencyKey")],
    ["RefundTransfer", RefundBody, RefundCommand.omit("partnerId", "idempotencyKey")],
    ["Transfer", TransferBody, TransferCommand.omit("partnerId", "idempotencyKey", "attachment")]
  ]
  const named = (schema: Schema.Schema.All) =>
    Object.fromEntries(fieldsOf(schema).map(({ isEnum, name, required }) => [name, { isEnum, required }]))

  for (const [name, wire, input] of pairs) it(name, () => assert.deepEqual(named(wire), named(input)))
})
