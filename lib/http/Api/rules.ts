import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AwardBody, AwardOutcomes, AwardPage, AwardsBody, RuleAward } from "../wire/awards.ts"
import { success } from "../wire/envelope.ts"
import { CreateRuleBody, Rule, RuleCreated, UpdateRuleBody } from "../wire/rules.ts"
import { Authorization, BodyLimit, created, optional, RequiredScope } from "./annotations.ts"

export const rules = HttpApiGroup.make("rules")
  .add(
    HttpApiEndpoint.post("create", "/laas/rules/create-rule")
      .setPayload(CreateRuleBody)
      .addSuccess(success(RuleCreated), created)
      .annotate(RequiredScope, "rules:write")
      .annotate(OpenApi.Summary, "Create a rule")
  )
  .add(
    HttpApiEndpoint.post("update", "/laas/rules/update-rule")
      .setPayload(UpdateRuleBody)
      .addSuccess(success(Rule))
      .annotate(RequiredScope, "rules:write")
      .annotate(OpenApi.Summary, "Change a rule; its type, completion number and sub-rules stay")
  )
  .add(
    HttpApiEndpoint.get("list", "/laas/rules")
      .setUrlParams(Schema.Struct({ after: optional, limit: optional }))
      .addSuccess(success(Schema.Array(Rule)))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "The partner's rules, in the order of their creation")
  )
  .add(
    HttpApiEndpoint.post("award", "/laas/rules/award")
      .setPayload(AwardBody)
      .addSuccess(success(RuleAward), created)
      .annotate(RequiredScope, "awards:write")
      .annotate(OpenApi.Summary, "State that a user met a rule's condition once")
  )
  .add(
    HttpApiEndpoint.post("awardMany", "/laas/rules/awards")
      .setPayload(AwardsBody)
      .addSuccess(success(AwardOutcomes), created)
      .annotate(RequiredScope, "awards:write")
      .annotate(BodyLimit, 1024 * 1024)
      .annotate(OpenApi.Summary, "Up to 1000 awards at once, an outcome each")
  )
  .add(
    HttpApiEndpoint.get("awards", "/laas/rules/awards")
      .setUrlParams(
        Schema.Struct({ userId: optional, ruleName: optional, before: optional, limit: optional })
      )
      .addSuccess(success(AwardPage))
      .annotate(RequiredScope, "read")
      .annotate(OpenApi.Summary, "The partner's awards, newest first")
  )
  .middleware(Authorization)
  .annotate(OpenApi.Description, "Rules, and awarding them")
