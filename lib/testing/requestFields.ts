/** The fields of requests. The library's services and the HTTP interface have the same fields. */

import type { AwardFields, RuleChange, RuleDraft, TransferFields } from "./HarnessCommand.ts"

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

/** Leaves out limits, time zone, start, end and `atLimit` if they have their default values. */
export const createBody = (rule: RuleDraft) =>
  defined({
    name: rule.name,
    type: rule.type,
    coinValue: rule.coins,
    maxNumberOfParticipant: rule.max,
    userLimitAward: rule.limit,
    status: rule.status,
    completionNumber: rule.type === "batched" ? rule.completions : undefined,
    condition: rule.type === "combined" ? undefined : "set by the harness",
    rules:
      rule.type === "combined"
        ? rule.parts.map((part) => ({ ...part, condition: "set by the harness" }))
        : undefined,
    limits: rule.limits.length === 0 ? undefined : rule.limits,
    timeZone: rule.timeZone === "UTC" ? undefined : rule.timeZone,
    startsAt: instant(rule.startsAt) ?? undefined,
    endsAt: instant(rule.endsAt) ?? undefined,
    atLimit: rule.atLimit === "reject" ? undefined : rule.atLimit
  })

export const updateBody = (change: RuleChange) =>
  defined({
    name: change.name,
    coinValue: change.coins,
    maxNumberOfParticipant: change.max,
    userLimitAward: change.limit,
    status: change.status,
    rules: change.parts,
    limits: change.limits,
    timeZone: change.timeZone,
    startsAt: instant(change.startsAt),
    endsAt: instant(change.endsAt),
    atLimit: change.atLimit
  })

export const awardBody = ({ user, rule, note, metadata }: AwardFields) => ({
  userId: user,
  ruleName: rule,
  narration: note,
  ...defined({ metadata })
})

export const transferBody = ({ user, coins, metadata }: TransferFields) => ({
  userId: user,
  coins,
  ...defined({ metadata })
})
