// A random history of a partner whose awards wait and whose coins expire: commands of every kind, while the clock goes forward, and
// now and then back.
import { Effect, Either } from "effect"
import { type PartnerView, raw } from "./world.ts"

/** Random numbers below a bound. */
export interface Chance {
  readonly below: (bound: number) => number
}

/** A change of the coins that a member earned, spent or was given, as the answers of commands say it. */
export interface Change {
  readonly userId: string
  readonly type: "earned" | "spent" | "adjusted"
  /** Negative for what undoes another change. */
  readonly coins: number
  readonly at: Date
  /** The moment in whose month the change counts on boards; null if it counts on none. */
  readonly of: Date | null
}

interface Undoable {
  readonly id: string
  readonly userId: string
  readonly at: Date
  left: number
}

const day = 86_400_000
const users = ["ann", "bob", "cy"]
const ruleNames = ["plain", "expiring", "waiting", "both", "pair"]

export const randomCoinsInTime = (
  partner: PartnerView,
  watch: { now: number },
  { below }: Chance,
  steps: number
) =>
  Effect.gen(function* () {
    const { activities, adjustments, awards, partnerId, transfers } = partner
    const changes: Array<Change> = []
    const made: Array<Undoable> = []
    const spent: Array<Undoable> = []
    const adjusted: Array<Undoable & { readonly sign: number; readonly points: boolean }> = []
    const recorded: Array<{ readonly id: string; readonly awards: ReadonlyArray<Undoable> }> = []
    /** How often each kind of step succeeded. */
    const done: Record<string, number> = {}
    const pick = <A>(some: ReadonlyArray<A>): A | undefined => some[below(some.length)]
    const pickRecent = <A>(some: ReadonlyArray<A>) => pick(some.slice(-12))
    const anyUser = () => pick(users) ?? "ann"

    yield* partner.rule({ name: "plain", coinValue: 3 })
    yield* partner.rule({ name: "expiring", coinValue: 5, coinsExpire: "P4D", timeZone: "Pacific/Auckland" })
    yield* partner.rule({ name: "waiting", coinValue: 7, pendingDays: 3, timeZone: "America/New_York" })
    yield* partner.rule({ name: "both", coinValue: 11, pendingDays: 2, coinsExpire: "P3D" })
    yield* partner.rule({
      name: "pair",
      coinValue: 2,
      type: "batched",
      completionNumber: 2,
      coinsExpire: "P6D"
    })
    const when = { activity: "order" }
    yield* partner.rule({ name: "of order", coinValue: 4, pendingDays: 1, coinsExpire: "P2D", when })
    yield* partner.rule({ name: "of order too", coinValue: 1, coinsExpire: "P5D", when })
    yield* partner.onboard(...users)

    const count = (kind: string) => {
      done[kind] = (done[kind] ?? 0) + 1
    }

    /** Counts a step that succeeded. A refusal, such as that of an empty wallet, changes nothing. */
    const attempt = <A, E, R>(kind: string, effect: Effect.Effect<A, E, R>, then: (answer: A) => void) =>
      Effect.map(Effect.either(effect), (result) => {
        if (Either.isLeft(result)) return
        count(kind)
        then(result.right)
      })

    const takeBack = (award: Undoable, coins: number, at: Date) => {
      award.left -= coins
      if (coins > 0) {
        changes.push({ userId: award.userId, type: "earned", coins: -coins, at, of: award.at })
      }
    }

    const award = Effect.suspend(() => {
      const userId = anyUser()
      return attempt("award", partner.award(userId, pick(ruleNames)), ({ coins, createdAt: at, id }) => {
        if (coins === 0) return
        made.push({ id, userId, at, left: coins })
        changes.push({ userId, type: "earned", coins, at, of: at })
      })
    })

    const awardsOf = (activityId: string) =>
      raw(`SELECT t.id, t.amount FROM rewards_award a JOIN rewards_transfer t ON t.partner_id = a.partner_id AND t.id = a.id
        WHERE a.activity_id = UUID '${activityId}'`)

    const record = Effect.gen(function* () {
      const userId = anyUser()
      const result = yield* Effect.either(activities.record({ partnerId, userId, type: "order", data: {} }))
      if (Either.isLeft(result)) return
      const { createdAt: at, id } = result.right
      const awards = (yield* awardsOf(id)).map((row) => ({
        id: String(row.id),
        userId,
        at,
        left: Number(row.amount)
      }))
      count("activity")
      made.push(...awards)
      recorded.push({ id, awards })
      for (const { left } of awards) changes.push({ userId, type: "earned", coins: left, at, of: at })
    })

    const reverse = Effect.suspend(() => {
      const award = pickRecent(made)
      if (award === undefined) return Effect.void
      const part = below(2) === 0 ? {} : { coins: "1.5" }
      return attempt("reversal", awards.reverse({ partnerId, awardId: award.id, ...part }), (reversal) =>
        takeBack(award, reversal.coins, reversal.createdAt)
      )
    })

    const reverseActivity = Effect.suspend(() => {
      const activity = pickRecent(recorded)
      if (activity === undefined) return Effect.void
      return attempt(
        "activity reversal",
        activities.reverse({ partnerId, activityId: activity.id }),
        ({ createdAt }) => {
          for (const award of activity.awards) takeBack(award, award.left, createdAt)
        }
      )
    })

    const confirm = Effect.suspend(() => {
      const award = pickRecent(made)
      if (award === undefined) return Effect.void
      return attempt("confirmation", awards.confirm({ partnerId, awardId: award.id }), () => {})
    })

    const transfer = Effect.suspend(() => {
      const userId = anyUser()
      return attempt(
        "transfer",
        partner.transfer(userId, `${1 + below(8)}.25`),
        ({ coins, createdAt: at, id }) => {
          spent.push({ id, userId, at, left: coins })
          changes.push({ userId, type: "spent", coins, at, of: at })
        }
      )
    })

    const refund = Effect.suspend(() => {
      const transfer = pickRecent(spent)
      if (transfer === undefined) return Effect.void
      const { at: of, id: transactionId, userId } = transfer
      return attempt("refund", transfers.refund({ partnerId, transactionId }), ({ coins, createdAt: at }) => {
        changes.push({ userId, type: "spent", coins: -coins, at, of })
      })
    })

    const adjust = Effect.suspend(() => {
      const userId = anyUser()
      const isCredit = below(2) === 0
      const points = isCredit && below(2) === 0
      const coinsExpire = isCredit && below(2) === 0 ? { coinsExpire: "P2D" } : {}
      const debitOrCredit = isCredit ? "CR" : "DE"
      const order = {
        partnerId,
        userId,
        coins: 1 + below(6),
        reason: "a reason",
        debitOrCredit,
        points
      } as const
      return attempt(
        "adjustment",
        adjustments.adjust({ ...order, ...coinsExpire }),
        ({ coins, createdAt: at, id }) => {
          const sign = isCredit ? 1 : -1
          adjusted.push({ id, userId, at, left: coins, sign, points })
          changes.push({ userId, type: "adjusted", coins: sign * coins, at, of: points ? at : null })
        }
      )
    })

    const reverseAdjustment = Effect.suspend(() => {
      const adjustment = pickRecent(adjusted)
      if (adjustment === undefined) return Effect.void
      const { id: adjustmentId, points, sign, userId } = adjustment
      return attempt(
        "adjustment reversal",
        adjustments.reverse({ partnerId, adjustmentId }),
        ({ coins, createdAt: at }) => {
          changes.push({
            userId,
            type: "adjusted",
            coins: -sign * coins,
            at,
            of: points ? adjustment.at : null
          })
        }
      )
    })

    const commands = [award, award, award, record, record, reverse, reverse, reverseActivity]
    commands.push(confirm, transfer, transfer, refund, adjust, reverseAdjustment)
    // Goes on until each kind of command was accepted once, and each kind of transfer in time was written, because rare ones may be
    // missing from a short history.
    const written = raw(
      `SELECT DISTINCT kind FROM rewards_transfer WHERE partner_id = UUID '${partnerId}'
       AND kind IN ('maturity', 'expiry', 'pending_reversal', 'expired_reversal')`
    )
    const isComplete = Effect.gen(function* () {
      return Object.keys(done).length === 9 && (yield* written).length === 4
    })
    for (let step = 0; step < steps || (step < 20 * steps && !(yield* isComplete)); step += 1) {
      const pause = below(10)
      if (pause < 5) watch.now += below(2 * day)
      else if (pause === 5) watch.now -= below(day)
      yield* pick(commands) ?? award
    }
    return { changes, done, users }
  })
