// Requests to the HTTP interface and its answers, as plain values.
import { Schema } from "effect"

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON, text unchanged. */
  readonly body: object | string | undefined
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed JSON; undefined for an HTML page or an empty answer. */
  readonly body: unknown
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
/** A form, as a browser or an OAuth client sends it. */
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

const Identified = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })
const LoggedIn = Schema.Struct({ data: Schema.Struct({ accessToken: Schema.String }) })
const Enveloped = Schema.Struct({ data: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })

/** The `data` of an answer in the envelope. */
export const dataIn = (body: unknown) => Schema.decodeUnknownSync(Enveloped)(body).data
export const idIn = (body: unknown): string => Schema.decodeUnknownSync(Identified)(body).data.id
export const tokenIn = (body: unknown): string => Schema.decodeUnknownSync(LoggedIn)(body).data.accessToken
