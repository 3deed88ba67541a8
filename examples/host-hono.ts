// The rewards service inside an application on Hono: `bun examples/host-hono.ts`
import { Hono } from "hono"
import { openRewards } from "laurel-rewards"

const rewards = await openRewards({
  database: process.env.DATABASE_URL ?? "sqlite:./data/rewards.db",
  accounts: true
})
const handler = rewards.handler({ address: (request) => server.requestIP(request)?.address })

const app = new Hono()
app.all("/api/v1/*", (context) => handler.fetch(context.req.raw))

// A route of the application, which awards without an HTTP request.
app.post("/orders/:order", async (context) => {
  const { partnerId = "", userId = "" } = context.req.query()
  const award = await rewards.awards.award({
    partnerId,
    userId,
    ruleName: "first order",
    idempotencyKey: context.req.path
  })
  return context.json({ order: context.req.path, coins: award.coins }, 201)
})

const server = Bun.serve({
  port: Number(process.env.PORT ?? 3000),
  development: false,
  reusePort: false,
  fetch: (request) => app.fetch(request)
})
console.log(`listening on http://localhost:${server.port}`)

process.once("SIGTERM", async () => {
  await server.stop()
  await handler.dispose()
  await rewards.close()
})
