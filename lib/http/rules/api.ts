import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { RuleId } from "../../rewards/Id.ts"
import { Rule, Status, SubRule } from "../../rewards/rules/Rule.ts"
import { CreateRule, UpdateRule } from "../../rewards/rules/RuleInput.ts"
import { ListProgress, MemberProgress } from "../../rewards/rules/RuleUsage.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { created, ReadsList } from "../annotations.ts"
import { answer, Decimal, described, Id, Numeric } from "../answerSchemas.ts"
import {
  award,
  awardMany,
  awards,
  explain,
  LimitStandingAnswer,
  reverse,
  reverseMany
} from "../awards/api.ts"
import { success } from "../envelope.ts"
import { keysetPage } from "../paging.ts"
import { listing, pageSize, parameter, requestBody, requestQuery } from "../requestSchemas.ts"

const name = {
  description: "Unique among the partner's rules and sub-rules; trimmed and lower-cased",
  example: "sign-up"
}
const coinValue = { description: "The coins that the rule pays", example: "10.5" }
const maxNumberOfParticipant = { description: "How many users can be awarded", example: "100" }
const condition = {
  description: "The condition that a user must meet, as text; required unless the type is combined",
  example: "Opens an account"
}
const userLimitAward = { description: "How often one user can be paid; -1 means no maximum", example: "-1" }

const programme = {
  limits: {
    description:
      "Up to 8 limits on the payments of the rule in a calendar window. For a budget, use a limit of coins with per rule and period ever",
    fields: {
      per: { description: "Counts the payments to one user, or all payments of the rule" },
      period: { description: "The window, by the calendar of timeZone; weeks begin on Monday" },
      awards: { description: "The maximum number of payments", example: 3 },
      coins: { description: "The maximum number of coins", example: "500" }
    }
  },
  timeZone: { description: "The time zone of the limits; UTC by default", example: "Europe/Berlin" },
  startsAt: { description: "When the rule becomes available; null if it is available immediately" },
  endsAt: { description: "When the rule stops being available; null if it does not end" },
  atLimit: {
    description:
      "What happens to an award that a limit does not allow. reject (the default) refuses it, suppress records it without paying, clamp pays the coins that remain"
  }
}

export const CreateRuleBody = requestBody("CreateRule", CreateRule.omit("partnerId"), {
  name,
  coinValue,
  maxNumberOfParticipant,
  condition,
  status: { description: "active by default" },
  type: {
    description:
      "single (the default) pays for each completion, batched for every completionNumber completions, combined when every active sub-rule is complete"
  },
  completionNumber: {
    description: "For a batched rule: the number of completions for one payment",
    example: "1",
    default: "1"
  },
  userLimitAward: { ...userLimitAward, default: "-1" },
  rules: {
    description: "The sub-rules of a combined rule: 1 to 30, at least one of them active",
    fields: {
      name,
      condition: {
        description: "The condition of the sub-rule, as text",
        example: "Verifies the e-mail address"
      },
      status: { description: "active by default" }
    }
  },
  ...programme
})

export const UpdateRuleBody = requestBody(
  "UpdateRule",
  UpdateRule.omit("partnerId"),
  {
    id: { description: "The rule's id", example: "01a1dd04-59e9-7000-9022-9805fb1f6534" },
    name,
    coinValue,
    maxNumberOfParticipant,
    condition,
    status: { description: "An inactive rule cannot be awarded" },
    userLimitAward,
    rules: {
      description:
        "The sub-rules whose status changes. At least one sub-rule of a combined rule must stay active",
      fields: {
        name: { description: "The name of a sub-rule of this rule", example: "verified" },
        status: { description: "An inactive sub-rule cannot be awarded, and the rule pays without it" }
      }
    },
    ...programme
  },
  "Omitted fields do not change. A request with type or completionNumber, or with fields of a sub-rule other than name and status, is refused, because these fields cannot change"
)

export const RulesQuery = requestQuery(
  Schema.Struct({
    after: Schema.optional(RuleId),
    status: Schema.optional(Status),
    limit: Schema.optional(PageSize)
  }),
  {
    after: { description: "The id of the last rule of the previous page" },
    status: { description: "Only rules with this status; the status of sub-rules is ignored" },
    limit: pageSize(100)
  }
)

/** The fields of a rule that have the same form in the HTTP API and in the domain. */
export const PlainRule = answer(
  undefined,
  Rule.omit(
    "partnerId",
    "maxNumberOfParticipant",
    "participants",
    "userLimitAward",
    "terms",
    "limits",
    "createdAt",
    "updatedAt"
  )
)
export const PlainSubRule = answer(undefined, SubRule.pick("name", "condition", "status"))

export const RuleCreated = Schema.Struct({
  ...PlainRule.pick("id", "name", "coinValue", "condition").fields,
  maxNumberOfParticipant: Numeric,
  ...PlainRule.pick("status").fields
}).annotations({ identifier: "RuleCreated" })

export const WholeRule = Schema.Struct({
  ...PlainRule.pick("id", "name", "coinValue").fields,
  maxNumberOfParticipant: Numeric,
  ...PlainRule.pick("condition", "status").fields,
  type: Schema.Literal("single", "batched", "combined"),
  completionNumber: Numeric,
  userLimitAward: described(Numeric, "-1 means no maximum"),
  rules: Schema.Array(PlainSubRule),
  limits: Schema.Array(
    Schema.Struct({
      ...LimitStandingAnswer.pick("per", "period").fields,
      awards: Schema.optional(Numeric),
      coins: Schema.optional(Decimal)
    })
  ),
  ...PlainRule.fields
}).annotations({ identifier: "Rule" })

export const RulePage = keysetPage("RulePage", WholeRule)

const ruleLimits = described(
  Schema.Array(LimitStandingAnswer),
  "First the number of participants, then the limits per rule. The limits per user are in the explanation of an award"
)

export const RuleUsage = Schema.Struct({
  ruleId: Id,
  ruleName: Schema.String,
  limits: ruleLimits
}).annotations({ identifier: "RuleUsage" })

export const RuleUsagePage = keysetPage("RuleUsagePage", RuleUsage)

export const RuleDetails = Schema.Struct({ ...WholeRule.fields, usage: ruleLimits }).annotations({
  identifier: "RuleDetails"
})

export const ProgressQuery = requestQuery(ListProgress.omit("partnerId", "id"), {
  after: listing.after,
  limit: pageSize(20)
})

export const ProgressEntry = answer("MemberProgress", MemberProgress.omit("memberId"), {
  done: { description: "Completions or finished sub-rules in the current cycle" },
  of: { description: "How many completions or sub-rules must be done before the rule pays" },
  missing: { description: "The names of the sub-rules that are not finished; empty for a batched rule" }
})

export const ProgressPage = Schema.Struct({
  ...keysetPage("ProgressPage", ProgressEntry).fields,
  hasMore: described(
    Schema.Boolean,
    "Whether there may be more entries. A page reads at most 500 members of the rule, so it can have few or no entries although there are more"
  )
}).annotations({ identifier: "ProgressPage" })

export const create = HttpApiEndpoint.post("create", "/laas/rules/create-rule")
  .setPayload(CreateRuleBody)
  .addSuccess(success(RuleCreated), created)
  .annotate(OpenApi.Summary, "Create a rule")
  .annotate(
    OpenApi.Description,
    "The service does not evaluate `condition`, which is text for people. A `single` rule pays for each award, a `batched` rule for every `completionNumber` awards, and a `combined` rule when each of its active sub-rules was awarded. The name is trimmed and lower-cased. It must be unique among the partner's rules and sub-rules. `limits`, `startsAt`, `endsAt` and `atLimit` are optional."
  )
  .pipe(forPartner("rules:write"))

export const update = HttpApiEndpoint.post("update", "/laas/rules/update-rule")
  .setPayload(UpdateRuleBody)
  .addSuccess(success(WholeRule))
  .annotate(OpenApi.Summary, "Change a rule, or the status of its sub-rules")
  .annotate(
    OpenApi.Description,
    "Omitted fields do not change; `limits` is replaced as a whole. A new limit also counts the payments that were already made in its current window. Existing awards do not change."
  )
  .pipe(forPartner("rules:write"))

export const list = HttpApiEndpoint.get("list", "/laas/rules")
  .setUrlParams(RulesQuery)
  .addSuccess(success(RulePage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The partner's rules, in the order of their creation")
  .annotate(OpenApi.Description, "Includes the fields that the answer to a creation omits.")
  .pipe(forPartner("read"))

export const usage = HttpApiEndpoint.get("usage", "/laas/rules/usage")
  .setUrlParams(RulesQuery)
  .addSuccess(success(RuleUsagePage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "How much each rule has used of its limits per rule")
  .annotate(
    OpenApi.Description,
    "Takes the same parameters as the list of rules and returns the same rules. The limits per user are in the explanation of an award."
  )
  .pipe(forPartner("read"))

const id = HttpApiSchema.param("id", parameter(RuleId, { description: "The rule's id" }))

export const get = HttpApiEndpoint.get("get")`/laas/rules/${id}`
  .addSuccess(success(RuleDetails))
  .annotate(OpenApi.Summary, "A rule, and how much it has used of its limits per rule")
  .annotate(OpenApi.Description, "The answer has the fields of the list, and `usage`.")
  .pipe(forPartner("read"))

export const progress = HttpApiEndpoint.get("progress")`/laas/rules/${id}/progress`
  .setUrlParams(ProgressQuery)
  .addSuccess(success(ProgressPage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The members who have started a cycle of a batched or combined rule")
  .annotate(
    OpenApi.Description,
    "Shows each member with its progress. A page can have few entries although there are more."
  )
  .pipe(forPartner("read"))

/** Awards are in the group of rules, because their paths are under `/laas/rules`. */
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
  .annotate(OpenApi.Description, "Rules and awards")
