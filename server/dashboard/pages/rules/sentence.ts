import { counted, exact } from "../../parts/numbers.ts"
import type { RuleValues } from "./values.ts"

const often = (limit: string): string =>
  limit === "" || limit === "-1"
    ? "as often as they earn it"
    : limit === "1"
      ? "once each"
      : `up to ${exact(limit)} times each`

/** What the rule does, in words. Nothing while its numbers are missing. */
export const sentenceOf = (values: RuleValues): string | undefined => {
  const coins = Number(values.coinValue)
  const places = Number(values.maxNumberOfParticipant)
  if (!(coins > 0) || !(places > 0)) return undefined
  const when =
    values.type === "single"
      ? "each time"
      : values.type === "batched"
        ? `every ${exact(values.completionNumber || 1)} completions`
        : `when all ${counted(values.rules.filter(({ status }) => status === "active").length, "condition")} are met`
  return `Pays ${counted(coins, "coin")} ${when}, to at most ${counted(places, "member")}, ${often(values.userLimitAward.trim())}.`
}
