import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { RuleId } from "../../rewards/Id.ts"
import { forPartner } from "../access.ts"
import { created } from "../annotations.ts"
import { award, awardMany, awards, explain, reverse, reverseMany } from "../awards/api.ts"
import { success } from "../envelope.ts"
import { parameter } from "../fields.ts"
import {
  CreateRuleBody,
  ProgressPage,
  ProgressQuery,
  Rule,
  RuleCreated,
  RuleDetails,
  RulePage,
  RulesQuery,
  RuleUsagePage,
  UpdateRuleBody
} from "./wire.ts"

export const create = HttpApiEndpoint.post("create", "/laas/rules/create-rule")
  .setPayload(CreateRuleBody)
  .addSuccess(success(RuleCreated), created)
  .annotate(OpenApi.Summary, "Create a rule")
  .annotate(
    OpenApi.Description,
    "`condition` is text for people: the service does not evaluate it. A `single` rule pays each time, a `batched` one every `completionNumber` times, a `combined` one when each of its sub-rules was awarded. The name is trimmed and lower-cased, and unique among the partner's rules and sub-rules. `limits`, `startsAt`, `endsAt` and `atLimit` are optional."
  )
  .pipe(forPartner("rules:write"))

export const update = HttpApiEndpoint.post("update", "/laas/rules/update-rule")
  .setPayload(UpdateRuleBody)
  .addSuccess(success(Rule))
  .annotate(
    OpenApi.Summary,
    "Change a rule, or the status of its sub-rules; its type and completion number stay"
  )
  .annotate(
    OpenApi.Description,
    "What is left out stays as it is; `limits` is replaced whole. A limit that is added counts what its running window has paid already. Awards that were made do not change."
  )
  .pipe(forPartner("rules:write"))

export const list = HttpApiEndpoint.get("list", "/laas/rules")
  .setUrlParams(RulesQuery)
  .addSuccess(success(RulePage))
  .annotate(OpenApi.Summary, "The partner's rules, in the order of their creation")
  .annotate(OpenApi.Description, "With all fields, also those that the answer to creation does not have.")
  .pipe(forPartner("read"))

export const usage = HttpApiEndpoint.get("usage", "/laas/rules/usage")
  .setUrlParams(RulesQuery)
  .addSuccess(success(RuleUsagePage))
  .annotate(
    OpenApi.Summary,
    "What the same rules have used of their places, budgets and other limits per rule"
  )
  .annotate(
    OpenApi.Description,
    "The same parameters as the list of rules, so that one page of each fits together. What single members have used is in the explanation of an award."
  )
  .pipe(forPartner("read"))

const id = HttpApiSchema.param("id", parameter(RuleId, { description: "The rule's id" }))

export const get = HttpApiEndpoint.get("get")`/laas/rules/${id}`
  .addSuccess(success(RuleDetails))
  .annotate(OpenApi.Summary, "A rule, with its places and its limits per rule as they stand now")
  .annotate(OpenApi.Description, "The fields of the list, and `usage`.")
  .pipe(forPartner("read"))

export const progress = HttpApiEndpoint.get("progress")`/laas/rules/${id}/progress`
  .setUrlParams(ProgressQuery)
  .addSuccess(success(ProgressPage))
  .annotate(OpenApi.Summary, "The members in the middle of a cycle of a batched or combined rule")
  .annotate(
    OpenApi.Description,
    "How far each of them is, and which sub-rules are missing. A page can be short although `hasMore` is true."
  )
  .pipe(forPartner("read"))

/** Awards are under the path of rules, and in their group: `client.rules.award`. */
export const rules = HttpApiGroup.make("rules")
  .add(create)
  .add(update)
  .add(list)
  .add(usage)
  .add(get)
  .add(progress)
  .add(award)
  .add(awardMany)
  .add(awards)
  .add(explain)
  .add(reverse)
  .add(reverseMany)
  .annotate(OpenApi.Description, "Rules, and awarding them")
