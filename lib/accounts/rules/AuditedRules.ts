import { Context, Effect, Layer, Option, Schema } from "effect"
import { sentenceOf } from "../../rewards/activities/sentence.ts"
import type { When } from "../../rewards/activities/When.ts"
import { heldOffset } from "../../rewards/partners/PartnerClocks.ts"
import { Rule } from "../../rewards/rules/Rule.ts"
import { type CreateRuleInput, Rules, type UpdateRuleInput } from "../../rewards/rules/Rules.ts"
import { lockPartner, lockRule, mayAddToActivity } from "../../rewards/sql.ts"
import { isId } from "../../schema/Id.ts"
import { Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"

type ErrorOf<Method extends (input: never) => Effect.Effect<unknown, unknown>> = Effect.Effect.Error<
  ReturnType<Method>
>

/**
 * Creates and changes rules, and records in the same transaction who did it. The audit entry of a change contains the old and the new value
 * of each changed field. Long values are truncated.
 */
export class AuditedRules extends Context.Tag("rewards/AuditedRules")<
  AuditedRules,
  {
    readonly create: (
      input: CreateRuleInput | Unparsed
    ) => Effect.Effect<Rule, ErrorOf<Rules["Type"]["create"]> | DatabaseFailure>
    readonly update: (
      input: UpdateRuleInput | Unparsed
    ) => Effect.Effect<Rule, ErrorOf<Rules["Type"]["update"]> | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<AuditedRules, never, Audit | Database | Rules> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const encode = Schema.encodeSync(Rule)

/** A value with more characters than this is truncated. */
const maxValue = 60

const truncated = (text: string): string => (text.length > maxValue ? `${text.slice(0, maxValue)}…` : text)

const limitText = ({ per, period, awards, coins }: (typeof Rule.Encoded)["limits"][number]): string =>
  [
    `${per} ${period}`,
    ...(awards === undefined ? [] : [`${awards} awards`]),
    ...(coins === undefined ? [] : [`${coins} coins`])
  ].join(" ")

const whenText = (when: When): string =>
  `${sentenceOf(when)}${when.amount === undefined ? "" : `, amount ${when.amount}`}`

/** Returns the fields that the partner chooses, as texts. Important ones come first, because the audit trail truncates long details. */
const fieldsOf = (rule: Rule): ReadonlyMap<string, string> => {
  const { id, partnerId, participants, createdAt, updatedAt, terms, name, condition, ...others } =
    encode(rule)
  const { limits, timeZone, startsAt, endsAt, atLimit, when, ...rest } = others
  const subRules = terms._tag === "Combined" ? terms.subRules : []
  return new Map([
    ...Object.entries(rest).map(
      ([field, value]) => [field, value === null ? "none" : JSON.stringify(value)] as const
    ),
    ["type", terms._tag.toLowerCase()],
    ["completionNumber", terms._tag === "Batched" ? String(terms.completionNumber) : "none"],
    ["name", JSON.stringify(name)],
    ...subRules.map(
      ({ name, status, when }) =>
        [
          `rules ${truncated(JSON.stringify(name))}`,
          when === null ? status : `${status}, when ${whenText(when)}`
        ] as const
    ),
    ["when", when === null ? "none" : whenText(when)],
    ["limits", limits.length === 0 ? "none" : limits.map(limitText).join("; ")],
    ["timeZone", timeZone],
    ["startsAt", startsAt ?? "none"],
    ["endsAt", endsAt ?? "none"],
    ["atLimit", atLimit],
    ["condition", JSON.stringify(condition)]
  ])
}

const defaults: Readonly<Record<string, string>> = { archived: "false", timeZone: "UTC", atLimit: "reject" }

/** Describes a new rule. Leaves out fields that have their default values or are not set. */
const described = (rule: Rule): string =>
  Array.from(fieldsOf(rule))
    .filter(([field, value]) => value !== (defaults[field] ?? "none"))
    .map(([field, value]) => `${field} ${truncated(value)}`)
    .join(", ")

/**
 * Returns the changed fields, each with its old and new value. An update adds no sub-rule, so `before` and `after` have the same fields.
 */
const changesBetween = (before: Rule, after: Rule): string => {
  const old = fieldsOf(before)
  const changes = Array.from(fieldsOf(after))
    .filter(([field, value]) => old.get(field) !== value)
    .map(([field, value]) => `${field} ${truncated(old.get(field) ?? "")} -> ${truncated(value)}`)
  return changes.length === 0 ? "no change" : changes.join(", ")
}

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const rules = yield* Rules

  const record = (action: "rule.create" | "rule.update", { id, partnerId }: Rule, changes: string) =>
    audit.recordOfPartner({ action, outcome: "done", partnerId, detail: `${id}: ${changes}` })

  /** Locks a rule, and returns its state before the change. Returns none if an id is invalid or unknown: the update then fails. */
  const lock = Effect.fnUntraced(function* (input: UpdateRuleInput | Unparsed) {
    const fields: Unparsed["fields"] = input instanceof Unparsed ? input.fields : { ...input }
    const { id, partnerId } = fields
    if (!isId(id) || !isId(partnerId)) return Option.none<Rule>()
    // `Rules.update` locks the partner, its clock and the rule in the same order.
    if (mayAddToActivity(fields)) yield* database.run(lockPartner, [{ id: partnerId }])
    yield* database.send(heldOffset(partnerId))
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
