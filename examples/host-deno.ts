// The rewards service inside an application on Deno: `deno run --allow-all examples/host-deno.ts`
import { openRewards } from "laurel-rewards"

const rewards = await openRewards({
  database: Deno.env.get("DATABASE_URL") ?? "sqlite:./data/rewards.db",
  accounts: true
})
const peers = new WeakMap<Request, string>()
const handler = rewards.handler({ address: (request) => peers.get(request) })

/** A route of the application, which awards without an HTTP request: POST /orders/7?partnerId=…&userId=… */
const placeOrder = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url)
  const award = await rewards.awards.award({
    partnerId: searchParams.get("partnerId") ?? "",
    userId: searchParams.get("userId") ?? "",
    ruleName: "first order",
    idempotencyKey: pathname
  })
  return Response.json({ order: pathname, coins: award.coins }, { status: 201 })
}

const options = {
  port: Number(Deno.env.get("PORT") ?? 3000),
  onListen: ({ port }: { port: number }) => console.log(`listening on http://localhost:${port}`)
}

const server = Deno.serve(options, (request, { remoteAddr }) => {
  peers.set(request, remoteAddr.hostname)
  return new URL(request.url).pathname.startsWith("/api/v1/") ? handler.fetch(request) : placeOrder(request)
})

Deno.addSignalListener("SIGTERM", async () => {
  await server.shutdown()
  await handler.dispose()
  await rewards.close()
  Deno.exit()
})
