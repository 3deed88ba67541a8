import { Effect } from "effect"
import { AuditedRules } from "../../accounts/rules/AuditedRules.ts"
import { Rules } from "../../rewards/rules/Rules.ts"
import { Unparsed } from "../../schema/Input.ts"
import { asActor } from "../authorize.ts"
import { LimitStandingAnswer } from "../awards/api.ts"
import { type HandledEndpoint, handle } from "../handle.ts"
import { once } from "../idempotency.ts"
import { nextOf } from "../paging.ts"
import { create, get, list, ProgressEntry, progress, update, usage } from "./api.ts"
import { createdRule, wholeRule } from "./rule.ts"

export const rules: ReadonlyArray<HandledEndpoint> = [
  handle(
    create,
    Effect.fnUntraced(function* (request) {
      const rules = yield* AuditedRules
      const input = new Unparsed({ ...request.body, partnerId: request.session.partnerId })
      const write = Effect.map(rules.create(input), createdRule)
      return {
        message: "Rule created successfully",
        ...(yield* asActor(request.session, once(request, write)))
      }
    })
  ),

  handle(
    update,
    Effect.fnUntraced(function* (request) {
      const rules = yield* AuditedRules
      const input = new Unparsed({ ...request.body, partnerId: request.session.partnerId })
      const write = Effect.map(rules.update(input), wholeRule)
      return {
        message: "Rule updated successfully",
        ...(yield* asActor(request.session, once(request, write)))
      }
    })
  ),

  handle(
    list,
    Effect.fnUntraced(function* ({ query, session }) {
      const rules = yield* Rules
      const page = yield* rules.list(new Unparsed({ ...query, partnerId: session.partnerId }))
      return {
        message: "Rules returned successfully",
        data: { data: page.data.map(wholeRule), ...nextOf(page, ({ id }) => id) }
      }
    })
  ),

  handle(
    usage,
    Effect.fnUntraced(function* ({ query, session }) {
      const rules = yield* Rules
      const page = yield* rules.usage(new Unparsed({ ...query, partnerId: session.partnerId }))
      const data = page.data.map(({ limits, ...rule }) => ({
        ...rule,
        limits: limits.map(LimitStandingAnswer.encode)
      }))
      return {
        message: "Usage of rules returned successfully",
        data: { data, ...nextOf(page, ({ ruleId }) => ruleId) }
      }
    })
  ),

  handle(
    get,
    Effect.fnUntraced(function* ({ params, session }) {
      const rules = yield* Rules
      const found = yield* rules.details(new Unparsed({ id: params.id, partnerId: session.partnerId }))
      return {
        message: "Rule returned successfully",
        data: { ...wholeRule(found.rule), usage: found.usage.map(LimitStandingAnswer.encode) }
      }
    })
  ),

  handle(
    progress,
    Effect.fnUntraced(function* ({ params, query, session }) {
      const rules = yield* Rules
      const input = new Unparsed({ ...query, id: params.id, partnerId: session.partnerId })
      const page = yield* rules.progress(input)
      const data = page.data.map(ProgressEntry.encode)
      return {
        message: "Progress returned successfully",
        data: { data, hasMore: page.hasMore, next: page.next }
      }
    })
  )
]
