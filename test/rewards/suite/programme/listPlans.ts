import { Effect } from "effect"
import { searchAwards } from "../../../../lib/rewards/awards/awardList.ts"
import { readAwards } from "../../../../lib/rewards/awards/listedAwards.ts"
import { countSteps } from "../../../../lib/rewards/commands/CommandWriter/undo.ts"
import { countOfMember, countOfRule, findWindows } from "../../../../lib/rewards/limits/storedCounters.ts"
import { windowSize } from "../../../../lib/rewards/listStatements.ts"
import { listRow } from "../../../../lib/rewards/lists.ts"
import { afterDue } from "../../../../lib/rewards/lots/due.ts"
import { readFittingTexts } from "../../../../lib/rewards/texts/fittingTexts.ts"
import {
  readSubjects,
  readTransactions,
  searchTransactions
} from "../../../../lib/rewards/transfers/transactions.ts"
import type { Tests } from "../../../support/effect.ts"
import { neverScans } from "../../../support/plan.ts"
import { onPostgres, raw } from "../../../support/world.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const members = 1500

/** No part of a plan may read more than a fraction of the awards. */
const limits = { aliases: "atvxcmlbswpe", most: 400 }

/** A search reads at most a window, although there are twice as many awards. */
const ofWindow = { ...limits, most: windowSize }

export const listPlans = (it: Tests<ProgrammeEngine>): void => {
  it.live("no list of awards or transactions scans, whatever its filters", () =>
    Effect.gen(function* () {
      const { award, awardMany, awards, later, now, onboard, partnerId, reverse, rule, transfer } =
        yield* newProgramme
      const { id: ruleId } = yield* rule({ maxNumberOfParticipant: members })
      yield* rule({ name: "pair", type: "batched", completionNumber: 2 })
      const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
      for (const from of [0, members / 2]) {
        const some = userIds.slice(from, from + members / 2)
        yield* onboard(...some)
        const given = { ruleName: "signup", metadata: { every: "award" } }
        yield* awardMany(some.map((userId) => ({ userId, ruleName: "signup", metadata: { shop: userId } })))
        // One member has very many awards.
        yield* awardMany(some.map(() => ({ userId: "user 8", ...given })))
      }
      const since = now()
      later(48)
      // A few of everything else, among many payments.
      const [member] = yield* onboard("user 7")
      const { id: awardId } = yield* award("user 7")
      yield* award("user 7", "pair")
      yield* transfer("user 7", 1)
      yield* reverse(awardId)
      if (yield* onPostgres) yield* raw("ANALYZE")

      const [busy] = yield* onboard("user 8")
      const one = { metadataKey: "shop", metadataValue: "user 7" }
      const every = { metadataKey: "every", metadataValue: "award" }
      const cases = [
        { memberId: member?.id ?? "", listing: one },
        { memberId: busy?.id ?? "", listing: every }
      ]
      const noneDue = { start: null, due: 0, dueBefore: afterDue(now()) }
      const spans = [{}, { from: new Date(since.getTime() + 1000) }, { to: since }]
      for (const [{ listing, memberId }, span] of cases.flatMap((each) =>
        spans.map((span) => [each, span] as const)
      )) {
        const columns = { partnerId, memberId, ...listRow({ limit: 20, ...listing, ...span }) }
        const timed = Object.keys(span).length > 0
        for (const state of [undefined, "paid", "pending", "counted", "suppressed", "reversed"] as const) {
          for (const choice of [0, 1, 2, 3, 4, 5, 6, 7]) {
            const [isOfMember, isOfRule, hasMetadata] = [1, 2, 4].map((bit) => (choice & bit) !== 0)
            const filter = {
              member: isOfMember === true,
              merged: false,
              rule: isOfRule === true,
              metadata: hasMetadata === true,
              timed,
              state
            }
            yield* neverScans(searchAwards(filter), [{ ...columns, ruleId, ordinal: 0, at: now() }], ofWindow)
          }
        }
        const kinds = [
          undefined,
          "award",
          "user_partner_transfer",
          "award_reversal",
          "user_partner_refund",
          "maturity",
          "expiry"
        ] as const
        for (const kind of kinds) {
          for (const isOfMember of [false, true]) {
            for (const metadata of [false, true]) {
              const filter = { member: isOfMember, merged: false, metadata, timed, kind }
              yield* neverScans(
                searchTransactions(filter),
                [{ ...columns, ...noneDue, after: null }],
                ofWindow
              )
            }
          }
        }
      }
      const { data } = yield* awards.list({ partnerId, limit: 20 })
      const page = data.map(({ id }) => ({ partnerId, id }))
      const texts = data.map(({ id }, place) => ({ partnerId, recordId: id, place, room: 250_000 }))
      yield* neverScans(readAwards, page, limits)
      yield* neverScans(readTransactions, page, limits)
      yield* neverScans(readSubjects, page, limits)
      yield* neverScans(readFittingTexts, texts, limits)
    })
  )

  it.live("no look at a counter or a cycle scans", () =>
    Effect.gen(function* () {
      const { awardMany, later, now, onboard, partnerId, rule } = yield* newProgramme
      const { id: ruleId } = yield* rule({
        maxNumberOfParticipant: members,
        limits: [{ per: "member", period: "day", awards: 1 }]
      })
      const userIds = Array.from({ length: 1000 }, (_, index) => `user ${index}`)
      const [first] = yield* onboard(...userIds)
      yield* awardMany(userIds.map((userId) => ({ userId, ruleName: "signup" })))
      later(48)
      if (yield* onPostgres) yield* raw("ANALYZE")
      const startsAt = new Date(now().getTime() - 3_600_000)
      const key = { partnerId, ruleId }
      const memberId = first?.id ?? ""
      yield* neverScans(
        findWindows,
        [{ ...key, subjectId: memberId, generation: 0, period: "day", startsAt, asked: 0 }],
        limits
      )
      const { since: firstId } = listRow({ from: startsAt, limit: 1 })
      const window = { ...key, startsAt, endsAt: null, firstId, asked: 0 }
      yield* neverScans(countOfMember, [{ ...window, memberId }], limits)
      yield* neverScans(countOfRule, [window], limits)
      yield* neverScans(countSteps, [{ ...key, memberId }], limits)
    })
  )
}
