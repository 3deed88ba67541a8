import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { ReadRuleStatistics, ReadStatistics, RuleStatistics, Statistics } from "../../boards/Statistic.ts"
import { RuleId } from "../../rewards/Id.ts"
import { forPartner } from "../access.ts"
import { ReadsList } from "../annotations.ts"
import { answer } from "../answerSchemas.ts"
import { success } from "../envelope.ts"
import { parameter, requestQuery } from "../requestSchemas.ts"

const rangeIn = (zone: string) => ({
  from: { description: `The first day, in ${zone}. By default, the range has 30 days` },
  to: {
    description: `The last day, in ${zone}. By default it is today, or 29 days after \`from\` if that is earlier. The range can have at most 400 days`
  }
})

export const StatisticsQuery = requestQuery(ReadStatistics.omit("partnerId"), rangeIn("UTC"))

export const RuleStatisticsQuery = requestQuery(
  ReadRuleStatistics.omit("partnerId", "id"),
  rangeIn("the time zone of the rule")
)

const coinsOf = (records: string) => ({ description: `The coins of all ${records}` })

const refusal = {
  code: { description: "The `appErrorCode` of the reason" },
  limit: { description: "The limit that was reached, if `code` is `limit_reached`; null for other reasons" },
  count: { description: "About how many awards were refused or suppressed" }
}

const day = { description: "A day of the range", format: "date" } as const

export const StatisticsAnswer = answer("Statistics", Statistics, {
  from: { description: "The first day of the range, in UTC", format: "date" },
  to: { description: "The last day of the range, in UTC", format: "date" },
  at: { description: "The time of `owed`, `outstanding` and `pending`" },
  owed: {
    description: "The coins that the partner owes its users now: the sum of `outstanding` and `pending`"
  },
  outstanding: { description: "The coins in all wallets now" },
  pending: { description: "The coins of awards that have not matured" },
  days: {
    description:
      "One entry for every day of the range. On each day, the owed coins change by earned - reversed - spent + refunded - expired + unexpired + credited - debited",
    fields: {
      day,
      awards: { description: "The number of awards that paid" },
      earned: { description: "The coins of these awards, including coins that are still pending" },
      reversals: { description: "The number of reversals of awards that had paid" },
      reversed: coinsOf("reversals"),
      transfers: { description: "The number of transfers to the partner" },
      spent: coinsOf("transfers"),
      refunds: { description: "The number of refunds of transfers" },
      refunded: coinsOf("refunds"),
      expired: { description: "The coins that expired, or that were erased with their user" },
      unexpired: {
        description: "The part of `reversed` and `debited` that had already expired, so it was not owed"
      },
      adjustments: { description: "The number of adjustments and of reversals of adjustments" },
      credited: { description: "The coins that adjustments and their reversals added to wallets" },
      debited: {
        description:
          "The coins that debits and reversals of credits took, from wallets or from the coins that had expired"
      },
      refused: { description: "About how many awards rules refused or suppressed" },
      owed: { description: "The coins that were owed at the end of the day, or now if the day has not ended" }
    }
  },
  rules: {
    description: "The rules that paid most, at most 50",
    fields: {
      ruleId: { description: "The rule's id" },
      awards: { description: "The number of awards that paid" },
      coins: coinsOf("awards"),
      reversed: { description: "The part of these coins that reversals have taken back so far" }
    }
  },
  otherRules: { description: "The number of other rules that paid, and the sums over these rules" },
  members: {
    description:
      "The ten users who earned most from `from` to `to`, which are the first and the last day of the range. If the range has more than 20,000 payments, the list comes from the board of the month in which the range ends. Then `from` and `to` are the first and the last day of this month, and `awards` is null",
    fields: {
      from: { format: "date" },
      to: { format: "date" }
    }
  },
  refusals: {
    description: "The most frequent reasons for which rules refused or suppressed awards, at most 50",
    fields: refusal
  },
  otherRefusals: { description: "About how many awards were refused or suppressed for other reasons" }
})

export const RuleStatisticsAnswer = answer("RuleStatistics", RuleStatistics, {
  timeZone: { description: "The time zone of the rule" },
  from: { description: "The first day of the range, in the time zone of the rule", format: "date" },
  to: { description: "The last day of the range", format: "date" },
  days: {
    description:
      "One entry for every day of the range, in the time zone that the rule had at the time of the awards",
    fields: {
      day,
      awards: { description: "The number of awards that paid" },
      coins: coinsOf("awards"),
      reversed: { description: "The part of these coins that reversals have taken back so far" }
    }
  },
  members: {
    description:
      "The ten users whom the awards of these days paid most, including coins that reversals have taken back since. At most the newest 20,000 awards are examined. `after` is null if these are all awards of the range; otherwise only awards after this time count",
    fields: {
      data: { fields: { awards: { description: "Awards that paid" }, coins: coinsOf("awards") } }
    }
  },
  refusals: {
    description:
      "The reasons for which the rule refused or suppressed awards on these days in UTC. The most frequent reason comes first",
    fields: refusal
  }
})

const counts =
  "Includes every write that was answered before the request, and everything that was due. Refusals are counted in memory and written every few seconds, so a crash can lose the last counts, and the counts of other processes can be some seconds late."

export const ofPartner = HttpApiEndpoint.get("ofPartner", "/laas/statistics")
  .setUrlParams(StatisticsQuery)
  .addSuccess(success(StatisticsAnswer))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "Statistics of a range of days, and the coins that are owed")
  .annotate(
    OpenApi.Description,
    `A reversal or refund counts on the day on which it was written, so that past days do not change. ${counts}`
  )
  .pipe(forPartner("read"))

const id = HttpApiSchema.param("id", parameter(RuleId, { description: "The rule's id" }))

export const ofRule = HttpApiEndpoint.get("ofRule")`/laas/rules/${id}/statistics`
  .setUrlParams(RuleStatisticsQuery)
  .addSuccess(success(RuleStatisticsAnswer))
  .annotate(ReadsList, true)
  .annotate(OpenApi.Summary, "The coins that a rule paid on each day, and the users whom it paid most")
  .annotate(OpenApi.Description, `A reversal counts on the day of its award. ${counts}`)
  .pipe(forPartner("read"))

export const statistics = HttpApiGroup.make("statistics")
  .add(ofPartner)
  .add(ofRule)
  .annotate(OpenApi.Description, "Statistics of a range of days")
