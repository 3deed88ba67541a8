// A partner's server that gets webhooks. It checks each request with the public verifier of Standard Webhooks.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { soon } from "../support/wait.ts"

export interface Received {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether the verifier accepted the signature. */
  readonly verified: boolean
}

/** How a receiver answers its nth request, from 1. */
export type Script = (response: ServerResponse, nth: number, received: Received) => void

export const accepts: Script = (response) => response.end("thanks")
export const refuses: Script = (response) => response.writeHead(500).end("not now")
/** Never answers. */
export const silent: Script = () => {}

export interface Receiver {
  readonly url: string
  readonly received: Array<Received>
  /** The secrets that requests are checked with: one of them has to match. */
  readonly secrets: Array<string>
  script: Script
  readonly connections: () => number
  /** Resolves when this many requests have come, or the condition holds for what has come. */
  readonly until: (condition: number | ((received: ReadonlyArray<Received>) => boolean)) => Promise<void>
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

const isVerified = (secret: string, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

export const startReceiver = async (script: Script = accepts, port = 0): Promise<Receiver> => {
  const received: Array<Received> = []
  const secrets: Array<string> = []
  const waiting = new Set<() => void>()
  let connections = 0

  const server: Server = createServer(async (request, response) => {
    const body = await bodyOf(request).catch(() => undefined)
    if (body === undefined) return
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    )
    const { id, type } = JSON.parse(body)
    const one = {
      id,
      type,
      body,
      headers,
      verified: secrets.some((secret) => isVerified(secret, body, headers))
    }
    received.push(one)
    receiver.script(response, received.length, one)
    for (const look of [...waiting]) look()
  })
  server.on("connection", () => connections++)
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const { port: bound } = server.address() as AddressInfo

  const receiver: Receiver = {
    url: `http://127.0.0.1:${bound}/hooks?key=1`,
    received,
    secrets,
    script,
    connections: () => connections,
    until: async (condition) => {
      const holds = () => (typeof condition === "number" ? received.length >= condition : condition(received))
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (holds()) resolve()
      }
      waiting.add(look)
      look()
      const what = typeof condition === "number" ? `${condition} requests` : "more requests"
      const seen = () => received.map(({ body }) => body)
      await soon(`${what} at the receiver`, promise, { seen }).finally(() => waiting.delete(look))
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return receiver
}
