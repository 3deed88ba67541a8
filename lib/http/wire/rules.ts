import { Schema } from "effect"
import { CreateRule, UpdateRule } from "../../domain/Rule.ts"
import { Decimal, Numeric } from "./envelope.ts"

/** Requests are the library's own inputs; the partner comes from the access token. */
export const CreateRuleBody = CreateRule.omit("partnerId").annotations({ identifier: "CreateRule" })
export const UpdateRuleBody = UpdateRule.omit("partnerId").annotations({ identifier: "UpdateRule" })

const Status = Schema.Literal("active", "inactive")

/** What creating a rule answers: a part of the rule, as the interface has it. */
export const RuleCreated = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  coinValue: Decimal,
  condition: Schema.String,
  maxNumberOfParticipant: Numeric,
  status: Status
}).annotations({ identifier: "RuleCreated" })

export const Rule = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  coinValue: Decimal,
  maxNumberOfParticipant: Numeric,
  condition: Schema.String,
  status: Status,
  type: Schema.Literal("single", "batched", "combined"),
  completionNumber: Numeric,
  userLimitAward: Numeric.annotations({ description: "-1 means no maximum" }),
  rules: Schema.Array(Schema.Struct({ name: Schema.String, condition: Schema.String, status: Status }))
}).annotations({ identifier: "Rule" })
