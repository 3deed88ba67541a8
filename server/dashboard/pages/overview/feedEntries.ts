import type { Award, Event } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"
import { overview as words } from "../../words/common.ts"
import { language, locales } from "../../words/language.ts"

/** Words of the dashboard, and names and texts that people entered. */
export type FeedWords = ReadonlyArray<string | { readonly name: string }>

/** One line of the feed. The subject is a link, and the words read on from it. */
export interface FeedEntry {
  /** An award and the event of that award have the same key. */
  readonly key: string
  readonly at: string
  readonly subject: { readonly kind: "member" | "rule"; readonly id: string; readonly name: string }
  readonly words: FeedWords
  /** Coins, or a word such as "counted". */
  readonly result: string
  readonly isGain: boolean
  /** Who ordered it; null if nobody is named. */
  readonly by: string | null
}

interface Sentence {
  readonly words: string | FeedWords
  readonly result: string
  readonly isGain?: boolean
}

const listed = (said: string | FeedWords): FeedWords => (typeof said === "string" ? [said] : said)

const ofMember = (
  key: string,
  at: string,
  userId: string,
  { isGain = false, result, words: said }: Sentence
): FeedEntry => ({
  key,
  at,
  subject: { kind: "member", id: userId, name: userId },
  isGain,
  by: null,
  words: listed(said),
  result
})

type AwardFields = Pick<Award, "id" | "userId" | "ruleName" | "coins" | "createdAt" | "maturesAt">

const awarded = (award: AwardFields, state: "paid" | "counted" | "suppressed"): FeedEntry => {
  const { coins, createdAt, id, maturesAt, ruleName, userId } = award
  // The line stays the same after the coins have matured, because the event stays the same.
  const paid = maturesAt === null ? words.paidFor : words.paidPending
  const rule = { name: ruleName }
  const sentences: Readonly<Record<typeof state, Sentence>> = {
    paid: { words: paid(rule), result: `+${exact(coins)}`, isGain: true },
    counted: { words: words.met(rule), result: words.counted },
    suppressed: { words: words.metAtLimit(rule), result: words.unpaid }
  }
  return ofMember(id, createdAt, userId, sentences[state])
}

const reversed = ({ coins, id, ruleName, userId }: AwardFields, at: string): FeedEntry =>
  ofMember(`${id} reversed`, at, userId, {
    words: words.hadReversed({ name: ruleName }),
    result: Number(coins) === 0 ? "" : `−${exact(coins)}`
  })

const partlyReversed = ({ data, id }: Extract<Event, { readonly type: "award.reversed" }>): FeedEntry =>
  ofMember(id, data.reversal.createdAt, data.userId, {
    words: words.hadPartReversed({ name: data.ruleName }),
    result: Number(data.reversal.coins) === 0 ? words.none : `−${exact(data.reversal.coins)}`
  })

/**
 * The lines of an award: one for the award, and one for its reversal if there is one. Only events show partial reversals.
 */
export const entriesOfAward = (award: Award): ReadonlyArray<FeedEntry> => {
  const { awarded: hasPaid, reversedAt, state } = award
  const made = awarded(award, hasPaid ? "paid" : state === "suppressed" ? "suppressed" : "counted")
  const named = { ...made, by: award.orderedBy?.name ?? null }
  return reversedAt === null ? [named] : [named, reversed(award, reversedAt)]
}

const lacks = { participants: words.noPlacesLeft, awards: words.noPaymentsLeft, coins: words.noCoinsLeft }

/** The last day on which coins are valid: they expire at its end. */
const lastDay = (expiresAt: string): string =>
  new Date(Date.parse(expiresAt) - 1).toLocaleDateString(locales[language].dates, {
    day: "numeric",
    month: "short",
    year: "numeric"
  })

export const entryOfEvent = (event: Event): FeedEntry => ({
  ...sentenceOf(event),
  by: event.orderedBy?.name ?? null
})

const sentenceOf = (event: Event): FeedEntry => {
  const { createdAt: at, id: key } = event
  const ofRule = (id: string, name: string, said: string, result = ""): FeedEntry => ({
    key,
    at,
    subject: { kind: "rule", id, name },
    words: listed(said),
    result,
    isGain: false,
    by: null
  })
  switch (event.type) {
    case "award.paid":
      return awarded(event.data, "paid")
    case "award.counted":
      return awarded(event.data, "counted")
    case "award.suppressed":
      return awarded(event.data, "suppressed")
    case "award.reversed":
      return event.data.state === "partly_reversed"
        ? partlyReversed(event)
        : reversed({ ...event.data, coins: event.data.reversal.coins }, event.data.reversal.createdAt)
    case "award.matured":
      return ofMember(key, event.data.createdAt, event.data.userId, {
        words: words.canSpend,
        result: `+${exact(event.data.coins)}`,
        isGain: true
      })
    case "coins.expiring":
      return ofMember(key, at, event.data.userId, {
        words: words.hasUntil(lastDay(event.data.expiresAt)),
        result: exact(event.data.coins)
      })
    case "coins.expired":
      return ofMember(key, event.data.createdAt, event.data.userId, {
        words: words.hadExpire,
        result: `−${exact(event.data.coins)}`
      })
    case "coins.transferred":
      return ofMember(key, at, event.data.userId, {
        words: words.redeemed,
        result: `−${exact(event.data.coins)}`
      })
    case "coins.refunded":
      return ofMember(key, at, event.data.userId, {
        words: words.refunded,
        result: `+${exact(event.data.coins)}`,
        isGain: true
      })
    case "coins.adjusted":
    case "coins.adjustment_reversed": {
      const isGain = event.data.debitOrCredit === "CR"
      return ofMember(key, at, event.data.userId, {
        words:
          event.type === "coins.adjustment_reversed"
            ? words.hadAdjustmentReversed
            : event.data.reason === null
              ? words.hadAdjusted
              : words.hadAdjustedFor({ name: event.data.reason }),
        result: `${isGain ? "+" : "−"}${exact(event.data.coins)}`,
        isGain
      })
    }
    case "approval.requested":
      return ofMember(key, at, event.data.userId, {
        words: words.adjustmentWaits,
        result: exact(event.data.coins)
      })
    case "approval.approved":
      return ofMember(key, at, event.data.userId, {
        words: words.adjustmentApproved,
        result: exact(event.data.coins)
      })
    case "approval.declined":
      return ofMember(key, at, event.data.userId, { words: words.adjustmentDeclined, result: "" })
    case "activity.recorded":
      return ofMember(key, at, event.data.userId, { words: words.did({ name: event.data.type }), result: "" })
    case "activity.reversed":
      return ofMember(key, at, event.data.userId, { words: words.activityReversed, result: "" })
    case "member.onboarded":
      return ofMember(key, at, event.data.userId, { words: words.becameMember, result: "" })
    case "member.linked":
      return ofMember(key, at, event.data.userId, { words: words.linked, result: "" })
    case "member.erased":
      return ofMember(key, at, event.data.userId, { words: words.erased, result: "" })
    case "member.merged":
      return ofMember(key, at, event.data.userId, {
        words: words.merged({ name: event.data.mergedUserId }),
        result: Number(event.data.coins) === 0 ? "" : `+${exact(event.data.coins)}`,
        isGain: true
      })
    case "rule.created":
      return ofRule(event.data.id, event.data.name, words.ruleCreated)
    case "rule.updated":
      return ofRule(event.data.id, event.data.name, words.ruleChanged)
    case "rule.exhausted": {
      const { max, measure, ruleId, ruleName, used } = event.data
      return ofRule(ruleId, ruleName, lacks[measure], `${exact(used)} of ${exact(max)}`)
    }
  }
}

/** More than are shown, since new lines wait while the reader uses the list. */
const most = 100

const descending = (one: string, other: string): number => (one < other ? 1 : one > other ? -1 : 0)

/** Merges two lists without duplicates, newest first. */
export const mergedEntries = (
  known: ReadonlyArray<FeedEntry>,
  more: ReadonlyArray<FeedEntry>
): ReadonlyArray<FeedEntry> =>
  [...new Map([...known, ...more].map((each) => [each.key, each])).values()]
    .toSorted((one, other) => descending(one.at, other.at) || descending(one.key, other.key))
    .slice(0, most)
