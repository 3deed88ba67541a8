import { Context, Effect, Layer, Schema } from "effect"
import { Approvals } from "../rewards/approvals/Approvals.ts"
import { now } from "../rewards/clock.ts"
import { PartnerKey } from "../rewards/partners/Partner.ts"
import { Rules } from "../rewards/rules/Rules.ts"
import type * as Documented from "../schema/Documented.ts"
import { type InvalidInput, parser } from "../schema/Input.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { type AlertList, alertsOf } from "./Alert.ts"

export const ListAlerts = Schema.Struct({
  ...PartnerKey.fields,
  /** Whether the list includes adjustments that wait for approval. They concern only people who may approve them. */
  approvals: Schema.optionalWith(Schema.Boolean, { default: () => true })
})
export type ListAlertsInput = Documented.Of<typeof ListAlerts, Documented.ListAlertsInput>

/** Finds what may need the attention of a partner's people. */
export class Alerts extends Context.Tag("rewards/Alerts")<
  Alerts,
  {
    /**
     * Lists what may need a person now: rules that have used at least 80 % of a limit, rules that end within seven days, webhooks that are
     * failing, and adjustments that wait for approval. Reads a bounded number of rows, even if there are very many rules.
     */
    readonly list: (input: ListAlertsInput) => Effect.Effect<AlertList, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Alerts, never, Approvals | Rules | Webhooks> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const parse = parser(ListAlerts)

const make = Effect.gen(function* () {
  const approvals = yield* Approvals
  const rules = yield* Rules
  const webhooks = yield* Webhooks

  return Alerts.of({
    list: Effect.fn("Alerts.list")(function* (input) {
      const { approvals: hasApprovals, partnerId } = yield* parse(input)
      const at = yield* now
      const found = yield* Effect.all({
        pressing: rules.pressing({ partnerId }),
        webhooks: webhooks.list({ partnerId }),
        waiting: hasApprovals
          ? approvals.list({ partnerId, state: "waiting", limit: 100 })
          : Effect.succeed([])
      })
      const { hasMore, data } = found.pressing
      const waitingSince = found.waiting.map(({ createdAt }) => createdAt)
      return { data: alertsOf({ rules: data, webhooks: found.webhooks, waitingSince }, at), hasMore }
    })
  })
})
