import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { RuleId } from "../../rewards/Id.ts"
import { AtLimit, Per, Period } from "../../rewards/limits/Limit.ts"
import { ListProgress } from "../../rewards/rules/Progress.ts"
import { Status } from "../../rewards/rules/Rule.ts"
import { CreateRule, UpdateRule } from "../../rewards/rules/RuleInput.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { created } from "../annotations.ts"
import { award, awardMany, awards, explain, reverse, reverseMany, Standing } from "../awards/api.ts"
import { success } from "../envelope.ts"
import { parameter, requestBody, requestQuery } from "../fields.ts"
import { listing, pageSize } from "../notes.ts"
import { keysetPage } from "../paging.ts"
import { Decimal, Id, Instant, Numeric, Whole } from "../wire.ts"

const name = {
  description: "Unique among the partner's rules and sub-rules; trimmed and lower-cased",
  example: "sign-up"
}
const coinValue = { description: "Coins to give", example: "10.5" }
const maxNumberOfParticipant = { description: "How many users can be rewarded", example: "100" }
const condition = {
  description: "What a user has to do; required unless the type is combined",
  example: "Opens an account"
}
const userLimitAward = {
  description: "How often one user can be rewarded; -1 means no maximum",
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
  timeZone: { description: "The time zone of the limits; UTC unless told", example: "Europe/Berlin" },
  startsAt: { description: "From when on the rule can be awarded; null: at once" },
  endsAt: { description: "Until when the rule can be awarded; null: without end" },
  atLimit: {
    description:
      "What an award gets that a limit stands in the way of: reject (unless told) refuses it, suppress records it without effect, clamp pays what coin limits leave"
  }
}

/** The partner comes from the access token. */
export const CreateRuleBody = requestBody("CreateRule", CreateRule.omit("partnerId"), {
  name,
  coinValue,
  maxNumberOfParticipant,
  condition,
  status: { description: "active, unless told" },
  type: {
    description:
      "single (unless told) pays each time, batched every completionNumber times, combined when every sub-rule is met"
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
      condition: { description: "What meets this part", example: "Verifies the e-mail address" },
      status: { description: "active, unless told" }
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
  "What is left out stays as it is. type, completionNumber and the other fields of a sub-rule cannot be changed, and are refused"
)

export const RulesQuery = requestQuery(
  Schema.Struct({
    after: Schema.optional(RuleId),
    status: Schema.optional(Status),
    limit: Schema.optional(PageSize)
  }),
  {
    after: { description: "The id of the last rule of the page before" },
    status: { description: "Rules with this status alone, whatever that of their sub-rules" },
    limit: pageSize(100)
  }
)

const RuleStatus = Schema.Literal(...Status.literals)

/** The answer to the creation of a rule: a part of the rule, as the interface has it. */
export const RuleCreated = Schema.Struct({
  id: Id,
  name: Schema.String,
  coinValue: Decimal,
  condition: Schema.String,
  maxNumberOfParticipant: Numeric,
  status: RuleStatus
}).annotations({ identifier: "RuleCreated" })

export const Rule = Schema.Struct({
  id: Id,
  name: Schema.String,
  coinValue: Decimal,
  maxNumberOfParticipant: Numeric,
  condition: Schema.String,
  status: RuleStatus,
  type: Schema.Literal("single", "batched", "combined"),
  completionNumber: Numeric,
  userLimitAward: Numeric.annotations({ description: "-1 means no maximum" }),
  rules: Schema.Array(Schema.Struct({ name: Schema.String, condition: Schema.String, status: RuleStatus })),
  limits: Schema.Array(
    Schema.Struct({
      per: Schema.Literal(...Per.literals),
      period: Schema.Literal(...Period.literals),
      awards: Schema.optional(Numeric),
      coins: Schema.optional(Decimal)
    })
  ),
  timeZone: Schema.String,
  startsAt: Schema.NullOr(Instant),
  endsAt: Schema.NullOr(Instant),
  atLimit: Schema.Literal(...AtLimit.literals)
}).annotations({ identifier: "Rule" })

export const RulePage = Schema.Struct(keysetPage(Rule)).annotations({ identifier: "RulePage" })

export const RuleUsage = Schema.Struct({
  ruleId: Id,
  ruleName: Schema.String,
  limits: Schema.Array(Standing).annotations({
    description:
      "Places, then the limits of the rule as a whole. Those per user are different for each: see explain"
  })
}).annotations({ identifier: "RuleUsage" })

export const RuleUsagePage = Schema.Struct(keysetPage(RuleUsage)).annotations({ identifier: "RuleUsagePage" })

export const RuleDetails = Schema.Struct({
  ...Rule.fields,
  usage: Schema.Array(Standing).annotations({
    description: "Places, then the rule's limits per rule; what a member has used is in its explanation"
  })
}).annotations({ identifier: "RuleDetails" })

export const ProgressQuery = requestQuery(ListProgress.omit("partnerId", "id"), {
  after: listing.after,
  limit: pageSize(20)
})

const MemberProgress = Schema.Struct({
  userId: Schema.String,
  done: Whole.annotations({ description: "Completions, or finished sub-rules, of the running cycle" }),
  of: Whole.annotations({ description: "How many pay" }),
  missing: Schema.Array(Schema.String).annotations({
    description: "The names of the sub-rules that are left; empty for a batched rule"
  })
}).annotations({ identifier: "MemberProgress" })

export const ProgressPage = Schema.Struct({
  ...keysetPage(MemberProgress),
  hasMore: Schema.Boolean.annotations({
    description:
      "Whether there may be others after these. A page looks at 500 members of the rule at most, so that it can be short or empty although this is true"
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
