// The rewards service inside an application on Express: `node examples/host-express.ts`
import express from "express"
import { openRewards } from "laurel-rewards"
import { nodeListener, peerAddress } from "laurel-rewards/node"

const rewards = await openRewards({
  database: process.env.DATABASE_URL ?? "sqlite:./data/rewards.db",
  accounts: true
})
const handler = rewards.handler({ address: peerAddress })

const app = express()
// Must come before the body parser, because the handler reads the body itself.
app.use("/api/v1", nodeListener(handler.fetch))
app.use(express.json())

// A route of the application, which awards without an HTTP request.
app.post("/orders/:order", async (request, response) => {
  const { partnerId, userId } = request.query
  const award = await rewards.awards.award({
    partnerId: String(partnerId),
    userId: String(userId),
    ruleName: "first order",
    idempotencyKey: request.path
  })
  response.status(201).json({ order: request.path, coins: award.coins })
})

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address()
  console.log(`listening on http://localhost:${typeof address === "object" ? address?.port : address}`)
})

process.once("SIGTERM", async () => {
  server.close()
  server.closeIdleConnections()
  await handler.dispose()
  await rewards.close()
})
