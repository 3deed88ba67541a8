import { maxCommands } from "../rewards/commands/CommandWriter.ts"
import type { Incoming } from "./incoming.ts"

/** Each item of a bulk counts as a request. */
export const countsOf =
  (name: string) =>
  (body: Incoming["body"]): number => {
    const list = body[name]
    return Array.isArray(list) ? Math.min(list.length, maxCommands) : 1
  }

export const bulkFailures = {
  429: "Too many requests in a minute, each item counting as one, or at once. Nothing was written; `Retry-After` says when to try again"
}
