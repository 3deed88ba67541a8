import { Schema } from "effect"
import { Decimal, Id, Numeric } from "./envelope.ts"
import { numeric, text } from "./request.ts"

const Status = Schema.Literal("active", "inactive")
const Type = Schema.Literal("single", "batched", "combined")

const name = text("Unique among the partner's rules and sub-rules; trimmed and lower-cased", "sign-up", {
  minLength: 1,
  maxLength: 128
})
const coinValue = numeric("Coins to give: above 0, at most 4 decimals, no more than 900000000000", "10.5")
const maxNumberOfParticipant = numeric("How many users can be rewarded: a whole number of 1 or more", "100")
const condition = text("What a user has to do; required unless the type is combined", "Opens an account", {
  minLength: 1,
  maxLength: 1000
})
const userLimit = "How often one user can be rewarded; -1 means no maximum"

/** The partner comes from the access token. */
export const CreateRuleBody = Schema.Struct({
  name,
  coinValue,
  maxNumberOfParticipant,
  condition: Schema.optional(condition),
  status: Schema.optional(Status.annotations({ description: "active, unless told" })),
  type: Schema.optional(
    Type.annotations({
      description:
        "single (unless told) pays each time, batched every completionNumber times, combined when every sub-rule is met"
    })
  ),
  completionNumber: Schema.optional(
    numeric("For a batched rule: how many completions pay once", "1", { default: "1" })
  ),
  userLimitAward: Schema.optional(numeric(userLimit, "-1", { default: "-1" })),
  rules: Schema.optional(
    Schema.Array(
      Schema.Struct({
        name,
        condition: text("What meets this part", "Verifies the e-mail address", {
          minLength: 1,
          maxLength: 1000
        }),
        status: Schema.optional(Status)
      })
    ).annotations({ description: "The sub-rules of a combined rule: 1 to 30, at least one of them active" })
  )
}).annotations({ identifier: "CreateRule" })

export const UpdateRuleBody = Schema.Struct({
  id: text("The rule's id", "01a1dd04-59e9-7000-9022-9805fb1f6534"),
  name: Schema.optional(name),
  coinValue: Schema.optional(coinValue),
  maxNumberOfParticipant: Schema.optional(maxNumberOfParticipant),
  condition: Schema.optional(condition),
  status: Schema.optional(Status),
  userLimitAward: Schema.optional(numeric(userLimit, "-1"))
}).annotations({ identifier: "UpdateRule", description: "What is left out stays as it is" })

/** What creating a rule answers: a part of the rule, as the interface has it. */
export const RuleCreated = Schema.Struct({
  id: Id,
  name: Schema.String,
  coinValue: Decimal,
  condition: Schema.String,
  maxNumberOfParticipant: Numeric,
  status: Status
}).annotations({ identifier: "RuleCreated" })

export const Rule = Schema.Struct({
  id: Id,
  name: Schema.String,
  coinValue: Decimal,
  maxNumberOfParticipant: Numeric,
  condition: Schema.String,
  status: Status,
  type: Type,
  completionNumber: Numeric,
  userLimitAward: Numeric.annotations({ description: "-1 means no maximum" }),
  rules: Schema.Array(Schema.Struct({ name: Schema.String, condition: Schema.String, status: Status }))
}).annotations({ identifier: "Rule" })
