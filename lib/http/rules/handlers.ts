import { Effect } from "effect"
import { AuditedRules } from "../../accounts/rules/AuditedRules.ts"
import { SimulationTimeout } from "../../rewards/Errors.ts"
import { Rules } from "../../rewards/rules/Rules.ts"
import type { RuleUsage } from "../../rewards/rules/RuleUsage.ts"
import type { Simulation } from "../../rewards/simulation/Simulation.ts"
import { Unparsed } from "../../schema/Input.ts"
import { LimitStandingAnswer } from "../awards/api.ts"
import { invalidCodes } from "../codes.ts"
import {
  bodyInput,
  type HandledEndpoint,
  handle,
  inTime,
  type PartnerRequest,
  queryInput,
  untilGone,
  workLimit
} from "../handle.ts"
import { once } from "../idempotency.ts"
import { encodePage } from "../paging.ts"
import * as api from "./api.ts"
import { createdRule, listedRule, wholeRule } from "./rule.ts"

/** Converts counts of errors by tag to counts by `appErrorCode`. */
const byCode = (refusals: Simulation["refusals"]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(invalidCodes).flatMap(([tag, code]) => {
      const count = refusals[tag]
      return count === undefined ? [] : [[code, count]]
    })
  )

/**
 * Returns the version in the header `If-Match`; none without the header, or if it is `*`, which stands for every version. A request with a
 * version in the header and a `version` in the body is refused.
 */
const expectedVersion = ({ request }: PartnerRequest): { readonly version?: string } => {
  const given = request.headers.get("if-match")
  return given === null || given === "*" ? {} : { version: given.replace(/^"(.*)"$/, "$1") }
}

export const rules: ReadonlyArray<HandledEndpoint> = [
  handle(api.create, function* (request) {
    const write = Effect.map((yield* AuditedRules).create(bodyInput(request)), createdRule)
    return { message: "Rule created successfully", ...(yield* once(request, write)) }
  }),

  handle(api.update, function* (request) {
    const { given, set } = bodyInput(request)
    const input = new Unparsed(given, { ...set, ...expectedVersion(request) })
    const write = Effect.map((yield* AuditedRules).update(input), wholeRule)
    return { message: "Rule updated successfully", ...(yield* once(request, write)) }
  }),

  handle(api.simulate, function* (request) {
    const late = () => new SimulationTimeout({ seconds: Math.max(1, Math.floor(workLimit(request) / 1000)) })
    const simulated = inTime(request, (yield* Rules).simulate(bodyInput(request)), late)
    const { refusals, ...simulation } = yield* untilGone(request, simulated, late)
    const data = api.SimulationAnswer.encode({ ...simulation, refusals: byCode(refusals) })
    return { message: "Rule simulated, nothing was written", data }
  }),

  handle(api.list, function* (request) {
    const page = yield* (yield* Rules).list(queryInput(request))
    return { message: "Rules returned successfully", data: encodePage(page, listedRule) }
  }),

  handle(api.usage, function* (request) {
    const page = yield* (yield* Rules).usage(queryInput(request))
    const used = ({ limits, ...rule }: RuleUsage) => ({
      ...rule,
      limits: limits.map(LimitStandingAnswer.encode)
    })
    const data = encodePage(page, used)
    return { message: "Usage of rules returned successfully", data }
  }),

  handle(api.get, function* (request) {
    const found = yield* (yield* Rules).details(queryInput(request))
    return {
      message: "Rule returned successfully",
      version: found.version,
      data: {
        ...listedRule(found.rule),
        version: found.version,
        usage: found.usage.map(LimitStandingAnswer.encode)
      }
    }
  }),

  handle(api.progress, function* (request) {
    const page = yield* (yield* Rules).progress(queryInput(request))
    return { message: "Progress returned successfully", data: encodePage(page, api.ProgressEntry.encode) }
  })
]
