// Receives webhooks: `WEBHOOK_SECRET=whsec_… bun examples/webhook-receiver.ts`
import { createServer, type IncomingMessage } from "node:http"
import { Webhook } from "standardwebhooks"

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? "")

/** An event comes at least once. A real application stores these ids in its database, with what it does for the event. */
const seen = new Set<string>()

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

/** Verifies the signature over the exact bytes, before they are parsed. Throws if the service did not sign the request. */
const verified = (body: string, headers: IncomingMessage["headers"]) =>
  webhook.verify(body, {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"])
  }) as { readonly id: string; readonly type: string; readonly data: { readonly userId?: string } }

const server = createServer(async (request, response) => {
  const body = await bodyOf(request)
  try {
    const { data, id, type } = verified(body, request.headers)
    if (!seen.has(id)) console.log(`${type} ${data.userId ?? ""}`.trim())
    seen.add(id)
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end("not signed with the secret of this webhook")
  }
})

server.listen(Number(process.env.PORT ?? 4000), () => {
  const address = server.address()
  console.log(`listening on http://localhost:${typeof address === "object" ? address?.port : address}`)
})

process.once("SIGTERM", () => server.close())
