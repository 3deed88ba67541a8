// Valid requests for every endpoint of the contract, generated.
import { FastCheck as fc } from "effect"
import { monthNames } from "../../lib/domain/Board.ts"
import { partnerBody, password, userBody } from "./people.ts"

/** What a request can be about, made before. */
export interface Known {
  readonly partnerId: string
  readonly email: string
  readonly ruleId: string
  readonly ruleName: string
  readonly userId: string
}

type Request = fc.Arbitrary<Readonly<Record<string, unknown>>>

const optional = <A>(value: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.option(value, { nil: undefined })

/** Any text that a database can keep, with something other than white space in it. */
const text = fc.fullUnicodeString({ maxLength: 30 }).map((value) => `x${value.replaceAll("\0", "")}`)
const unique = fc.uuid().map((id) => id.replaceAll("-", ""))
const name = fc.tuple(unique, text).map(([id, rest]) => ` ${id} ${rest}`)

/** A number in either of the two forms in which the interface takes numbers. */
const either = (value: fc.Arbitrary<number>) =>
  fc.tuple(value, fc.boolean()).map(([number, asText]) => (asText ? String(number) : number))

const count = either(fc.integer({ min: 1, max: 1_000_000 }))
const coins = either(fc.integer({ min: 1, max: 10_000_000 }).map((units) => units / 10_000))
const limit = either(fc.oneof(fc.constant(-1), fc.integer({ min: 1, max: 1000 })))
const status = fc.constantFrom("active", "inactive")
const page = optional(fc.integer({ min: 1, max: 50 }).map(String))
const size = optional(fc.integer({ min: 1, max: 100 }).map(String))

const subRules = fc.array(fc.record({ name, condition: text, status: optional(fc.constant("active")) }), {
  minLength: 1,
  maxLength: 3
})

const rule = fc.record({
  name,
  coinValue: coins,
  maxNumberOfParticipant: count,
  status: optional(status),
  completionNumber: optional(count),
  userLimitAward: optional(limit)
})
const terms = fc.oneof(
  fc.record({ type: optional(fc.constantFrom("single", "batched")), condition: text }),
  fc.record({ type: fc.constant("combined"), condition: optional(text), rules: subRules })
)

const address = unique.map((word) => `https://${word}.example/return?x=1`)
const email = unique.map((word) => `${word}@Example.org`)

const partner = fc.record({
  applicationName: text,
  partnerName: text,
  email,
  redirectUrl: address,
  webRedirectUrl: optional(address),
  mobileRedirectUrl: optional(unique.map((word) => `app://${word}`)),
  userDetailsUrl: address
})

const user = fc.record({
  email,
  fullname: text,
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

/** A generator for each endpoint; the contract's test fails for one that is missing. */
export const requests = (known: Known): Readonly<Record<string, Request>> => {
  const userId = fc.constant(known.userId)
  const whichPage = fc.oneof(fc.record({ page }), fc.record({ around: userId }))
  const award = fc.record({
    userId,
    ruleName: fc.constantFrom(known.ruleName, ` ${known.ruleName.toUpperCase()} `),
    narration: optional(fc.oneof(text, fc.constant(null)))
  })
  const passwords = fc.constant({ password: partnerBody.password, confirmPassword: partnerBody.password })
  const userPasswords = fc.constant({ password: userBody.password, confirmPassword: userBody.password })
  const merged = (...parts: ReadonlyArray<Request>): Request =>
    fc.tuple(...parts).map((each) => Object.assign({}, ...each))
  return {
    "partners.onboard": merged(partner, passwords),
    "partners.login": fc.constant({ email: known.email, password }),
    "users.create": merged(user, userPasswords),
    "members.onboard": fc.record({ userId: text }),
    "rules.create": merged(rule, terms),
    "rules.update": fc.record({
      id: fc.constant(known.ruleId),
      coinValue: optional(coins),
      condition: optional(text)
    }),
    "rules.list": fc.record({ after: optional(fc.uuid()), limit: size }),
    "rules.award": award,
    "rules.awardMany": fc.record({ awards: fc.array(award, { maxLength: 5 }) }),
    "rules.awards": fc.record({
      userId: optional(userId),
      ruleName: optional(fc.constant(known.ruleName)),
      before: optional(fc.uuid()),
      limit: size
    }),
    "boards.points": merged(
      fc.record({
        take: size,
        partnerId: optional(fc.constant(known.partnerId)),
        userId: optional(userId)
      }),
      whichPage
    ),
    "boards.coins": merged(
      fc.record({
        limit: size,
        month: optional(
          fc.oneof(fc.constantFrom(...monthNames), fc.integer({ min: 1, max: 12 }).map(String))
        ),
        year: optional(fc.integer({ min: 1970, max: 2999 }).map(String)),
        type: optional(fc.constantFrom("earner", "spender")),
        partnerId: optional(fc.constant(known.partnerId)),
        userId: optional(userId)
      }),
      whichPage
    ),
    "coins.transfer": fc.record({ userId, coins }),
    "coins.wallet": fc.record({ userId }),
    "coins.transactions": fc.record({ userId, page, limit: size })
  }
}
