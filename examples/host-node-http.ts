// The rewards service inside an application on Node's http: `node examples/host-node-http.ts`
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { openRewards } from "laurel-rewards"
import { nodeListener, peerAddress } from "laurel-rewards/node"

const rewards = await openRewards({
  database: process.env.DATABASE_URL ?? "sqlite:./data/rewards.db",
  accounts: true
})
const handler = rewards.handler({ address: peerAddress })
const api = nodeListener(handler.fetch)

/** A route of the application, which awards without an HTTP request: POST /orders/7?partnerId=…&userId=… */
const placeOrder = async (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
  const award = await rewards.awards.award({
    partnerId: searchParams.get("partnerId") ?? "",
    userId: searchParams.get("userId") ?? "",
    ruleName: "first order",
    idempotencyKey: pathname
  })
  response.writeHead(201, { "content-type": "application/json" })
  response.end(JSON.stringify({ order: pathname, coins: award.coins }))
}

const server = createServer((request, response) => {
  if (request.url?.startsWith("/api/v1/")) return void api(request, response)
  placeOrder(request, response).catch((error: Error) => response.writeHead(400).end(error.message))
})

server.listen(Number(process.env.PORT ?? 3000), () => {
  const address = server.address()
  console.log(`listening on http://localhost:${typeof address === "object" ? address?.port : address}`)
})

process.once("SIGTERM", async () => {
  server.close()
  server.closeIdleConnections()
  await handler.dispose()
  await rewards.close()
})
