// Generated valid requests for every endpoint of the contract.
import { FastCheck as fc } from "effect"
import { actions } from "../../lib/accounts/audit/AuditEntry.ts"
import { deviceTypes, userScopes } from "../../lib/accounts/authorization/Authorization.ts"
import { keyScopes } from "../../lib/accounts/keys/ApiKey.ts"
import { roles } from "../../lib/accounts/people/Role.ts"
import { monthNames } from "../../lib/boards/Board.ts"
import { eventTypes } from "../../lib/events/Event.ts"
import { WalletKind } from "../../lib/rewards/ledger/Account.ts"
import { deliveryStates } from "../../lib/webhooks/Webhook.ts"
import { codeOf, start, turnOn } from "../accounts/secondFactor/authenticator.ts"
import { resetToken } from "../accounts/suite/codes.ts"
import {
  consentingUser,
  erasedMember,
  forgetfulUser,
  leavingMember,
  leavingUser,
  twoMembers,
  unverified
} from "../accounts/suite/prepared.ts"
import { partnerBody, password, userBody } from "../support/bodies.ts"
import { type Call, idIn, post, withBearer } from "../support/calls.ts"
import { colleagueRow, invite } from "../support/staff.ts"
import type { HttpPartner } from "../support/world.ts"
import type { Fields } from "./callOf.ts"
import { consentOf, newCode, newTokens } from "./consent.ts"
import type { Known } from "./known.ts"

type Request = fc.Arbitrary<Fields>

export interface Generator {
  readonly request: Request
  /** Runs before each request and returns fields for it, such as a code that can be used once. */
  readonly prepare?: (request: Fields) => Promise<Fields>
  /** Its own credentials, if the request would invalidate the shared ones. */
  readonly letIn?: (call: Call) => Promise<Call>
  /** Each request hashes a password, which is slow. */
  readonly slow?: boolean
}

const optional = <A>(value: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.option(value, { nil: undefined })

/** Any text that a database can store, with at least one character that is not white space. */
const text = fc.fullUnicodeString({ maxLength: 30 }).map((value) => `x${value.replaceAll("\0", "")}`)
const unique = fc.uuid().map((id) => id.replaceAll("-", ""))
/** A name that other people read, which has no invisible characters. */
const displayed = text.map((value) =>
  value.replace(/[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, "")
)
const name = fc.tuple(unique, text).map(([id, rest]) => ` ${id} ${rest}`)

/** A number in one of the two forms that the interface accepts. */
const either = (value: fc.Arbitrary<number>) =>
  fc.tuple(value, fc.boolean()).map(([number, asText]) => (asText ? String(number) : number))

const count = either(fc.integer({ min: 1, max: 1_000_000 }))
const coins = either(fc.integer({ min: 1, max: 10_000_000 }).map((units) => units / 10_000))
const limit = either(fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 1000 })))
const status = fc.constantFrom("active", "inactive")
const page = optional(fc.integer({ min: 1, max: 50 }).map(String))
const size = optional(fc.integer({ min: 1, max: 100 }).map(String))

const leaf = fc.oneof(
  fc.record({
    field: text.map((key) => `data.${key.replaceAll(".", "")}`),
    is: fc.constantFrom("equals", "atLeast"),
    value: text
  }),
  fc.record({
    field: fc.constantFrom("member.activities", "member.paid", "local.hour"),
    is: fc.constantFrom("atMost", "notEquals"),
    value: fc.integer({ min: 0, max: 23 })
  }),
  fc.record({
    field: fc.constant("member.attributes.tier"),
    is: fc.constant("exists"),
    value: fc.boolean()
  })
)

/** Each with a type of its own, because few rules may have the same type. */
const when = fc.record({
  activity: unique,
  conditions: optional(
    fc.oneof(
      leaf,
      leaf.map((not) => ({ not })),
      fc.array(leaf, { minLength: 1, maxLength: 5 }).map((all) => ({ any: [{ all }, ...all] }))
    )
  )
})

const subRules = fc.array(
  fc.record({ name, condition: text, status: optional(fc.constant("active")), when: optional(when) }),
  { minLength: 1, maxLength: 3 }
)

const mostAwards = fc.record({ awards: either(fc.integer({ min: 1_000_000, max: 9_000_000 })) })
const mostCoins = fc.record({ coins: either(fc.integer({ min: 1, max: 5 }).map((times) => times * 1e11)) })
const most = fc.oneof(
  mostAwards,
  mostCoins,
  fc.tuple(mostAwards, mostCoins).map(([awards, coins]) => ({ ...awards, ...coins }))
)

const perAndPeriod = ["day", "week", "month", "year", "ever"].flatMap((period) => [
  { per: "member", period },
  { per: "rule", period }
])

/** Limits above all that the tests of the contract pay, each pair of `per` and `period` once. */
const limits = fc
  .subarray(perAndPeriod, { maxLength: 8 })
  .chain((pairs) => fc.tuple(...pairs.map((pair) => most.map((each) => ({ ...pair, ...each })))))

const instantBetween = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .chain((at) => fc.constantFrom(at.toISOString(), at.toISOString().replace("Z", "+02:00")))

/** Fields of a rule that runs now. */
const programme = fc.record({
  limits: optional(limits),
  timeZone: optional(fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/New_York")),
  startsAt: optional(fc.oneof(instantBetween("1970-01-02", "2020-01-01"), fc.constant(null))),
  endsAt: optional(fc.oneof(instantBetween("9000-01-01", "9999-01-01"), fc.constant(null))),
  atLimit: optional(fc.constantFrom("reject", "suppress", "clamp")),
  pendingDays: optional(fc.constantFrom(null, 1, "14", 365)),
  coinsExpire: optional(fc.constantFrom(null, "P1Y", "P90D", "P1Y6M10D"))
})

const metadata = fc.dictionary(
  text.map((key) => key.slice(0, 40)),
  text,
  { maxKeys: 5 }
)

const attributes = fc.dictionary(
  text.map((name) => name.slice(0, 64)),
  fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
  { maxKeys: 5 }
)

/** The parameters that lists of awards and of transactions share. */
const listing = fc
  .tuple(
    fc.record({
      from: optional(instantBetween("1970-01-02", "2020-01-01")),
      to: optional(instantBetween("2020-01-01", "9999-01-01")),
      after: optional(fc.uuid()),
      limit: size
    }),
    optional(fc.record({ metadataKey: text, metadataValue: text }))
  )
  .map(([shared, metadata]) => ({ ...shared, ...metadata }))

const rule = fc.record({
  name,
  coinValue: coins,
  maxNumberOfParticipant: count,
  status: optional(status),
  userLimitAward: optional(limit)
})
const terms = fc.oneof(
  fc.record({ type: optional(fc.constant("single")), condition: text, when: optional(when) }),
  fc.record({
    type: fc.constant("batched"),
    condition: text,
    completionNumber: optional(count),
    when: optional(when)
  }),
  fc.record({ type: fc.constant("combined"), condition: optional(text), rules: subRules })
)

const address = unique.map((word) => `https://${word}.example/return?x=1`)
const email = unique.map((word) => `${word}@Example.org`)

const partner = fc.record({
  applicationName: displayed,
  partnerName: displayed,
  email,
  redirectUrl: address,
  webRedirectUrl: optional(address),
  mobileRedirectUrl: optional(unique.map((word) => `app://${word}`)),
  userDetailsUrl: address
})

const user = fc.record({
  email,
  fullname: displayed,
  phone: fc.integer({ min: 1000, max: 999_999_999_999 }).map(String),
  tag: unique,
  countryCode: fc.integer({ min: 1, max: 9999 }).map((code) => `+${code}`),
  isAdult: optional(fc.boolean()),
  dateOfBirth: optional(
    fc
      .date({ min: new Date("1900-01-01"), max: new Date("2020-01-01"), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10))
  )
})

/**
 * A value that no parameter of this name accepts. Another partner's id is forbidden and not malformed; the tables
 * cover it.
 */
export const malformed: Readonly<Record<string, string>> = {
  userIds: "50%",
  at: "2026-02-30T00:00:00Z",
  id: "x",
  deliveryId: "x",
  page: "0",
  take: "101",
  limit: "ten",
  after: "x",
  newest: "0",
  before: "x",
  action: "x",
  month: "13",
  year: "x",
  type: "Saver!",
  deviceType: "fridge",
  userId: "x".repeat(129),
  around: "x".repeat(129),
  ruleName: "x".repeat(129),
  search: "x".repeat(257),
  status: "on",
  state: "gone",
  types: "award.paid,coins.vanished",
  from: "yesterday",
  to: "2026-02-30T00:00:00Z",
  metadataKey: "x".repeat(41),
  metadataValue: "x".repeat(501)
}
/** A value of another type than a body's field of this name has; an object for every other field. */
export const ofAnotherType: Readonly<Record<string, unknown>> = {
  metadata: ["x"],
  rule: ["x"],
  attributes: ["x"],
  data: ["x"],
  when: ["x"]
}
/** An unknown scope is an OAuth error with its own code. */
export const neverMalformed: ReadonlySet<string> = new Set(["partnerId", "scope"])

/** A generator for each endpoint; the contract's test fails if one is missing. Pages have their own tests. */
/** The partner that `inTurn` has made last. */
const latest = new WeakMap<Known, HttpPartner>()

/** Requests of a new partner each: a second factor is turned on once, and its partner then needs codes to log in. */
const inTurn = (known: Known, prepare: (partner: HttpPartner) => Promise<Fields>): Generator => ({
  request: fc.constant({}),
  prepare: async () => {
    const partner = await known.partner(`turn-${crypto.randomUUID()}`)
    latest.set(known, partner)
    return prepare(partner)
  },
  letIn: async (call) => (latest.get(known) ?? known.one).as(call),
  slow: true
})

export const requests = (known: Known): Readonly<Record<string, Generator>> => {
  const userId = fc.constant(known.userId)
  const narration = optional(fc.oneof(text, fc.constant(null)))
  const whichPage = fc.oneof(fc.record({ page }), fc.record({ around: userId }))
  const award = fc.record({
    userId,
    ruleName: fc.constantFrom(known.ruleName, ` ${known.ruleName.toUpperCase()} `),
    narration,
    metadata: optional(metadata)
  })
  /** Each can be reversed once. */
  const newAward = async () => ({ awardId: idIn((await known.one.award(known.userId, known.ruleName)).body) })
  const newPending = async () => ({ awardId: await known.one.pending(known.userId) })
  const newTransfer = async () => ({ transactionId: idIn((await known.one.transfer(known.userId, 1)).body) })
  const newAdjustment = async () => {
    const credit = { userId: known.userId, coins: 1, debitOrCredit: "CR", reason: "a test" }
    const { body } = await known.send(known.one.as(post("/laas/coins/adjust", credit)))
    return { adjustmentId: idIn(body) }
  }
  /** A request by nobody, so that every person can decide about it. */
  const newRequest = async () => {
    const id = crypto.randomUUID()
    await known.sql(`INSERT INTO rewards_approval_request
      (partner_id, id, member_id, coins, debit_or_credit, points, reason, created_at)
      SELECT m.partner_id, UUID '${id}', m.id, 10000, 'CR', FALSE, 'a test', m.created_at FROM rewards_member m
      WHERE m.user_id = '${known.userId}' AND m.partner_id = (
        SELECT p.partner_id FROM rewards_person p WHERE p.email = '${known.one.email}')`)
    return { requestId: id }
  }
  const adjustment = fc.record({
    userId,
    coins,
    debitOrCredit: fc.constantFrom("CR", "DE"),
    reason: text,
    points: fc.constantFrom(undefined, false),
    narration,
    metadata: optional(metadata)
  })
  const activity = fc.record({
    userId,
    type: fc.constantFrom("order.placed", "visit"),
    data: optional(
      fc.dictionary(
        text,
        fc.oneof(text, fc.integer({ min: -1e9, max: 1e9 }), fc.boolean(), fc.constant(null), fc.array(text)),
        { maxKeys: 5 }
      )
    ),
    occurredAt: optional(
      fc
        .integer({ min: 0, max: 29 * 24 })
        .map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString())
    )
  })
  const newActivity = async () => {
    const { body } = await known.send(
      known.one.as(post("/laas/activities", { userId: known.userId, type: "visit" }))
    )
    return { activityId: idIn(body) }
  }
  /** There may be 16. Nobody listens at the port. */
  const newWebhook = async () => {
    await known.sql("DELETE FROM rewards_webhook")
    const { body } = await known.send(known.one.as(post("/laas/webhooks", { url: "https://127.0.0.1:1/" })))
    return { id: idIn(body) }
  }
  const newDelivery = async () => {
    const { id } = await newWebhook()
    const deliveryId = "01990000-0000-7000-8000-000000000001"
    await known.sql(`INSERT INTO rewards_delivery
      (partner_id, webhook_id, event_id, type, state, created_at, delivered_at) VALUES (
      UUID '${known.one.partnerId}', UUID '${id}', UUID '${deliveryId}', 'award.paid', 'delivered',
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
    return { id, deliveryId }
  }
  /** It can be emptied a few times a day, and its clock be moved a few years. */
  const newTestSide = async () => {
    await known.sql(
      "UPDATE rewards_test_side SET retired_at = created_at, created_at = '2026-01-01T00:00:00.000Z'"
    )
    await known.send(known.one.as(post("/laas/iam/test-side")))
    return {}
  }
  /** A partner can have few people. */
  const makeRoom = () => known.sql("DELETE FROM rewards_person WHERE email LIKE '%@invited.example'")
  const newColleague = async () => {
    await makeRoom()
    return { id: await colleagueRow(known, known.one.partnerId) }
  }
  const types = fc.subarray([...eventTypes], { minLength: 1 })
  const passwords = fc.constant({ password: partnerBody.password, confirmPassword: partnerBody.password })
  const userPasswords = fc.constant({ password: userBody.password, confirmPassword: userBody.password })
  const merged = (...parts: ReadonlyArray<Request>): Request =>
    fc.tuple(...parts).map((each) => Object.assign({}, ...each))
  return {
    "partners.onboard": { request: merged(partner, passwords), slow: true },
    "partners.login": { request: fc.constant({ email: known.one.email, password }), slow: true },
    "partners.details": { request: fc.constant({}) },
    "partners.update": {
      request: fc.record({
        applicationName: optional(displayed),
        partnerName: displayed,
        email: optional(fc.constant(known.one.email)),
        redirectUrl: optional(address),
        webRedirectUrl: optional(fc.oneof(address, fc.constantFrom(null, ""))),
        mobileRedirectUrl: optional(fc.oneof(address, fc.constantFrom(null, ""))),
        userDetailsUrl: optional(address),
        currentPassword: optional(fc.constant(password))
      })
    },
    "partners.forgotPassword": {
      request: fc.record({ email: fc.oneof(email, fc.constant(known.one.email)) })
    },
    "partners.resetPassword": {
      request: passwords,
      prepare: async () => ({ token: await resetToken(known, known.other.email) }),
      slow: true
    },
    "iam.login": { request: fc.constant({}) },
    "iam.logout": {
      request: fc.constant({}),
      letIn: async (call) => withBearer(call, await known.logInWithKey(known.key))
    },
    "iam.logoutAll": {
      request: fc.constant({}),
      letIn: async (call) => withBearer(call, await known.logIn(known.other.email)),
      slow: true
    },
    "iam.logoutLogins": {
      request: fc.constant({}),
      letIn: async (call) => withBearer(call, await known.logIn(known.other.email)),
      slow: true
    },
    "iam.me": { request: fc.constant({}) },
    "iam.updateMe": { request: fc.record({ alertMails: fc.boolean() }) },
    "iam.listSessions": { request: fc.constant({}) },
    "iam.endSession": {
      request: fc.constant({}),
      prepare: async () => {
        const id = crypto.randomUUID()
        await known.sql(`INSERT INTO rewards_token
          (created_at, expires_at, last_used_at, partner_id, id, person_id, hash, scopes)
          SELECT created_at, '2999-01-01T00:00:00.000Z', created_at, partner_id, UUID '${id}', id, '${id}', 'read'
          FROM rewards_person WHERE email = '${known.one.email}'`)
        return { id }
      }
    },
    "people.list": { request: fc.constant({}) },
    "people.invite": {
      request: fc.record({ role: fc.constantFrom(...roles) }),
      prepare: async () => {
        await makeRoom()
        return { email: `${crypto.randomUUID()}@invited.example` }
      }
    },
    "people.changeRole": {
      request: fc.record({ role: fc.constantFrom(...roles) }),
      prepare: newColleague
    },
    "people.remove": { request: fc.constant({}), prepare: newColleague },
    "people.accept": {
      request: passwords,
      prepare: async () => {
        await makeRoom()
        const email = `${crypto.randomUUID()}@invited.example`
        return { token: (await invite(known, known.one, email, "viewer")).token }
      },
      slow: true
    },
    "totp.start": inTurn(known, async () => ({})),
    "totp.confirm": inTurn(known, async (partner) => {
      const { secret } = await start(known, partner)
      return { otp: codeOf(secret, Date.now()) }
    }),
    "totp.remove": inTurn(known, async (partner) => {
      const { recoveryCodes } = await turnOn(known, partner, Date.now())
      return { otp: recoveryCodes[0] }
    }),
    "iam.listApiKeys": { request: fc.constant({}) },
    "iam.createApiKey": {
      request: fc.record({ name: text, scopes: fc.subarray([...keyScopes], { minLength: 1 }) })
    },
    "iam.revokeApiKey": {
      request: fc.constant({}),
      prepare: async () => ({ id: (await known.one.key()).id })
    },
    "iam.audit": {
      request: fc.record({
        action: optional(fc.constantFrom(...actions)),
        before: optional(fc.uuid()),
        limit: size
      })
    },
    "testSide.create": { request: fc.constant({}) },
    "testSide.get": { request: fc.constant({}), prepare: newTestSide },
    "testSide.empty": { request: fc.constant({}), prepare: newTestSide },
    "testSide.clock": {
      request: fc.record({ days: fc.constant(1) }),
      prepare: newTestSide
    },
    "testSide.token": { request: fc.constant({}), prepare: newTestSide },
    "alerts.list": { request: fc.constant({}) },
    "settings.get": { request: fc.constant({}) },
    "settings.update": {
      request: fc.record({ expiryNotice: fc.option(fc.integer({ min: 1, max: 365 })) })
    },
    "users.create": { request: merged(user, userPasswords), slow: true },
    "users.verifyOtp": { request: fc.constant({}), prepare: () => unverified(known) },
    "users.resendOtp": { request: fc.record({ email }) },
    "users.forgotPassword": { request: fc.record({ email }) },
    "users.resetPassword": { request: userPasswords, prepare: () => forgetfulUser(known), slow: true },
    "users.consents": {
      request: fc.constant({}),
      prepare: async () => {
        const { clientId: _, ...login } = await consentOf(known)
        return login
      },
      slow: true
    },
    "users.revokeConsent": { request: fc.constant({}), prepare: () => consentOf(known), slow: true },
    "users.erase": { request: fc.constant({}), prepare: () => leavingUser(known), slow: true },
    "users.linkTag": {
      request: fc.record({ userId: name }),
      prepare: () => consentingUser(known.sql, known.one.partnerId)
    },
    "authorization.code": {
      request: merged(
        fc.record({
          scope: optional(fc.subarray([...userScopes]).map((scopes) => scopes.join(" "))),
          deviceType: optional(fc.constantFrom(...deviceTypes)),
          state: optional(text)
        }),
        fc.constantFrom({}, { codeChallenge: "a".repeat(43), codeChallengeMethod: "S256" })
      ),
      prepare: () => consentOf(known),
      slow: true
    },
    "authorization.token": {
      request: fc.constantFrom({ grantType: "authorization_code" }, { grantType: "refresh_token" }),
      prepare: ({ grantType }) => (grantType === "refresh_token" ? newTokens(known) : newCode(known)),
      slow: true
    },
    "authorization.revoke": {
      request: fc.record({
        token: text,
        tokenTypeHint: optional(fc.constantFrom("access_token", "refresh_token", "another"))
      }),
      prepare: async () => ({ clientId: (await consentOf(known)).clientId })
    },
    "authorization.me": {
      request: fc.constant({}),
      letIn: async (call) => withBearer(call, (await newTokens(known)).accessToken),
      slow: true
    },
    "authorization.metadata": { request: fc.constant({}) },
    "members.onboard": { request: fc.record({ userId: text, attributes: optional(attributes) }) },
    "members.export": { request: fc.record({ userId: fc.constant(known.userId) }) },
    "members.erase": { request: fc.constant({}), prepare: () => leavingMember(known.one) },
    "members.erasure": { request: fc.constant({}), prepare: () => erasedMember(known, known.one) },
    "members.merge": {
      request: fc.record({ force: optional(fc.boolean()) }),
      prepare: () => twoMembers(known.one)
    },
    "members.list": {
      request: fc.oneof(
        fc.record({ search: optional(text), limit: size }),
        fc.record({
          userIds: fc.array(text.map(encodeURIComponent), { minLength: 1 }).map(String),
          limit: size
        })
      )
    },
    "rules.create": { request: merged(rule, terms, programme) },
    "rules.update": {
      request: merged(
        fc.record({
          id: fc.constant(known.ruleId),
          coinValue: optional(coins),
          condition: optional(text),
          when: optional(fc.oneof(when, fc.constant(null)))
        }),
        programme
      )
    },
    "rules.simulate": {
      request: fc.record({
        rule: merged(
          rule,
          fc.record({
            condition: text,
            status: fc.constant("active"),
            when: fc.record({ activity: fc.constantFrom("order.placed", "visit") })
          }),
          programme
        ),
        from: instantBetween("1970-01-02", "2020-01-01"),
        to: instantBetween("2020-01-02", "9999-01-01")
      })
    },
    "rules.usage": {
      request: fc.record({ status: optional(fc.constantFrom("active", "inactive")), limit: size })
    },
    "statistics.ofPartner": { request: fc.record({ from: optional(fc.constant("2026-01-01")) }) },
    "statistics.ofRule": {
      request: fc.record({ id: fc.constant(known.ruleId), from: optional(fc.constant("2026-01-01")) })
    },
    "coins.liability": { request: fc.record({ at: optional(fc.constant("2026-01-01T00:00:00Z")) }) },
    "rules.list": {
      request: fc.record({
        after: optional(fc.uuid()),
        search: optional(fc.constantFrom("a", "%", "RULE")),
        status: optional(fc.constantFrom("active", "inactive", "archived")),
        type: optional(fc.constantFrom("single", "batched", "combined")),
        limit: size
      })
    },
    "rules.get": { request: fc.record({ id: fc.constant(known.ruleId) }) },
    "rules.progress": {
      request: fc.record({ id: fc.constant(known.ruleId), after: optional(fc.uuid()), limit: size })
    },
    "rules.award": { request: award },
    "rules.awardMany": { request: fc.record({ awards: fc.array(award, { maxLength: 5 }) }) },
    "rules.awards": {
      request: merged(
        fc.record({
          userId: optional(userId),
          ruleName: optional(fc.constant(known.ruleName)),
          state: optional(fc.constantFrom("paid", "counted", "suppressed", "reversed"))
        }),
        listing
      )
    },
    "rules.getAward": {
      request: fc.constant({}),
      prepare: async () => ({ id: (await newAward()).awardId })
    },
    "rules.explain": { request: award.map(({ ruleName, userId }) => ({ ruleName, userId })) },
    "rules.reverse": { request: fc.record({ narration }), prepare: newAward },
    "rules.reverseMany": {
      request: fc.record({ reversals: fc.array(fc.record({ awardId: fc.uuid(), narration })) }),
      prepare: async ({ reversals }) => ({
        reversals: [...(Array.isArray(reversals) ? reversals : []), await newAward()]
      })
    },
    "rules.confirm": { request: fc.constant({}), prepare: newPending },
    "rules.confirmMany": {
      request: fc.record({ confirmations: fc.array(fc.record({ awardId: fc.uuid() })) }),
      prepare: async ({ confirmations }) => ({
        confirmations: [...(Array.isArray(confirmations) ? confirmations : []), await newPending()]
      })
    },
    "activities.record": { request: activity },
    "activities.recordMany": { request: fc.record({ activities: fc.array(activity, { maxLength: 5 }) }) },
    "activities.list": {
      request: fc.record({
        userId: optional(userId),
        type: optional(fc.constantFrom("order.placed", "visit")),
        from: optional(instantBetween("1970-01-02", "2020-01-01")),
        to: optional(instantBetween("2020-01-01", "9999-01-01")),
        after: optional(fc.uuid()),
        limit: size
      })
    },
    "activities.reverse": { request: fc.record({ narration }), prepare: newActivity },
    "boards.points": {
      request: merged(
        fc.record({
          take: size,
          partnerId: optional(fc.constant(known.one.partnerId)),
          userId: optional(userId)
        }),
        whichPage
      )
    },
    "boards.coins": {
      request: merged(
        fc.record({
          limit: size,
          month: optional(
            fc.oneof(fc.constantFrom(...monthNames), fc.integer({ min: 1, max: 12 }).map(String))
          ),
          year: optional(fc.integer({ min: 1970, max: 2999 }).map(String)),
          type: optional(fc.constantFrom("earner", "spender")),
          partnerId: optional(fc.constant(known.one.partnerId)),
          userId: optional(userId)
        }),
        whichPage
      )
    },
    "coins.transfer": { request: fc.record({ userId, coins, metadata: optional(metadata) }) },
    "coins.wallet": { request: fc.record({ userId }) },
    "coins.transactions": { request: fc.record({ userId, page, limit: size }) },
    "coins.search": {
      request: merged(
        fc.record({ userId: optional(userId), type: optional(fc.constantFrom(...WalletKind.literals)) }),
        listing
      )
    },
    "events.list": {
      request: merged(
        fc.oneof(fc.record({ after: optional(fc.uuid()) }), fc.record({ newest: size })),
        fc.record({
          limit: size,
          types: optional(fc.subarray([...eventTypes], { minLength: 1 }).map((types) => types.join(",")))
        })
      )
    },
    "coins.refund": { request: fc.record({ narration }), prepare: newTransfer },
    "coins.refundMany": {
      request: fc.record({ refunds: fc.array(fc.record({ transactionId: fc.uuid(), narration })) }),
      prepare: async ({ refunds }) => ({
        refunds: [...(Array.isArray(refunds) ? refunds : []), await newTransfer()]
      })
    },
    "coins.adjust": { request: adjustment },
    "coins.adjustMany": { request: fc.record({ adjustments: fc.array(adjustment) }) },
    "coins.reverseAdjustment": { request: fc.record({ narration }), prepare: newAdjustment },
    "approvals.list": {
      request: fc.record({
        state: optional(fc.constant("waiting")),
        before: optional(fc.uuid()),
        limit: size
      })
    },
    "approvals.approve": { request: fc.constant({}), prepare: newRequest },
    "approvals.decline": { request: fc.constant({}), prepare: newRequest },
    "webhooks.create": {
      request: fc.record({ url: address, types: optional(types), description: optional(text) }),
      prepare: async () => {
        await known.sql("DELETE FROM rewards_webhook")
        return {}
      }
    },
    "webhooks.list": { request: fc.constant({}) },
    "webhooks.get": { request: fc.constant({}), prepare: newWebhook },
    "webhooks.update": {
      request: fc.record({
        url: optional(address),
        types: optional(fc.oneof(types, fc.constant(null))),
        description: optional(fc.oneof(text, fc.constant(null))),
        status: optional(fc.constantFrom("active", "paused"))
      }),
      prepare: newWebhook
    },
    "webhooks.remove": { request: fc.constant({}), prepare: newWebhook },
    "webhooks.rotate": { request: fc.constant({}), prepare: newWebhook },
    "webhooks.test": { request: fc.constant({}), prepare: newWebhook },
    "webhooks.deliveries": {
      request: fc.record({
        state: optional(fc.constantFrom(...deliveryStates)),
        after: optional(fc.uuid()),
        limit: size
      }),
      prepare: newDelivery
    },
    "webhooks.redeliver": { request: fc.constant({}), prepare: newDelivery }
  }
}
