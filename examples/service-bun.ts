// The whole service on Bun: `bun examples/service-bun.ts`
import { openRewards } from "laurel-rewards"

const database = process.env.DATABASE_URL ?? "sqlite:./data/rewards.db"
const rewards = await openRewards({ database, accounts: true })
const handler = rewards.handler({ address: (request) => server.requestIP(request)?.address })
const port = Number(process.env.PORT ?? 3000)
const server = Bun.serve({ port, development: false, reusePort: false, fetch: handler.fetch })
console.log(`listening on http://localhost:${server.port}`)

process.once("SIGTERM", async () => {
  await server.stop()
  await handler.dispose()
  await rewards.close()
})
