import type { Award, Event } from "../../contract.ts"
import { exact } from "../../parts/numbers.ts"

/** Something that happened, as a sentence: the subject is a link, the words read on from it. */
export interface Happening {
  /** The same for an award of the list and for the event of that award. */
  readonly key: string
  readonly at: string
  readonly subject: { readonly kind: "member" | "rule"; readonly id: string; readonly name: string }
  readonly words: string
  /** What it came to: coins, or a word. */
  readonly result: string
  readonly isGain: boolean
}

type Sentence = Pick<Happening, "words" | "result"> & { readonly isGain?: boolean }

const ofMember = (
  key: string,
  at: string,
  userId: string,
  { isGain = false, ...rest }: Sentence
): Happening => ({
  key,
  at,
  subject: { kind: "member", id: userId, name: userId },
  isGain,
  ...rest
})

type AwardFields = Pick<Award, "id" | "userId" | "ruleName" | "coins" | "createdAt">

const awarded = (award: AwardFields, state: Exclude<Award["state"], "reversed">): Happening => {
  const { coins, createdAt, id, ruleName, userId } = award
  const sentences: Readonly<Record<typeof state, Sentence>> = {
    paid: { words: `was paid for ${ruleName}`, result: `+${exact(coins)}`, isGain: true },
    counted: { words: `met ${ruleName}`, result: "counted" },
    suppressed: { words: `met ${ruleName} at a limit`, result: "not paid" }
  }
  return ofMember(id, createdAt, userId, sentences[state])
}

const reversed = ({ coins, id, ruleName, userId }: AwardFields, at: string): Happening =>
  ofMember(`${id} reversed`, at, userId, {
    words: `had ${ruleName} reversed`,
    result: Number(coins) === 0 ? "" : `−${exact(coins)}`
  })

/** What the list says of an award: that it was made, and that it was reversed where it was. */
export const ofAward = (award: Award): ReadonlyArray<Happening> => {
  const { awarded: hasPaid, reversedAt, state } = award
  if (state !== "reversed") return [awarded(award, state)]
  const made = awarded(award, hasPaid ? "paid" : "counted")
  return reversedAt === null ? [made] : [made, reversed(award, reversedAt)]
}

const lacks = { participants: "no places", awards: "no payments", coins: "no coins" } as const

export const ofEvent = (event: Event): Happening => {
  const { createdAt: at, id: key } = event
  const ofRule = (id: string, name: string, words: string, result = ""): Happening => ({
    key,
    at,
    subject: { kind: "rule", id, name },
    words,
    result,
    isGain: false
  })
  switch (event.type) {
    case "award.paid":
      return awarded(event.data, "paid")
    case "award.counted":
      return awarded(event.data, "counted")
    case "award.suppressed":
      return awarded(event.data, "suppressed")
    case "award.reversed":
      return reversed(event.data, event.data.reversal.createdAt)
    case "coins.transferred":
      return ofMember(key, at, event.data.userId, {
        words: "returned coins",
        result: `−${exact(event.data.coins)}`
      })
    case "coins.refunded":
      return ofMember(key, at, event.data.userId, {
        words: "was refunded",
        result: `+${exact(event.data.coins)}`,
        isGain: true
      })
    case "member.onboarded":
      return ofMember(key, at, event.data.userId, { words: "became a member", result: "" })
    case "member.linked":
      return ofMember(key, at, event.data.userId, { words: "was linked to a user", result: "" })
    case "rule.created":
      return ofRule(event.data.id, event.data.name, "is a new rule")
    case "rule.updated":
      return ofRule(event.data.id, event.data.name, "was changed")
    case "rule.exhausted": {
      const { max, measure, ruleId, ruleName, used } = event.data
      return ofRule(ruleId, ruleName, `has ${lacks[measure]} left`, `${exact(used)} of ${exact(max)}`)
    }
  }
}

/** More than are shown: what comes while the reader looks at the list waits. */
const most = 100

const descending = (one: string, other: string): number => (one < other ? 1 : one > other ? -1 : 0)

/** Both in one list, each once, the newest first. */
export const merged = (
  known: ReadonlyArray<Happening>,
  more: ReadonlyArray<Happening>
): ReadonlyArray<Happening> =>
  [...new Map([...known, ...more].map((each) => [each.key, each])).values()]
    .toSorted((one, other) => descending(one.at, other.at) || descending(one.key, other.key))
    .slice(0, most)
