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
  /** What came as JSON; nothing where the answer is a page, or empty. */
  readonly body: unknown
}

export interface Service {
  readonly rewards: RewardsClient
  readonly send: (call: Call) => Promise<Reply>
  /** For requests that a call cannot say. What they are answered is not kept. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Everything that was ever answered, for tests that look for what must not be there. */
  readonly answered: ReadonlyArray<{ readonly call: Call; readonly reply: Reply }>
}

const json = { "content-type": "application/json" }
const urlEncoded = { "content-type": "application/x-www-form-urlencoded" }

export const get = (path: string): Call => ({ method: "GET", path, headers: {}, body: undefined })
export const remove = (path: string): Call => ({ ...get(path), method: "DELETE" })
export const post = (path: string, body?: object | string): Call => ({
  method: "POST",
  path,
  headers: body === undefined ? {} : json,
  body
})
export const patch = (path: string, body: object | string): Call => ({ ...post(path, body), method: "PATCH" })
/** As a browser sends a form, or an OAuth client its request. */
export const form = (path: string, fields: Readonly<Record<string, string>>): Call => ({
  method: "POST",
  path,
  headers: urlEncoded,
  body: new URLSearchParams(fields).toString()
})

export const withHeaders = (call: Call, headers: Call["headers"]): Call => ({
  ...call,
  headers: { ...call.headers, ...headers }
})
export const withKey = (call: Call, key: string): Call => withHeaders(call, { "idempotency-key": key })
export const withBearer = (call: Call, token: string): Call =>
  withHeaders(call, { authorization: `Bearer ${token}` })
export const withBasic = (call: Call, name: string, secret: string): Call =>
  withHeaders(call, { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}` })

export const requestOf = ({ method, path, headers, body }: Call): Request =>
  new Request(`http://rewards.example${path.startsWith("/.well-known/") ? "" : "/api/v1"}${path}`, {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })

const parsed = (text: string, contentType: string | null): unknown =>
  text !== "" && contentType?.includes("json") === true ? JSON.parse(text) : undefined

export const replyOf = async (response: Response): Promise<Reply> => {
  const text = await response.text()
  const { headers, status } = response
  return { status, headers, text, body: parsed(text, headers.get("content-type")) }
}

export const openService = async (database: string, options: HandlerOptions = {}): Promise<Service> => {
  const rewards = await openRewards({ database, allowLoopbackUserDetails: true })
  const { fetch } = rewards.handler(options)
  const answered: Array<{ call: Call; reply: Reply }> = []
  return {
    rewards,
    fetch,
    answered,
    send: async (call) => {
      const reply = await replyOf(await fetch(requestOf(call)))
      answered.push({ call, reply })
      return reply
    }
  }
}
