import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { RuleId } from "../../rewards/Id.ts"
import { ListedStatus, Rule, RuleName, RuleType, SubRule } from "../../rewards/rules/Rule.ts"
import { CreateRule, UpdateRule } from "../../rewards/rules/RuleInput.ts"
import { ListProgress, MemberProgress } from "../../rewards/rules/RuleUsage.ts"
import { SimulateRule, Simulation } from "../../rewards/simulation/Simulation.ts"
import { PageSize } from "../../schema/Page.ts"
import { forPartner } from "../access.ts"
import { ChecksVersion, created, Failures, ReadsList, UniqueKeys } from "../annotations.ts"
import { answer, Decimal, described, Id, Numeric } from "../answerSchemas.ts"
import {
  award,
  awardMany,
  awards,
  confirm,
  confirmMany,
  explain,
  getAward,
  LimitStandingAnswer,
  reverse,
  reverseMany
} from "../awards/api.ts"
import { success } from "../envelope.ts"
import { orderer } from "../ordererAnswer.ts"
import { keysetPage } from "../paging.ts"
import {
  InputId,
  listing,
  pageSize,
  parameter,
  requestBody,
  requestQuery,
  withUnknownFields
} from "../requestSchemas.ts"

const name = {
  description: "Unique among the partner's rules and sub-rules; trimmed and lower-cased",
  example: "sign-up"
}
const coinValue = { description: "The coins that the rule pays", example: "10.5" }
const maxNumberOfParticipant = { description: "How many users can be awarded", example: "100" }
const condition = {
  description: "The condition that a user must meet, as text",
  example: "Opens an account"
}
const userLimitAward = {
  description: "How many times one user can be paid; -1 means no maximum",
  example: "-1"
}

const when = {
  description:
    "The activities that the rule is awarded for: their type, and conditions on their data, member and time. null if the rule is awarded by name only. The rule can always be awarded by name, too. If the rule has a `unit`, `amount` is required",
  fields: {
    activity: { description: "The type of the activities", example: "order.placed" },
    amount: {
      description:
        "The field of the activity's data that is the amount of the award; only for a rule with a `unit`",
      example: "data.total"
    }
  }
}

const subRuleWhen = {
  description:
    "The activities that finish the sub-rule, in the same form as `when` of a rule, but without `amount`",
  fields: when.fields
}

const programme = {
  when,
  unit: {
    description:
      "For a `single` rule that pays by amount: an award pays `coinValue` for every full unit of its amount. null if the rule does not pay by amount",
    example: "10"
  },
  maxCoins: {
    description: "The most coins that one award by amount pays; null if there is no maximum",
    example: "500"
  },
  limits: {
    description:
      'Up to 8 limits. Each limits the payments of the rule, or their coins, in a window of the calendar. A budget is a limit of `coins` with `per` "rule" and `period` "ever"',
    fields: {
      per: { description: "`member` limits the payments to each user, and `rule` all payments of the rule" },
      period: {
        description: "The length of the window, in the calendar of `timeZone`. Weeks begin on Monday"
      },
      awards: { description: "The maximum number of payments", example: 3 },
      coins: { description: "The maximum number of coins", example: "500" }
    }
  },
  timeZone: {
    description:
      "The time zone of the limits, and of the days on which coins mature and expire. A new rule has UTC by default",
    example: "Europe/Berlin"
  },
  startsAt: { description: "When the rule becomes available; null if it is available immediately" },
  endsAt: { description: "When the rule stops being available; null if it does not end" },
  atLimit: {
    description:
      "What happens to an award that a limit does not allow. `reject` refuses it, `suppress` records it without paying, and `clamp` pays only the coins that the limit still allows. A new rule has `reject` by default"
  },
  pendingDays: {
    description:
      "The number of days in `timeZone` after which the coins of an award mature. Until then, they are pending and cannot be spent. null if an award pays at once",
    example: "14"
  },
  coinsExpire: {
    description:
      "The coins of an award expire after this time, at the end of the day in `timeZone`: an ISO 8601 period of years, months and days. Pending coins are counted from the day on which they mature. null if they do not expire. A change affects only later awards",
    example: "P1Y"
  }
}

export const CreateRuleBody = requestBody("CreateRule", CreateRule.omit("partnerId"), {
  name,
  coinValue,
  maxNumberOfParticipant,
  condition: { ...condition, description: `${condition.description}; required unless the type is combined` },
  status: { description: "active by default" },
  type: {
    description:
      "`single` (the default) pays for each completion, `batched` for every `completionNumber` completions, and `combined` when every active sub-rule is complete"
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
      status: { description: "active by default" },
      when: subRuleWhen
    }
  },
  ...programme
})

export const UpdateRuleBody = requestBody(
  "UpdateRule",
  UpdateRule.omit("partnerId"),
  {
    id: { description: "The rule's id", example: "01a1dd04-59e9-7000-9022-9805fb1f6534" },
    version: {
      description:
        "The `version` of the rule that the caller has read. If the rule has changed since then, nothing is written, and the answer is 412 with `rule_changed`. The header `If-Match` with the `ETag` of `GET /laas/rules/{id}` does the same"
    },
    name,
    coinValue,
    maxNumberOfParticipant,
    condition,
    status: { description: "An inactive rule cannot be awarded" },
    archived: {
      description:
        "Lists leave out an archived rule. Only an inactive rule can be archived. Its awards, its history and its name stay, and `false` restores it"
    },
    userLimitAward,
    rules: {
      description:
        "The sub-rules whose `status` or `when` changes. At least one sub-rule of a combined rule must stay active",
      fields: {
        name: { description: "The name of a sub-rule of this rule", example: "verified" },
        status: { description: "An inactive sub-rule cannot be awarded, and the rule pays without it" },
        when: subRuleWhen
      }
    },
    ...programme
  },
  "Omitted fields do not change. A request with `type` or `completionNumber`, or with fields of a sub-rule other than `name`, `status` and `when`, is refused, because these fields cannot change"
)

const simulated = requestBody("SimulatedTime", SimulateRule.pick("from", "to"), {
  from: {
    description: "Only activities that were recorded at or after this time",
    example: "2026-10-01T00:00:00.000Z"
  },
  to: {
    description:
      "Only activities that were recorded before this time. A simulation of more than 200000 activities is refused",
    example: "2026-11-01T00:00:00.000Z"
  }
})

export const SimulateRuleBody = Schema.extend(
  Schema.Struct({
    rule: described(
      Schema.Union(CreateRuleBody, UpdateRuleBody),
      "Either a new rule with `when`, in the form of `create-rule`, or the `id` of a rule and its changes, in the form of `update-rule`. The rule must be active"
    )
  }),
  simulated
).annotations({
  identifier: "SimulateRule",
  ...withUnknownFields,
  [InputId]: SimulateRule.omit("partnerId")
})

export const SimulationAnswer = answer("Simulation", Simulation, {
  activities: {
    description: "The number of activities of the types that the rule names. Reversed activities are left out"
  },
  met: {
    description: "The number of activities that met the conditions of the rule, or of one of its sub-rules"
  },
  awards: { description: "The number of awards that paid" },
  members: { description: "The number of users who were paid" },
  coins: { description: "The coins that the awards paid" },
  refusals: {
    description:
      "How many times the conditions were met but the award was refused or suppressed, by the `appErrorCode` of the refusal"
  },
  days: {
    description: "The days with a payment, by the calendar of the rule's time zone",
    fields: {
      day: { description: "A day, such as 2026-10-31", format: "date" },
      coins: { description: "The coins of the day" }
    }
  }
})

export const RulesQuery = requestQuery(
  Schema.Struct({
    after: Schema.optional(RuleId),
    search: Schema.optional(RuleName),
    status: Schema.optional(ListedStatus),
    type: Schema.optional(RuleType),
    limit: Schema.optional(PageSize)
  }),
  {
    after: { description: "The `next` of the previous page" },
    search: {
      description:
        "Only rules that have this text in their name, or in the name of a sub-rule; upper and lower case are the same",
      example: "sign"
    },
    type: { description: "Only rules of this type" },
    status: {
      description:
        "Only rules with this status; the status of sub-rules is ignored. Archived rules are listed with `archived` only"
    },
    limit: pageSize(100)
  }
)

const whenAnswer = {
  description: "The activities that the rule or sub-rule is awarded for; null if it is awarded by name only"
}

/** The fields of a rule that the HTTP API encodes like the domain schema. */
export const PlainRule = answer(
  undefined,
  Rule.omit(
    "partnerId",
    "maxNumberOfParticipant",
    "participants",
    "userLimitAward",
    "terms",
    "limits",
    "pendingDays",
    "createdAt",
    "updatedAt"
  ),
  {
    archived: { description: "Whether lists leave the rule out. An archived rule is inactive" },
    when: whenAnswer,
    coinsExpire: { description: "After how long the coins of an award expire; null if they do not expire" }
  }
)
export const PlainSubRule = answer(undefined, SubRule.pick("name", "condition", "status", "when"), {
  when: whenAnswer
})

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
  ...PlainRule.fields,
  pendingDays: described(
    Schema.NullOr(Numeric),
    "The number of days for which the coins of an award are pending; null if an award pays at once"
  )
}).annotations({ identifier: "Rule" })

/** A rule in lists. */
export const ListedRule = Schema.Struct({
  ...WholeRule.fields,
  orderedBy: orderer("created the rule"),
  changedBy: orderer("ordered the last change")
}).annotations({ identifier: "ListedRule" })

export const RulePage = keysetPage("RulePage", ListedRule)

const ruleLimits = described(
  Schema.Array(LimitStandingAnswer),
  'The usage of the limits that count all payments of the rule: first the number of participants, then the limits with `per` "rule". For the limits per user, explain an award'
)

export const RuleUsage = Schema.Struct({
  ruleId: Id,
  ruleName: Schema.String,
  limits: ruleLimits
}).annotations({ identifier: "RuleUsage" })

export const RuleUsagePage = keysetPage("RuleUsagePage", RuleUsage)

export const RuleDetails = Schema.Struct({
  ...ListedRule.fields,
  version: described(
    Schema.String,
    "The version of the rule. Pass it as `version` of an update. It changes if a field of the rule is updated, but not if the rule pays. The header `ETag` contains it in quotes"
  ),
  usage: ruleLimits
}).annotations({
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
  .annotate(UniqueKeys, true)
  .annotate(
    OpenApi.Description,
    "The service does not evaluate `condition`, which is text for people. A `single` rule pays for each award, a `batched` rule for every `completionNumber` awards, and a `combined` rule when each of its active sub-rules was awarded. The name is trimmed and lower-cased. It must be unique among the partner's rules and sub-rules. `when`, `limits`, `startsAt`, `endsAt`, `atLimit`, `pendingDays` and `coinsExpire` are optional. At most 50 active rules and sub-rules of a partner can have the same `when.activity`."
  )
  .pipe(forPartner("rules:write"))

export const update = HttpApiEndpoint.post("update", "/laas/rules/update-rule")
  .setPayload(UpdateRuleBody)
  .addSuccess(success(WholeRule))
  .annotate(OpenApi.Summary, "Change a rule, or the status and `when` of its sub-rules")
  .annotate(ChecksVersion, true)
  .annotate(Failures, {
    412: "The rule has changed since the caller has read the `version`. Nothing was written"
  })
  .annotate(UniqueKeys, true)
  .annotate(
    OpenApi.Description,
    "Omitted fields do not change; `limits` and `when` are replaced as a whole. A new limit also counts the payments that were already made in its current window. Existing awards do not change."
  )
  .pipe(forPartner("rules:write"))

export const simulate = HttpApiEndpoint.post("simulate", "/laas/rules/simulate")
  .setPayload(SimulateRuleBody)
  .addSuccess(success(SimulationAnswer))
  .annotate(
    OpenApi.Summary,
    "Simulate what a rule, or a change of a rule, would have paid for recorded activities"
  )
  .annotate(UniqueKeys, true)
  .annotate(
    OpenApi.Description,
    "Applies only this rule to the recorded activities, in the order in which they were recorded, and writes nothing. Its counters start at zero, as if nobody had been paid before. In conditions, `member.activities` is the number of activities that the member had at the time of the activity, and attributes have their current values. Erased data is missing, and reversed activities are left out. The activities of merged members, and those of an erased member and its successor, count as the activities of one member. Limits and `days` follow the calendar of the rule's `timeZone`. A simulation reads at most 200000 activities. If there are more, the error names the latest `to` that is possible. A process of the service runs only one simulation of a partner at a time. A simulation that takes longer than 25 seconds, including its wait for others, is answered with 503."
  )
  .pipe(forPartner("read"))

export const list = HttpApiEndpoint.get("list", "/laas/rules")
  .setUrlParams(RulesQuery)
  .addSuccess(success(RulePage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The partner's rules, in the order of their creation")
  .annotate(
    OpenApi.Description,
    "Includes the fields that the answer to a creation omits. A page with `search`, `status` or `type` examines at most 1000 rules, so it can have few rules or none although there are more. Read the next page while `hasMore` is true."
  )
  .pipe(forPartner("read"))

export const usage = HttpApiEndpoint.get("usage", "/laas/rules/usage")
  .setUrlParams(RulesQuery)
  .addSuccess(success(RuleUsagePage))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The usage of each rule's limits")
  .annotate(
    OpenApi.Description,
    "Takes the same parameters as the list of rules, and returns the same rules. The answer has the limits that count all payments of a rule. For the limits per user, explain an award."
  )
  .pipe(forPartner("read"))

const id = HttpApiSchema.param("id", parameter(RuleId, { description: "The rule's id" }))

export const get = HttpApiEndpoint.get("get")`/laas/rules/${id}`
  .addSuccess(success(RuleDetails))
  .annotate(OpenApi.Summary, "A rule, and the usage of its limits")
  .annotate(OpenApi.Description, "The answer has the fields of the list, `version` and `usage`.")
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
  .add(simulate)
  .add(list)
  .add(usage)
  .add(get)
  .add(progress)
  .add(award)
  .add(awardMany)
  .add(awards)
  .add(getAward)
  .add(explain)
  .add(reverse)
  .add(reverseMany)
  .add(confirm)
  .add(confirmMany)
  .annotate(OpenApi.Description, "Rules and awards")
