import assert from "node:assert/strict"
import { Effect } from "effect"
import { keyDigest } from "../../../lib/rewards/idempotency/fingerprint.ts"
import { findAnswers, findBulkAwards } from "../../../lib/rewards/idempotency/StoredAnswer.ts"
import { pendingOf } from "../../../lib/rewards/ledger/Account.ts"
import { afterDue } from "../../../lib/rewards/lots/due.ts"
import { readByIds as readDueByIds, readPage, readSums } from "../../../lib/rewards/lots/dueEntries.ts"
import { selectOverdue } from "../../../lib/rewards/lots/dueSlices.ts"
import { readAllParts, readNextParts } from "../../../lib/rewards/lots/settledWallets.ts"
import {
  findLots,
  findPending,
  readAllLots,
  readAllPending,
  readDuePending,
  readFirstLots,
  readFirstPending,
  readMostLots,
  readMostPending
} from "../../../lib/rewards/lots/storedHoldings.ts"
import { findFirstUserId, readAfter, readByIds, readFound } from "../../../lib/rewards/members/memberList.ts"
import { countActive } from "../../../lib/rewards/rules/activityLimit.ts"
import { findPressing } from "../../../lib/rewards/rules/pressingRows.ts"
import { readFittingRules, searchRules } from "../../../lib/rewards/rules/ruleRows.ts"
import { largestId, smallestId } from "../../../lib/schema/Id.ts"
import { rangeOf } from "../../../lib/schema/Prefix.ts"
import type { Tests } from "../../support/effect.ts"
import { distributed } from "../../support/nodes.ts"
import { neverScans } from "../../support/plan.ts"
import { type Engine, newPartner, onPostgres, raw } from "../../support/world.ts"

const count = 1000
const size = 21
const limits = { aliases: "pmlaif", most: 60 }

export const plans = (it: Tests<Engine>): void => {
  it.live("a wallet reads its own lots and pending awards alone, before and after tables are analyzed", () =>
    Effect.gen(function* () {
      const { awardMany, onboard, partnerId, rule } = yield* newPartner
      yield* rule({ name: "dated", coinsExpire: "P1Y" })
      yield* rule({ name: "waits", coinsExpire: "P1Y", pendingDays: 30 })
      const userIds = Array.from({ length: 200 }, (_, index) => `user ${index}`)
      const [first] = yield* onboard(...userIds)
      for (const ruleName of ["dated", "waits"]) {
        yield* awardMany(userIds.map((userId) => ({ userId, ruleName })))
      }
      assert.ok(first)
      const { id: memberId } = first
      const at = new Date(Date.now() + 60 * 86_400_000)
      const latest = new Date("9999-12-31T23:59:59.999Z")
      const ends = { at, latest, after: afterDue(at), largest: largestId, before: 1000, most: 3, size: 10 }
      const key = { partnerId, memberId, pendingId: pendingOf(memberId), ...ends }
      // The member has two lots, a pending award and two accounts.
      const own = { aliases: "lkpatm", most: 4 }
      const check = Effect.gen(function* () {
        for (const read of [readFirstLots, readAllLots]) {
          yield* neverScans(read, [key], { ...own, index: "rewards_lot_member" })
        }
        yield* neverScans(readMostLots, [key], own)
        yield* neverScans(selectOverdue, [key], own)
        yield* neverScans(readSums, [key], own)
        yield* neverScans(readPage, [key], own)
        for (const read of [readNextParts, readAllParts]) yield* neverScans(read, [key], own)
        yield* neverScans(findLots, [{ partnerId, memberId, expiresAt: at }], own)
        yield* neverScans(findPending, [{ partnerId, id: memberId }], own)
        const entry = {
          id: memberId,
          at,
          before: at,
          after: afterDue(at),
          smallest: smallestId,
          earliest: at
        }
        yield* neverScans(readDueByIds, [{ partnerId, ...entry }], own)
      })
      // Without statistics, PostgreSQL may find pending awards by the primary key, whose cost is then the same.
      const checkPending = Effect.gen(function* () {
        for (const read of [readFirstPending, readDuePending, readAllPending]) {
          yield* neverScans(read, [key], { ...own, index: "rewards_pending_member" })
        }
        yield* neverScans(readMostPending, [key], own)
      })
      // Workers of Citus plan without `force_generic_plan`. For a small table without statistics, all ways to use an index then cost the same.
      if (!distributed) yield* check
      if (yield* onPostgres) yield* raw("ANALYZE")
      yield* check
      yield* checkPending
    })
  )

  it.live("a page of rules with filters reads no more than the partner's rules", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* newPartner, yield* newPartner]
      for (const index of Array.from({ length: 50 }).keys()) {
        for (const { rule } of [one, other]) yield* rule({ name: `rule ${index}` })
      }
      if (yield* onPostgres) yield* raw("ANALYZE")
      const { partnerId } = one
      const page = { partnerId, after: smallestId, largest: largestId, size: 10 }
      for (const status of [null, "active", "inactive", "archived"]) {
        for (const type of [null, "single"]) {
          for (const pattern of [null, "%rule 4%"]) {
            const filters = {
              hasStatus: status !== null && status !== "archived",
              hasType: type !== null,
              hasSearch: pattern !== null
            }
            yield* neverScans(
              searchRules(filters),
              [{ ...page, archived: status === "archived", status, type, pattern }],
              {
                aliases: "xon",
                most: 50
              }
            )
          }
        }
      }
      const at = new Date()
      yield* neverScans(findPressing, [{ partnerId, at, soon: at, size: 10 }], {
        aliases: "ow",
        most: 50
      })
      const { data } = yield* one.rules.list({ partnerId, limit: 10 })
      const ids = data.map(({ id }, place) => ({ partnerId, id, place }))
      yield* neverScans(readFittingRules, ids, { aliases: "src", most: 50 })
    })
  )

  it.live("the rules of an activity are counted without reading other rules", () =>
    Effect.gen(function* () {
      const { partnerId, rule } = yield* newPartner
      for (const index of Array.from({ length: 50 }).keys()) {
        yield* rule({ name: `rule ${index}`, when: index < 40 ? null : { activity: `type.${index % 5}` } })
      }
      if (yield* onPostgres) yield* raw("ANALYZE")
      // Workers of Citus plan without `force_generic_plan`. For a table of one page, they read the 10 rules of all activities.
      const most = distributed ? 10 : 2
      yield* neverScans(countActive, [{ partnerId, activity: "type.3" }], { aliases: "c", most })
    })
  )

  it.live("the answer to a repeated key is found by its own rows alone", () =>
    Effect.gen(function* () {
      const { award, awardMany, onboard, partnerId, rule } = yield* newPartner
      yield* rule()
      const userIds = Array.from({ length: 100 }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      yield* awardMany(userIds.map((userId) => ({ userId, ruleName: "signup" })))
      const { id } = yield* award("user 0", "signup", { idempotencyKey: "first" })
      if (yield* onPostgres) yield* raw("ANALYZE")
      const own = { aliases: "iacvt", most: 10 }
      yield* neverScans(findAnswers, [{ partnerId, key: keyDigest(partnerId, "first") }], own)
      yield* neverScans(findBulkAwards, [{ partnerId, id }], own)
    })
  )

  it.live("a page of members reads about as many rows as it has, in every place", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* newPartner, yield* newPartner]
      const userIds = Array.from({ length: count }, (_, index) => `user ${String(index).padStart(4, "0")}`)
      const members = yield* one.onboard(...userIds)
      yield* other.onboard(...userIds)
      if (yield* onPostgres) yield* raw("ANALYZE")

      const { partnerId } = one
      const some = members.filter((_, index) => index % 300 === 0).map(({ id }) => id)
      yield* neverScans(
        readByIds,
        some.map((id) => ({ partnerId, id })),
        limits
      )
      for (const after of some) yield* neverScans(readAfter, [{ partnerId, after, size }], limits)
      for (const search of ["user", "user 05", "user 0500", "another"]) {
        const { from: prefix, until } = rangeOf(search)
        for (const shown of ["", "user 0500", "user 0999"]) {
          yield* neverScans(
            readFound,
            [{ partnerId, prefix, until, starts: shown || prefix, shown, size }],
            limits
          )
        }
        for (const memberId of some) {
          yield* neverScans(findFirstUserId, [{ partnerId, memberId, prefix, until }], limits)
        }
      }
    })
  )
}
