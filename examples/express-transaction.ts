// An Express application with its own PostgreSQL pool: an order and its coins commit together, or not at all.
// `DATABASE_URL=postgres://… node examples/express-transaction.ts`
import express from "express"
import { openRewards, RewardsError } from "laurel-rewards"
import { layerFromPool } from "laurel-rewards/postgres"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
await pool.query("CREATE TABLE IF NOT EXISTS shop_order (id TEXT PRIMARY KEY, customer TEXT NOT NULL)")

const rewards = await openRewards({ database: layerFromPool(pool) })
const { id: partnerId } = await rewards.partners.register({ name: "Corner Shop", reference: "shop" })
const rule = { partnerId, name: "order", coinValue: 10, maxNumberOfParticipant: 500, condition: "an order" }
await rewards.rules.create({ ...rule, userLimitAward: 2 }).catch((error: unknown) => {
  if (!(error instanceof RewardsError && error.data._tag === "NameTaken")) throw error
})

const placeOrder = async (order: string, customer: string): Promise<string> => {
  await rewards.members.onboard({ partnerId, userId: customer })
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    await client.query("INSERT INTO shop_order (id, customer) VALUES ($1, $2)", [order, customer])
    const award = { partnerId, userId: customer, ruleName: "order", idempotencyKey: `order ${order}` }
    const { coins } = await rewards.within(client).awards.award(award)
    await client.query("COMMIT")
    return coins
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}

const app = express()
app.post("/orders/:order", async (request, response) => {
  const { order } = request.params
  try {
    const coins = await placeOrder(order, String(request.query.customer))
    response.status(201).json({ order, coins })
  } catch (error) {
    if (!(error instanceof RewardsError)) throw error
    response.status(409).json({ order, error: error.message })
  }
})
app.get("/orders", async (_request, response) => {
  const { rows } = await pool.query("SELECT id, customer FROM shop_order ORDER BY id")
  response.json(rows)
})

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address()
  console.log(`listening on http://localhost:${typeof address === "object" ? address?.port : address}`)
})

process.once("SIGTERM", async () => {
  server.close()
  server.closeIdleConnections()
  await rewards.close()
  await pool.end()
})
