import { Context, Effect, Layer, Option } from "effect"
import type { Rule } from "../../rewards/rules/Rule.ts"
import { type CreateRuleInput, Rules, type UpdateRuleInput } from "../../rewards/rules/Rules.ts"
import { lockRule } from "../../rewards/sql.ts"
import { isId } from "../../schema/Id.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import { actorOf } from "../audit/Caller.ts"
import { changesBetween, described } from "./changes.ts"

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
      input: CreateRuleInput
    ) => Effect.Effect<Rule, Fails<Rules["Type"]["create"]> | DatabaseFailure>
    readonly update: (
      input: UpdateRuleInput
    ) => Effect.Effect<Rule, Fails<Rules["Type"]["update"]> | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<AuditedRules, never, Audit | Database | Rules> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const make = Effect.gen(function* () {
  const audit = yield* Audit
  const database = yield* Database
  const rules = yield* Rules

  const record = (action: "rule.create" | "rule.update", { id, partnerId }: Rule, changes: string) =>
    Effect.flatMap(actorOf(database, partnerId), (actor) =>
      audit.record({ action, outcome: "done", actor, partnerId, detail: `${id}: ${changes}` })
    )

  /**
   * The rule as it is until this transaction changes it: locked first, so that no other change comes in between. None
   * for an input that names no rule, which the update refuses.
   */
  const lock = Effect.fnUntraced(function* ({ id, partnerId }: UpdateRuleInput) {
    if (!isId(id) || !isId(partnerId)) return Option.none<Rule>()
    yield* database.run(lockRule, [{ partner_id: partnerId, id }])
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
