import assert from "node:assert/strict"
import { SqlError } from "@effect/sql/SqlError"
import { Arbitrary, FastCheck as fc, type Schema } from "effect"
import * as AccountsErrors from "../../lib/accounts/Errors.ts"
import { Failure } from "../../lib/http/failure.ts"
import { type FailureData, openRewards, RewardsError } from "../../lib/index.ts"
import { driverVersions, openingFailure } from "../../lib/open/engine.ts"
import { errorOf } from "../../lib/open/promised.ts"
import * as RewardsErrors from "../../lib/rewards/Errors.ts"
import { InvalidInput } from "../../lib/schema/Input.ts"
import { CannotDistribute } from "../../lib/sql/Distribution.ts"
import * as SqlErrors from "../../lib/sql/Errors.ts"
import { DatabaseTooNew, MissingRights } from "../../lib/sql/Migrations.ts"
import { CannotGrant } from "../../lib/sql/Roles.ts"
import * as WebhooksErrors from "../../lib/webhooks/Errors.ts"
import manifest from "../../package.json" with { type: "json" }
import { describe, it } from "../support/effect.ts"

/** Compiles only while the tag narrows the data. */
const detail = (data: FailureData): string => {
  switch (data._tag) {
    case "InsufficientCoins":
      return `${data.have} of ${data.need}`
    case "InvalidInput":
      return data.faults.map(({ field }) => field).join(", ")
    case "EmailTaken":
      return data.email
    default:
      return data._tag
  }
}

describe("the one list of errors", () => {
  it("encodes any error of any class that an Errors.ts exports, to plain JSON with its tag", () => {
    const toError = errorOf(Failure)
    const encoded = (failure: Failure): string => {
      const { data } = toError(failure)
      assert.equal(data._tag, failure._tag)
      assert.deepEqual(JSON.parse(JSON.stringify(data)), data)
      return data._tag
    }
    const classes: Readonly<Record<string, Schema.Schema.AnyNoContext & { readonly Type: Failure }>> = {
      ...AccountsErrors,
      ...RewardsErrors,
      ...SqlErrors,
      ...WebhooksErrors,
      CannotDistribute,
      CannotGrant,
      DatabaseTooNew,
      InvalidInput,
      MissingRights
    }
    // Each class by itself: of the whole union, some would come so seldom that a sample can miss them.
    for (const [name, each] of Object.entries(classes)) {
      for (const failure of fc.sample(Arbitrary.make(each), 50)) {
        assert.equal(encoded(failure), name)
      }
    }
    for (const failure of fc.sample(Arbitrary.make(Failure), 2000)) {
      assert.ok(encoded(failure) in classes, `${failure._tag} is exported by no Errors.ts`)
    }
  })

  it("makes each an error with the message, the tag and the data, and says which may succeed later", () => {
    const toError = errorOf(Failure)
    const taken = toError(new AccountsErrors.EmailTaken({ email: "ada@shop.example" }))
    assert.deepEqual(taken.data, { _tag: "EmailTaken", email: "ada@shop.example" })
    assert.match(taken.message, /^email ada@shop\.example is already taken/)
    const full = toError(new RewardsErrors.QueueFull({ capacity: 8 }))
    assert.deepEqual([taken.retryable, full.retryable, full._tag], [false, true, "QueueFull"])
  })

  it("lets the host tell them apart by error.data._tag", async () => {
    const rewards = await openRewards({ database: "sqlite::memory:", accounts: true })
    const { id: partnerId } = await rewards.partners.register({ name: "Shop" })
    await rewards.members.onboard({ partnerId, userId: "ada" })
    const details = await Promise.all(
      [
        rewards.transfers.transfer({ partnerId, userId: "ada", coins: "7.25" }),
        rewards.awards.award({ partnerId, userId: "", ruleName: "visit" }),
        rewards.sessions.check("nothing")
      ].map((call: Promise<unknown>) =>
        call.then(
          () => "no failure",
          (error: unknown) => (error instanceof RewardsError ? detail(error.data) : String(error))
        )
      )
    )
    assert.deepEqual(details, ["0 of 7.25", "userId", "Unauthorized"])
    await rewards.close()
  })
})

describe("a driver that is not installed", () => {
  const messageOf = (cause: string): string =>
    openingFailure(new SqlError({ cause: new Error(cause), message: "no connection" })).message

  it("is named, in the versions that fit", () => {
    const wanted =
      'database needs the package @effect/sql-pg: install "@effect/sql-pg@^0.50.3" beside laurel-rewards'
    assert.equal(messageOf("Cannot find package '@effect/sql-pg' imported from /app/url.js"), wanted)
    assert.equal(messageOf("Cannot find module '@effect/sql-pg/PgClient' from '/app/url.js'"), wanted)
    assert.match(messageOf("Cannot find package 'other' from '/app/url.js'"), /install "other" beside/)
    assert.match(messageOf("refused"), /no connection/)
    assert.doesNotMatch(messageOf('"postgres://ann:secret@x" is no URL'), /secret/)
  })

  it("is one of the optional peers, in the range that package.json states", () => {
    const { peerDependencies, peerDependenciesMeta } = manifest
    const optional = Object.entries(peerDependencies).filter(([name]) => name in peerDependenciesMeta)
    assert.deepEqual(driverVersions, Object.fromEntries(optional))
  })
})
