// The rewards service as a route handler of Next.js: app/api/v1/[...path]/route.ts
import { type AccountsClient, openRewards } from "laurel-rewards"

/** Next.js reloads this module in development; the engine stays open. */
const kept = globalThis as { rewards?: Promise<AccountsClient> }
kept.rewards ??= openRewards({
  database: process.env.DATABASE_URL ?? "sqlite:./data/rewards.db",
  accounts: true
})
const rewards = await kept.rewards
// A route handler does not know its caller's address: limit by address in the proxy in front.
const { fetch } = rewards.handler()

export { fetch as DELETE, fetch as GET, fetch as PATCH, fetch as POST }

export const runtime = "nodejs"
