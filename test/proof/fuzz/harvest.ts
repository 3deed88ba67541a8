// Values that the service has answered, for the fields of later requests.
import type { Random } from "../random.ts"
import type { Known } from "./generate.ts"

/** By the operation whose answer has it, the fields that it is good for. */
const harvests: ReadonlyArray<readonly [operation: RegExp, path: RegExp, fields: ReadonlyArray<string>]> = [
  [/^rules\.(create|update)$/, /"data":\{"id":"([^"]+)"/g, ["rules id", "ruleId"]],
  [/^rules\.create$/, /"name":"([^"\\]+)"/g, ["ruleName"]],
  [/^rules\.award$/, /"data":\{"id":"([^"]+)"/g, ["awardId"]],
  [/^activities\.record$/, /"data":\{"id":"([^"]+)"/g, ["activityId"]],
  [/^coins\.transfer$/, /"data":\{"id":"([^"]+)"/g, ["transactionId"]],
  [/^webhooks\.(create|list)$/, /"id":"([^"]+)"/g, ["webhooks id"]],
  [/^webhooks\.deliveries$/, /"id":"([^"]+)"/g, ["deliveryId"]],
  [/^iam\.createApiKey$/, /"data":\{"id":"([^"]+)"/g, ["iam id"]],
  [/^members\.onboard$/, /"userId":"([^"\\]+)"/g, ["userId", "around"]],
  [/^events\.list$/, /"id":"([^"]+)"/g, ["after"]]
]

/** How many values of a field are remembered. Later ones take the places of earlier ones. */
const most = 50

export const makeHarvest = (known: Map<string, Array<string>>) => ({
  /** The values that fields of an operation may have. An `id` is of the operation's own kind. */
  knownFor: (operation: string): Known => {
    const ids = known.get(`${operation.split(".")[0]} id`)
    return ids === undefined ? known : new Map([...known, ["id", ids]])
  },
  learn: (
    operation: string,
    { status, text }: { readonly status: number; readonly text: string },
    random: Random
  ): void => {
    if (status >= 300) return
    for (const [asked, path, fields] of harvests) {
      if (!asked.test(operation)) continue
      for (const [, value = ""] of text.matchAll(path)) {
        for (const field of fields) {
          const values = known.get(field) ?? []
          if (values.length < most) values.push(value)
          else values[random.below(most)] = value
          known.set(field, values)
        }
      }
    }
  }
})
