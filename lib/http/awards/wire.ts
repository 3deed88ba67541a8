import { Schema } from "effect"
import { AwardCommand } from "../../rewards/awards/Award.ts"
import { AwardId } from "../../rewards/Id.ts"
import { UserId } from "../../rewards/members/Member.ts"
import { Name } from "../../rewards/rules/Name.ts"
import { PageSize } from "../../schema/Page.ts"
import { Failure } from "../envelope.ts"
import { requestBody, requestQuery } from "../fields.ts"
import { pageSize, userId } from "../notes.ts"
import { next } from "../paging.ts"
import { Id, Whole } from "../wire.ts"

export const AwardBody = requestBody("Award", AwardCommand.omit("partnerId", "idempotencyKey"), {
  userId,
  ruleName: { description: "The name of a rule, or of a sub-rule of a combined one", example: "sign-up" },
  narration: { description: "Comes back as note", example: "Welcome" }
})

export const RuleAward = Schema.Struct({
  id: Id,
  ruleId: Id.annotations({ description: "The id of the rule or sub-rule that was named" }),
  ruleName: Schema.String,
  userId: Schema.String,
  awarded: Schema.Boolean.annotations({ description: "Whether this call paid; false when it only counted" }),
  note: Schema.NullOr(Schema.String).annotations({ description: "The narration" }),
  partnerId: Id
}).annotations({ identifier: "RuleAward" })

export const AwardsBody = Schema.Struct({
  awards: Schema.Array(AwardBody).annotations({ description: "Up to 1000" })
}).annotations({ identifier: "Awards" })

/** How many of the awards were accepted. The outcomes are in the order of the request. */
export const AwardOutcomes = Schema.Struct({
  accepted: Whole,
  refused: Whole,
  outcomes: Schema.Array(
    Schema.Union(Schema.Struct({ status: Schema.Literal("success"), data: RuleAward }), Failure)
  )
}).annotations({ identifier: "AwardOutcomes" })

export const AwardsQuery = requestQuery(
  Schema.Struct({
    userId: Schema.optional(UserId),
    ruleName: Schema.optional(Name),
    before: Schema.optional(AwardId),
    limit: Schema.optional(PageSize)
  }),
  {
    userId: { description: userId.description },
    ruleName: { description: "Awards that named this rule or sub-rule" },
    before: { description: "The `next` of the page before" },
    limit: pageSize(100)
  }
)

export const AwardPage = Schema.Struct({ data: Schema.Array(RuleAward), next }).annotations({
  identifier: "AwardPage"
})
