// Simulations in the random histories of the harness: a rule that is simulated over all activities of a partner pays what the model pays
// for them, if the rule is the only one and counts from zero.
import assert from "node:assert/strict"
import { Context, Effect } from "effect"
import { extraCommand, fc, Model, type Subject, type Writer } from "../../lib/entries/testing.ts"
import { Activities, Coins, type ListedActivity, Rules, type Simulation } from "../../lib/index.ts"
import { tally } from "../support/expect.ts"

type Rule = Model.State["rules"][number]

const fieldsIn = (rule: Rule): string => JSON.stringify([rule, ...rule.parts].map(({ when }) => when))

const activePartsOf = (rule: Rule) =>
  [rule, ...rule.parts].filter(({ status, when }) => status === "active" && when !== null)

const typesOf = (rule: Rule) => activePartsOf(rule).map(({ when }) => when?.activity)

/** Whether activities were recorded that the rule decides about. */
const isTried = (rule: Rule, { history }: Model.State): boolean => {
  const types = typesOf(rule)
  return history.some(
    ({ outcome, partner }) =>
      outcome._tag === "Activity" && partner === rule.partner && types.includes(outcome.type)
  )
}

/**
 * Whether the rule can be simulated. The number of a member's activities is compared as it was when they were recorded, so that the model,
 * in which merged members are one from the start, would count other numbers.
 */
const isSimulated = (rule: Rule, state: Model.State): boolean =>
  rule.status === "active" &&
  isTried(rule, state) &&
  // The data of erased members is missing, and the model still knows it.
  !state.erased.some(({ partner }) => partner === rule.partner) &&
  !(fieldsIn(rule).includes("member.activities") && state.merged.length > 0)

/** All activities of a partner, in the order of recording. */
const recorded = (tools: Writer, partnerId: string) =>
  Effect.gen(function* () {
    const found: Array<ListedActivity> = []
    for (let after: string | undefined; ; ) {
      const page = yield* Context.get(tools, Activities).list({ partnerId, limit: 100, after })
      found.push(...page.data)
      if (!page.hasMore || page.next === null) return found.toReversed()
      after = page.next
    }
  })

/** What the model pays for the activities under the rule alone. */
const expected = (state: Model.State, rule: Rule, activities: ReadonlyArray<ListedActivity>): Simulation => {
  const { partner, timeZone } = rule
  const types = typesOf(rule)
  const dayOf = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" })
  let alone: Model.State = { ...Model.empty, members: state.members, merged: state.merged }
  const judged: Array<{ user: string; day: string; results: ReadonlyArray<Model.ActivityResult> }> = []
  for (const { createdAt, data, occurredAt, reversedAt, type, userId } of activities) {
    // A reversed activity only counts as one of its member.
    alone = { ...alone, now: createdAt.getTime(), rules: reversedAt === null ? [rule] : [] }
    const user = Model.memberOf(state, partner, userId)
    const fields = { partner, user, type, data: data ?? {}, occurredAt: occurredAt.getTime(), key: undefined }
    const next = Model.step(alone, { _tag: "Record", ...fields })
    alone = next.state
    const outcome = next.answers[0]?.outcome
    if (outcome?._tag !== "Activity") throw new Error(`the model records ${type}: ${outcome?._tag}`)
    if (reversedAt !== null || !types.includes(type)) continue
    judged.push({ user, day: dayOf.format(createdAt), results: outcome.results })
  }
  const results = judged.flatMap(({ day, results, user }) => results.map((each) => ({ ...each, day, user })))
  const paid = results.filter(({ units }) => units > 0)
  const sumOf = (payments: typeof paid): string =>
    Coins.format(payments.reduce((sum, { units }) => sum + BigInt(units), 0n))
  return {
    activities: judged.length,
    met: judged.filter(({ results }) => results.some(({ met }) => met)).length,
    awards: paid.length,
    members: new Set(paid.map(({ user }) => user)).size,
    coins: sumOf(paid),
    refusals: tally(results.flatMap(({ refusal }) => refusal?.reason ?? [])),
    days: Array.from(Map.groupBy(paid, ({ day }) => day))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, payments]) => ({ day, coins: sumOf(payments) }))
  }
}

/** How many simulations were compared that paid something. */
export const simulated = { paid: 0 }

/** A subject whose sequences also simulate the partners' rules. */
export const withSimulations = <E>(subject: Subject<E, Writer>) => ({ subject, extra: [simulate(subject)] })

const simulate = (subject: Subject<unknown, Writer>) =>
  extraCommand(subject, {
    name: "simulate",
    weight: 12,
    arbitrary: fc.nat({ max: 5 }),
    run: (nth, { partners, rules, state, tools }) => {
      const candidates = state.rules.flatMap((rule, index) =>
        isSimulated(rule, state) ? [{ rule, index }] : []
      )
      const chosen = candidates[nth % Math.max(1, candidates.length)]
      const partnerId = partners[chosen?.rule.partner === "away" ? 1 : 0]
      const id = rules[chosen?.index ?? -1]
      if (chosen === undefined || partnerId === undefined || id === undefined) return Effect.void
      return Effect.gen(function* () {
        const activities = yield* recorded(tools, partnerId)
        const [from, to] = ["2000-01-01T00:00:00.000Z", "2100-01-01T00:00:00.000Z"]
        const found = yield* Context.get(tools, Rules).simulate({ partnerId, rule: { id }, from, to })
        const wanted = expected(state, chosen.rule, activities)
        assert.deepEqual(found, wanted, `the rule ${chosen.rule.name}: ${JSON.stringify(found)}`)
        if (wanted.awards > 0) simulated.paid += 1
      })
    }
  })
