// Requests of a partner's program, each with an idempotency key, and what their answers mean for the coins.
import type { Random } from "../../../server/cli/demo/random.ts"

export type Kind = "award" | "bulk" | "transfer" | "reverse" | "refund"

export interface Order {
  readonly kind: Kind
  readonly key: string
  readonly path: string
  readonly body: object
  /** How many records carry the key in the database once it has had its effect. */
  readonly records: number
  /** Whose wallet an order that undoes something moves: its answer does not name the user. */
  readonly userId?: string
}

/** A record that can be undone. */
export interface Undoable {
  readonly id: string
  readonly userId: string
}

/** What the answer to an order said: the records that it made, and what it did to wallets. */
export interface Effects {
  readonly awards: ReadonlyArray<Undoable>
  readonly transfers: ReadonlyArray<Undoable>
  readonly reversals: ReadonlyArray<string>
  readonly moves: ReadonlyArray<{ readonly userId: string; readonly coins: number }>
}

export const rules = {
  visit: { coinValue: 3, type: "single" },
  stamp: { coinValue: 10, type: "batched", completionNumber: "3" }
} as const
export type RuleName = keyof typeof rules

type Data = Readonly<Record<string, unknown>>

/** Marks the records of an order in the database, apart from the idempotency key. */
const marked = (key: string) => ({ metadata: { order: key } })

export const award = (key: string, userId: string, ruleName: RuleName): Order => ({
  kind: "award",
  key,
  path: "/laas/rules/award",
  body: { userId, ruleName, ...marked(key) },
  records: 1
})

export const bulk = (key: string, userIds: ReadonlyArray<string>, ruleName: RuleName): Order => ({
  kind: "bulk",
  key,
  path: "/laas/rules/awards",
  body: { awards: userIds.map((userId) => ({ userId, ruleName, ...marked(key) })) },
  records: userIds.length
})

export const transfer = (key: string, userId: string, coins: number): Order => ({
  kind: "transfer",
  key,
  path: "/laas/coins/transfer-from-user-wallet",
  body: { userId, coins, ...marked(key) },
  records: 1
})

export const reverse = (key: string, { id: awardId, userId }: Undoable): Order => ({
  kind: "reverse",
  key,
  path: "/laas/rules/award/reverse",
  body: { awardId, narration: key },
  records: 1,
  userId
})

export const refund = (key: string, { id: transactionId, userId }: Undoable): Order => ({
  kind: "refund",
  key,
  path: "/laas/coins/refund",
  body: { transactionId, narration: key },
  records: 1,
  userId
})

/** An order by chance. It may undo one of the records that are given, and needs none. */
export const anyOrder = (
  key: string,
  random: Random,
  userIds: readonly [string, ...ReadonlyArray<string>],
  undoable: { readonly award: Undoable | undefined; readonly transfer: Undoable | undefined }
): Order => {
  const dice = random.next()
  const [userId, ruleName] = [random.pick(userIds), random.pick<RuleName>(["visit", "stamp"])]
  if (dice < 0.1) {
    return bulk(
      key,
      Array.from({ length: 2 + random.below(8) }, () => random.pick(userIds)),
      ruleName
    )
  }
  if (dice < 0.4) return transfer(key, userId, 1 + random.below(4))
  if (dice < 0.45 && undoable.award !== undefined) return reverse(key, undoable.award)
  if (dice < 0.5 && undoable.transfer !== undefined) return refund(key, undoable.transfer)
  return award(key, userId, ruleName)
}

const none: Effects = { awards: [], transfers: [], reversals: [], moves: [] }

const undoable = (data: Data): Undoable => ({ id: String(data.id), userId: String(data.userId) })

const ofAward = (data: Data): Effects => ({
  ...none,
  awards: [undoable(data)],
  moves: data.awarded
    ? [{ userId: String(data.userId), coins: rules[data.ruleName as RuleName].coinValue }]
    : []
})

const together = (all: ReadonlyArray<Effects>): Effects => ({
  awards: all.flatMap(({ awards }) => awards),
  transfers: all.flatMap(({ transfers }) => transfers),
  reversals: all.flatMap(({ reversals }) => reversals),
  moves: all.flatMap(({ moves }) => moves)
})

export const effectsOf = (order: Order, data: Data): Effects => {
  const back = (sign: 1 | -1): Effects => ({
    ...none,
    reversals: [String(data.id)],
    moves: [{ userId: order.userId ?? "", coins: sign * Number(data.coins) }]
  })
  switch (order.kind) {
    case "award":
      return ofAward(data)
    case "bulk":
      return together(
        (data.outcomes as ReadonlyArray<{ readonly status: string; readonly data: Data }>)
          .filter(({ status }) => status === "success")
          .map((outcome) => ofAward(outcome.data))
      )
    case "transfer":
      return {
        ...none,
        transfers: [undoable(data)],
        moves: [{ userId: String(data.userId), coins: -Number(data.coins) }]
      }
    case "reverse":
      return back(-1)
    case "refund":
      return back(1)
  }
}
