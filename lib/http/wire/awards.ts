import { Schema } from "effect"
import { AwardCommand } from "../../domain/Award.ts"
import { Failure } from "./envelope.ts"

export const AwardBody = AwardCommand.omit("partnerId", "idempotencyKey").annotations({ identifier: "Award" })

export const RuleAward = Schema.Struct({
  id: Schema.String,
  ruleId: Schema.String,
  ruleName: Schema.String,
  userId: Schema.String,
  awarded: Schema.Boolean.annotations({ description: "Whether this call paid; false when it only counted" }),
  note: Schema.NullOr(Schema.String),
  partnerId: Schema.String
}).annotations({ identifier: "RuleAward" })

export const AwardsBody = Schema.Struct({
  awards: Schema.Array(AwardBody).pipe(Schema.maxItems(1000))
}).annotations({ identifier: "Awards" })

/** An outcome each, in the order of the request. */
export const AwardOutcomes = Schema.Struct({
  accepted: Schema.Int,
  refused: Schema.Int,
  outcomes: Schema.Array(
    Schema.Union(Schema.Struct({ status: Schema.Literal("success"), data: RuleAward }), Failure)
  )
}).annotations({ identifier: "AwardOutcomes" })

export const AwardPage = Schema.Struct({
  data: Schema.Array(RuleAward),
  next: Schema.NullOr(Schema.String).annotations({ description: "Pass as `before` for the next page" })
}).annotations({ identifier: "AwardPage" })
