// The service in this process, asked through its one web-standard function.
import type { HandlerOptions } from "../../lib/http.ts"
import { openRewards, type RewardsClient } from "../../lib/index.ts"

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON, text as it is. */
  readonly body: object | string | undefined
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

export interface Service {
  readonly rewards: RewardsClient
  readonly send: (call: Call) => Promise<Reply>
  /** Everything that was ever answered, for tests that look for what must not be there. */
  readonly answered: ReadonlyArray<{ readonly call: Call; readonly reply: Reply }>
}

const json = { "content-type": "application/json" }

export const get = (path: string): Call => ({ method: "GET", path, headers: {}, body: undefined })
export const post = (path: string, body: object | string): Call => ({
  method: "POST",
  path,
  headers: json,
  body
})

export const withHeaders = (call: Call, headers: Readonly<Record<string, string>>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers }
})
export const withKey = (call: Call, key: string): Call => withHeaders(call, { "idempotency-key": key })

const requestOf = ({ method, path, headers, body }: Call): Request =>
  new Request(`http://rewards.example/api/v1${path}`, {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })

const parsed = (text: string): unknown => (text === "" ? undefined : JSON.parse(text))

export const openService = async (database: string, options: HandlerOptions = {}): Promise<Service> => {
  const rewards = await openRewards({ database })
  const handler = rewards.handler(options)
  const answered: Array<{ call: Call; reply: Reply }> = []
  return {
    rewards,
    answered,
    send: async (call) => {
      const response = await handler.fetch(requestOf(call))
      const text = await response.text()
      const reply = { status: response.status, headers: response.headers, text, body: parsed(text) }
      answered.push({ call, reply })
      return reply
    }
  }
}
