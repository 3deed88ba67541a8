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
 * Creates and changes rules, and records who did it in the same transaction. The audit entry of a change contains the old and the new
 * value of each changed field.
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

/** A value with more characters than this is truncated. */
const maxValue = 60

const shown = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text
}

const shownLimit = ({ per, period, awards, coins }: (typeof Rule.Encoded)["limits"][number]): string =>
  [
    `${per} ${period}`,
    ...(awards === undefined ? [] : [`${awards} awards`]),
    ...(coins === undefined ? [] : [`${coins} coins`])
  ].join(" ")

/** The fields that the partner chooses, as short texts. Important ones come first, because the audit trail truncates long details. */
const fieldsOf = (rule: Rule): ReadonlyMap<string, string> => {
  const { id, partnerId, participants, createdAt, updatedAt, terms, name, condition, ...others } =
    encode(rule)
  const { limits, timeZone, startsAt, endsAt, atLimit, ...rest } = others
  const subRules = terms._tag === "Combined" ? terms.subRules : []
  return new Map([
    ...Object.entries(rest).map(([field, value]) => [field, shown(value)] as const),
    ["type", terms._tag.toLowerCase()],
    ["completionNumber", terms._tag === "Batched" ? String(terms.completionNumber) : "none"],
    ["name", shown(name)],
    ...subRules.map((subRule) => [`rules ${shown(subRule.name)}`, subRule.status] as const),
    ["limits", limits.length === 0 ? "none" : limits.map(shownLimit).join("; ")],
    ["timeZone", timeZone],
    ["startsAt", startsAt ?? "none"],
    ["endsAt", endsAt ?? "none"],
    ["atLimit", atLimit],
    ["condition", shown(condition)]
  ])
}

const defaults: Readonly<Record<string, string>> = { timeZone: "UTC", atLimit: "reject" }

/** Describes a new rule by the fields that do not have their default value. */
const described = (rule: Rule): string =>
  Array.from(fieldsOf(rule))
    .filter(([field, value]) => value !== (defaults[field] ?? "none"))
    .map(([field, value]) => `${field} ${value}`)
    .join(", ")

/** The changed fields, each with its old and new value. An update adds no sub-rule, so `before` and `after` have the same fields. */
const changesBetween = (before: Rule, after: Rule): string => {
  const old = fieldsOf(before)
  const changes = Array.from(fieldsOf(after))
    .filter(([field, value]) => old.get(field) !== value)
    .map(([field, value]) => `${field} ${old.get(field)} -> ${value}`)
  return changes.length === 0 ? "no change" : changes.join(", ")
}

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const rules = yield* Rules

  const record = (action: "rule.create" | "rule.update", { id, partnerId }: Rule, changes: string) =>
    audit.recordOfPartner({ action, outcome: "done", partnerId, detail: `${id}: ${changes}` })

  /** Locks a rule, and returns its state before the change. Returns none if there is no such rule. The update then fails. */
  const lock = Effect.fnUntraced(function* (input: UpdateRuleInput | Unparsed) {
    const { id, partnerId }: Unparsed["fields"] = input instanceof Unparsed ? input.fields : input
    if (!isId(id) || !isId(partnerId)) return Option.none<Rule>()
    yield* database.run(lockRule, [{ partnerId, id }])
    const found = Effect.asSome(rules.get({ partnerId, id }))
    return yield* Effect.catchTag(found, "InvalidInput", "RuleNotFound", () => Effect.succeedNone)
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
