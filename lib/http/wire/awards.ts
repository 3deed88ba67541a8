import { Schema } from "effect"
import { Failure, Id, Whole } from "./envelope.ts"
import { text, userId } from "./request.ts"

export const AwardBody = Schema.Struct({
  userId,
  ruleName: text("The name of a rule, or of a sub-rule of a combined one", "sign-up"),
  narration: Schema.optional(
    Schema.NullOr(Schema.String).annotations({
      jsonSchema: {
        type: ["string", "null"],
        maxLength: 500,
        description: "Comes back as note",
        examples: ["Welcome"]
      }
    })
  )
}).annotations({ identifier: "Award" })

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

/** An outcome each, in the order of the request. */
export const AwardOutcomes = Schema.Struct({
  accepted: Whole,
  refused: Whole,
  outcomes: Schema.Array(
    Schema.Union(Schema.Struct({ status: Schema.Literal("success"), data: RuleAward }), Failure)
  )
}).annotations({ identifier: "AwardOutcomes" })

export const AwardPage = Schema.Struct({
  data: Schema.Array(RuleAward),
  next: Schema.NullOr(Schema.String).annotations({ description: "Pass as `before` for the next page" })
}).annotations({ identifier: "AwardPage" })
