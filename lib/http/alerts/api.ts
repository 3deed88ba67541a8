import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Alert, AlertList } from "../../alerts/Alert.ts"
import { forPartner } from "../access.ts"
import { ReadsList } from "../annotations.ts"
import { answer, described } from "../answerSchemas.ts"
import { LimitStandingAnswer } from "../awards/api.ts"
import { success } from "../envelope.ts"

export const AlertAnswer = answer("Alert", Alert, {
  rule: { description: "The rule; null if the alert is not about a rule" },
  limit: described(
    Schema.NullOr(LimitStandingAnswer),
    "The rule's limit with the largest used share; null if the alert is not about a limit"
  ),
  endsAt: { description: "When the rule ends; null if the alert is not about the end of a rule" },
  webhook: {
    description:
      "The webhook with the host of its URL, and why the service has paused it; null if the alert is not about a webhook"
  },
  waiting: { description: "The number of adjustments that wait for approval, at most 100; null otherwise" },
  since: {
    description:
      "The time since which the webhook has been failing, or the oldest adjustment has been waiting; null otherwise"
  }
})

export const AlertsAnswer = answer("Alerts", AlertList, {
  data: Schema.Array(AlertAnswer),
  hasMore: { description: "True if more rules have alerts than are listed" }
})

export const list = HttpApiEndpoint.get("list", "/laas/alerts")
  .addSuccess(success(AlertsAnswer))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "What may need attention now")
  .annotate(
    OpenApi.Description,
    "Lists active rules that have used at least 80 % (`rule.nearly_used_up`) or all (`rule.used_up`) of the places or of a limit for all members. A rule has at most one of these two alerts. Also lists active rules that end within seven days (`rule.ending`), webhooks whose attempts fail (`webhook.failing`), and adjustments that wait for approval (`approval.waiting`). Only callers with the scope `coins:adjust` get `approval.waiting`. The answer has alerts for at most 100 rules. Only the newest 10,000 rules are examined."
  )
  .pipe(forPartner("read"))

export const alerts = HttpApiGroup.make("alerts")
  .add(list)
  .annotate(OpenApi.Description, "What may need attention")
