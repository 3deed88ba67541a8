// The rewards service inside an application on Fastify: `node examples/host-fastify.ts`
import fastify from "fastify"
import { openRewards } from "laurel-rewards"
import { nodeListener, peerAddress } from "laurel-rewards/node"

const rewards = await openRewards({
  database: process.env.DATABASE_URL ?? "sqlite:./data/rewards.db",
  accounts: true
})
const handler = rewards.handler({ address: peerAddress })
const api = nodeListener(handler.fetch)

const app = fastify()

// A scope of its own, in which Fastify leaves the body alone, because the handler reads it itself.
app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null))
  scope.all("/api/v1/*", (request, reply) => {
    reply.hijack()
    return api(request.raw, reply.raw)
  })
})

// A route of the application, which awards without an HTTP request.
app.post<{ Params: { order: string }; Querystring: { partnerId: string; userId: string } }>(
  "/orders/:order",
  async ({ params: { order }, query: { partnerId, userId } }, reply) => {
    const path = `/orders/${order}`
    const award = await rewards.awards.award({
      partnerId,
      userId,
      ruleName: "first order",
      idempotencyKey: path
    })
    return reply.status(201).send({ order: path, coins: award.coins })
  }
)

const address = await app.listen({ port: Number(process.env.PORT ?? 3000) })
console.log(`listening on http://localhost:${new URL(address).port}`)

process.once("SIGTERM", async () => {
  await app.close()
  await handler.dispose()
  await rewards.close()
})
