import { Context, Effect, Layer, Option, Schema } from "effect"
import { Rule } from "../../rewards/rules/Rule.ts"
import { type CreateRuleInput, Rules, type UpdateRuleInput } from "../../rewards/rules/Rules.ts"
import { lockRule } from "../../rewards/sql.ts"
import { isId } from "../../schema/Id.ts"
import { Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"

type Fails<Method extends (input: never) => Effect.Effect<unknown, unknown>> = Effect.Effect.Error<
  ReturnType<Method>
>

/**
 * Changes of rules that the audit trail records in the same transaction: who, when, from where, and each changed field
 * before and after.
 */
export class AuditedRules extends Context.Tag("rewards/AuditedRules")<
  AuditedRules,
  {
    readonly create: (
      input: CreateRuleInput | Unparsed
    ) => Effect.Effect<Rule, Fails<Rules["Type"]["create"]> | DatabaseFailure>
    readonly update: (
      input: UpdateRuleInput | Unparsed
    ) => Effect.Effect<Rule, Fails<Rules["Type"]["update"]> | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<AuditedRules, never, Audit | Database | Rules> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const encode = Schema.encodeSync(Rule)

/** The most characters of a value. A condition has up to a thousand. */
const maxValue = 60

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "none"
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text
}

const shownLimit = ({ per, period, awards, coins }: (typeof Rule.Encoded)["limits"][number]): string =>
  [
    `${per} ${period}`,
    ...(awards === undefined ? [] : [`${awards} awards`]),
    ...(coins === undefined ? [] : [`${coins} coins`])
  ].join(" ")

/** The fields that the partner chooses, as short texts. Long ones come last, because the audit trail truncates its details. */
const fieldsOf = (rule: Rule): ReadonlyMap<string, string> => {
  const { id, partnerId, participants, createdAt, updatedAt, terms, name, condition, ...others } =
    encode(rule)
  const { limits, timeZone, startsAt, endsAt, atLimit, ...rest } = others
  const parts =
    terms._tag === "Combined"
      ? terms.subRules.map((part) => [`rules ${shown(part.name)}`, part.status] as const)
      : []
  const completions =
    terms._tag === "Batched" ? [["completionNumber", String(terms.completionNumber)] as const] : []
  return new Map([
    ...Object.entries(rest).map(([field, value]) => [field, shown(value)] as const),
    ["type", terms._tag.toLowerCase()],
    ...completions,
    ["name", shown(name)],
    ...parts,
    // Most rules have none of these.
    ...(limits.length === 0 ? [] : [["limits", limits.map(shownLimit).join("; ")] as const]),
    ...(timeZone === "UTC" ? [] : [["timeZone", timeZone] as const]),
    ...(startsAt === null ? [] : [["startsAt", startsAt] as const]),
    ...(endsAt === null ? [] : [["endsAt", endsAt] as const]),
    ...(atLimit === "reject" ? [] : [["atLimit", atLimit] as const]),
    ["condition", shown(condition)]
  ])
}

const described = (rule: Rule): string =>
  Array.from(fieldsOf(rule), ([field, value]) => `${field} ${value}`).join(", ")

/** The defaults of fields that a description leaves out. */
const defaults: Readonly<Record<string, string>> = { timeZone: "UTC", atLimit: "reject" }

/** The changed fields, each with its old and its new value. */
const changesBetween = (before: Rule, after: Rule): string => {
  const old = fieldsOf(before)
  const now = fieldsOf(after)
  const changes = Array.from(new Set([...now.keys(), ...old.keys()])).flatMap((field) => {
    const absent = defaults[field] ?? "none"
    const [known, value] = [old.get(field) ?? absent, now.get(field) ?? absent]
    return known === value ? [] : [`${field} ${known} -> ${value}`]
  })
  return changes.length === 0 ? "no change" : changes.join(", ")
}

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const rules = yield* Rules

  const record = (action: "rule.create" | "rule.update", { id, partnerId }: Rule, changes: string) =>
    audit.recordOfPartner({ action, outcome: "done", partnerId, detail: `${id}: ${changes}` })

  /**
   * The rule before this transaction changes it. It is locked first, so that no other transaction changes it in between. None if the
   * input names no rule, which the update refuses.
   */
  const lock = Effect.fnUntraced(function* (input: UpdateRuleInput | Unparsed) {
    const { id, partnerId }: Unparsed["fields"] = input instanceof Unparsed ? input.fields : input
    if (!isId(id) || !isId(partnerId)) return Option.none<Rule>()
    yield* database.run(lockRule, [{ partnerId, id }])
    return yield* Effect.asSome(rules.get({ partnerId, id })).pipe(
      Effect.catchTags({
        InvalidInput: () => Effect.succeedNone,
        RuleNotFound: () => Effect.succeedNone
      })
    )
  })

  return AuditedRules.of({
    create: Effect.fn("AuditedRules.create")((input) =>
      database.transaction(
        Effect.tap(rules.create(input), (rule) => record("rule.create", rule, described(rule)))
      )
    ),

    update: Effect.fn("AuditedRules.update")((input) =>
      database.transaction(
        Effect.gen(function* () {
          const before = yield* lock(input)
          const rule = yield* rules.update(input)
          if (Option.isSome(before)) {
            yield* record("rule.update", rule, changesBetween(before.value, rule))
          }
          return rule
        })
      )
    )
  })
})
