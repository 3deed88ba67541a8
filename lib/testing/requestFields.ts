/** Converts commands of the harness to the fields of requests, which are the same for the library's services and the HTTP interface. */

import type { ActivityFields } from "./ActivityDraft.ts"
import type {
  AdjustFields,
  AwardFields,
  ReverseFields,
  RuleChange,
  RuleDraft,
  TransferFields
} from "./HarnessCommand.ts"

/** A valid id that no record has. */
export const unknownId = "00000000-0000-7000-8000-000000000000"

type Defined<A> = {
  [K in keyof A as undefined extends A[K] ? never : K]: A[K]
} & { [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined> }

/** Leaves out fields that are undefined. */
export const defined = <A extends object>(fields: A): Defined<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<A>

export const timeOf = (at: Date | null): number | null => at?.getTime() ?? null

const instant = (at: number | null | undefined): string | null | undefined =>
  typeof at === "number" ? new Date(at).toISOString() : at

/** Leaves out most optional fields that have their default values. */
export const createBody = (rule: RuleDraft) =>
  defined({
    name: rule.name,
    type: rule.type,
    coinValue: rule.coins,
    unit: rule.unit ?? undefined,
    maxCoins: rule.maxCoins ?? undefined,
    maxNumberOfParticipant: rule.max,
    userLimitAward: rule.limit,
    status: rule.status,
    completionNumber: rule.type === "batched" ? rule.completions : undefined,
    condition: rule.type === "combined" ? undefined : "set by the harness",
    rules:
      rule.type === "combined"
        ? rule.parts.map(({ when, ...part }) => ({
            ...part,
            condition: "set by the harness",
            ...defined({ when: when ?? undefined })
          }))
        : undefined,
    when: rule.when ?? undefined,
    limits: rule.limits.length === 0 ? undefined : rule.limits,
    timeZone: rule.timeZone === "UTC" ? undefined : rule.timeZone,
    startsAt: instant(rule.startsAt) ?? undefined,
    endsAt: instant(rule.endsAt) ?? undefined,
    atLimit: rule.atLimit === "reject" ? undefined : rule.atLimit,
    pendingDays: rule.pendingDays ?? undefined,
    coinsExpire: rule.coinsExpire ?? undefined
  })

export const updateBody = (change: RuleChange) =>
  defined({
    name: change.name,
    coinValue: change.coins,
    unit: change.unit,
    maxCoins: change.maxCoins,
    maxNumberOfParticipant: change.max,
    userLimitAward: change.limit,
    status: change.status,
    rules: change.parts,
    when: change.when,
    limits: change.limits,
    timeZone: change.timeZone,
    startsAt: instant(change.startsAt),
    endsAt: instant(change.endsAt),
    atLimit: change.atLimit,
    pendingDays: change.pendingDays,
    coinsExpire: change.coinsExpire
  })

export const awardBody = ({ amount, user, rule, note, metadata }: AwardFields) => ({
  userId: user,
  ruleName: rule,
  narration: note,
  ...defined({ amount, metadata })
})

export const activityBody = ({ data, occurredAt, type }: ActivityFields) => ({
  type,
  ...defined({
    data: Object.keys(data).length === 0 ? undefined : data,
    occurredAt: instant(occurredAt) ?? undefined
  })
})

export const explainBody = ({ amount, user, rule }: Pick<AwardFields, "amount" | "user" | "rule">) => ({
  userId: user,
  ruleName: rule,
  ...defined({ amount })
})

export const reverseBody = ({ amount, coins, note }: Omit<ReverseFields, "back" | "partner" | "key">) => ({
  narration: note,
  ...defined({ amount, coins })
})

export const transferBody = ({ user, coins, metadata }: TransferFields) => ({
  userId: user,
  coins,
  ...defined({ metadata })
})

export const adjustBody = (fields: AdjustFields) => {
  const { coinsExpire, debitOrCredit, note, points, reason } = fields
  return {
    ...transferBody(fields),
    debitOrCredit,
    reason,
    narration: note,
    ...defined({ points: points ? true : undefined, coinsExpire })
  }
}
