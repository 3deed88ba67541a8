import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { RuleId } from "../../rewards/Id.ts"
import { Rule, Status, SubRule } from "../../rewards/rules/Rule.ts"
import { CreateRule, UpdateRule } from "../../rewards/rules/RuleInput.ts"
import { ListProgress, MemberProgress } from "../../rewards/rules/RuleUsage.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { created } from "../annotations.ts"
import { answer, Decimal, Id, Numeric } from "../answerSchemas.ts"
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
  description: "What a user has to do; required unless the type is combined",
  example: "Opens an account"
}
const userLimitAward = {
  description: "How often one user can be paid; -1 means no maximum",
  example: "-1"
}

const programme = {
  limits: {
    description:
      "Up to 8 limits on what the rule pays in a window of the calendar. A budget is a limit per rule, ever, of coins",
    fields: {
      per: { description: "Whose payments count: those of one user, or all of the rule" },
      period: { description: "The window, by the calendar of timeZone; weeks begin on Monday" },
      awards: { description: "The most payments", example: 3 },
      coins: { description: "The most coins", example: "500" }
    }
  },
  timeZone: { description: "The time zone of the limits; UTC by default", example: "Europe/Berlin" },
  startsAt: { description: "From when on the rule can be awarded; null for at once" },
  endsAt: { description: "Until when the rule can be awarded; null for no end" },
  atLimit: {
    description:
      "What happens to an award that a limit does not allow: reject (the default) refuses it, suppress records it without effect, clamp pays what coin limits leave"
  }
}

/** The partner comes from the access token. */
export const CreateRuleBody = requestBody("CreateRule", CreateRule.omit("partnerId"), {
  name,
  coinValue,
  maxNumberOfParticipant,
  condition,
  status: { description: "active by default" },
  type: {
    description:
      "single (the default) pays each time, batched every completionNumber times, combined when every sub-rule is met"
  },
  completionNumber: {
    description: "For a batched rule: how many completions pay once",
    example: "1",
    default: "1"
  },
  userLimitAward: { ...userLimitAward, default: "-1" },
  rules: {
    description: "The sub-rules of a combined rule: 1 to 30, at least one of them active",
    fields: {
      name,
      condition: {
        description: "What a user has to do for this part",
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
        "The sub-rules whose status changes, by their names. At least one sub-rule of a combined rule stays active",
      fields: {
        name: { description: "The name of a sub-rule of this rule", example: "verified" },
        status: { description: "An inactive sub-rule is not needed, and cannot be awarded" }
      }
    },
    ...programme
  },
  "Omitted fields do not change. type, completionNumber and the other fields of a sub-rule cannot be changed and are refused"
)

export const RulesQuery = requestQuery(
  Schema.Struct({
    after: Schema.optional(RuleId),
    status: Schema.optional(Status),
    limit: Schema.optional(PageSize)
  }),
  {
    after: { description: "The id of the last rule of the page before" },
    status: { description: "Only rules with this status; the status of sub-rules does not matter" },
    limit: pageSize(100)
  }
)

/** The fields of a rule that the interface has as the domain has them. */
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

/** The answer to the creation of a rule: a part of the rule, as the interface has it. */
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
  userLimitAward: Numeric.annotations({ description: "-1 means no maximum" }),
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

export const RuleUsage = Schema.Struct({
  ruleId: Id,
  ruleName: Schema.String,
  limits: Schema.Array(LimitStandingAnswer).annotations({
    description:
      "Places, then the limits of the rule as a whole. What a user has used is in the explanation of an award"
  })
}).annotations({ identifier: "RuleUsage" })

export const RuleUsagePage = keysetPage("RuleUsagePage", RuleUsage)

export const RuleDetails = Schema.Struct({
  ...WholeRule.fields,
  usage: Schema.Array(LimitStandingAnswer).annotations({
    description:
      "Places, then the rule's limits per rule; what a member has used is in the explanation of an award"
  })
}).annotations({ identifier: "RuleDetails" })

export const ProgressQuery = requestQuery(ListProgress.omit("partnerId", "id"), {
  after: listing.after,
  limit: pageSize(20)
})

export const ProgressEntry = answer("MemberProgress", MemberProgress.omit("memberId"), {
  done: { description: "Completions, or finished sub-rules, of the running cycle" },
  of: { description: "How many pay" },
  missing: { description: "The names of the sub-rules that are left; empty for a batched rule" }
})

export const ProgressPage = Schema.Struct({
  ...keysetPage("ProgressPage", ProgressEntry).fields,
  hasMore: Schema.Boolean.annotations({
    description:
      "Whether there may be more. A page reads at most 500 members of the rule, so it can be short or empty although this is true"
  })
}).annotations({ identifier: "ProgressPage" })

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
  .addSuccess(success(WholeRule))
  .annotate(
    OpenApi.Summary,
    "Change a rule, or the status of its sub-rules; its type and completion number stay"
  )
  .annotate(
    OpenApi.Description,
    "Omitted fields do not change; `limits` is replaced as a whole. A new limit counts what its running window has already paid. Existing awards do not change."
  )
  .pipe(forPartner("rules:write"))

export const list = HttpApiEndpoint.get("list", "/laas/rules")
  .setUrlParams(RulesQuery)
  .addSuccess(success(RulePage))
  .annotate(OpenApi.Summary, "The partner's rules, in the order of their creation")
  .annotate(OpenApi.Description, "With all fields, including those that the answer to a creation omits.")
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
    "The same parameters as the list of rules, so that one page of each fits together. What one member has used is in the explanation of an award."
  )
  .pipe(forPartner("read"))

const id = HttpApiSchema.param("id", parameter(RuleId, { description: "The rule's id" }))

export const get = HttpApiEndpoint.get("get")`/laas/rules/${id}`
  .addSuccess(success(RuleDetails))
  .annotate(OpenApi.Summary, "A rule, with what its places and its limits per rule have used")
  .annotate(OpenApi.Description, "The fields of the list, and `usage`.")
  .pipe(forPartner("read"))

export const progress = HttpApiEndpoint.get("progress")`/laas/rules/${id}/progress`
  .setUrlParams(ProgressQuery)
  .addSuccess(success(ProgressPage))
  .annotate(OpenApi.Summary, "The members in the middle of a cycle of a batched or combined rule")
  .annotate(
    OpenApi.Description,
    "With the progress of each, and the sub-rules that are missing. A page can be short although `hasMore` is true."
  )
  .pipe(forPartner("read"))

/** Awards belong to the group of rules, as their paths do: `client.rules.award`. */
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
