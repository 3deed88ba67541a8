// Calls a service that runs elsewhere: `REWARDS_URL=… API_KEY=… API_SECRET=… bun examples/client.ts`
import { ClientError, createClient } from "laurel-rewards/client"

const { API_KEY = "", API_SECRET = "", REWARDS_URL = "http://localhost:3000" } = process.env

// Logs in by itself, and again when the token has expired.
const client = createClient({ baseUrl: REWARDS_URL, apiKey: { apiKey: API_KEY, apiSecret: API_SECRET } })

await client.members.onboard({ payload: { userId: "ada" } })
const order = { userId: "ada", ruleName: "first order", narration: "order 7" }
const { data: award } = await client.rules.award({ payload: order, idempotencyKey: "order-7" })
console.log(`awarded: ${award.awarded}, ${award.note}`)

const { data: wallet } = await client.coins.wallet({ urlParams: { userId: "ada" } })
console.log(`ada has ${wallet.totalPartnerCoins}`)

try {
  await client.rules.award({ payload: order })
} catch (error) {
  if (!(error instanceof ClientError)) throw error
  console.log(`${error.status} ${error.appErrorCode}: ${error.error}`)
}
