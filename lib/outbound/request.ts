import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { Effect, Either } from "effect"
import { OutboundFailed, type Target } from "./Outbound.ts"

const maxHeaderSize = 16 * 1024

/**
 * An agent that always returns the same open connection. If `staysOpen` is true, the connection stays open after an answer. `proxyEnv`
 * is empty, so that the environment variables cannot set a proxy.
 */
export class ConnectionAgent extends Agent {
  readonly socket: Socket
  readonly staysOpen: boolean
  constructor(socket: Socket, staysOpen = false) {
    const options = { keepAlive: staysOpen, proxyEnv: {} }
    super(options)
    this.socket = socket
    this.staysOpen = staysOpen
  }
  override createConnection(): Socket {
    return this.socket
  }
}

export interface OutboundRequest {
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
  /** Whether another request can use the connection. */
  readonly reusable: boolean
}

/** How to read an answer. */
export interface Reading {
  /** The largest number of bytes of the body. */
  readonly maxBytes: number
  /** If the body is longer than `maxBytes`, the request fails with this reason. Without it, the body is truncated. */
  readonly tooLarge?: string | undefined
  /** Checks the status and the headers. If it returns a reason, the request fails with this reason. */
  readonly faultOf?: ((status: number, headers: IncomingHttpHeaders) => string | undefined) | undefined
  /** If the answer is missing or incomplete, the request fails with this reason. */
  readonly brokenOff: string
}

export type AnswerResult = Either.Either<Answer, OutboundFailed>

/**
 * Sends one request over an open connection, and calls `callback` once, with the answer or the failure. Redirects are not followed.
 * The caller must close the connection. `fetch` is not used, because it would open its own connection.
 */
export const startRequest = (
  agent: ConnectionAgent,
  target: Target,
  request: OutboundRequest,
  reading: Reading,
  callback: (result: AnswerResult) => void
): void => {
  let isDone = false
  const finish = (result: () => AnswerResult) => {
    if (isDone) return
    isDone = true
    callback(result())
  }
  const fail = (reason: string) => finish(() => Either.left(new OutboundFailed({ reason })))
  const breakOff = () => fail(reading.brokenOff)

  const read = (response: IncomingMessage) => {
    const { headers, statusCode: status = 0 } = response
    response.on("error", breakOff)
    response.on("close", breakOff)
    const fault = reading.faultOf?.(status, headers)
    if (fault !== undefined) return fail(fault)
    const chunks: Array<Uint8Array> = []
    let size = 0
    const succeed = (reusable: boolean) =>
      finish(() =>
        Either.right({
          status,
          headers,
          body: Buffer.concat(chunks).subarray(0, reading.maxBytes),
          reusable
        })
      )
    response.on("data", (chunk: Uint8Array) => {
      if (size > reading.maxBytes) return
      size += chunk.byteLength
      chunks.push(chunk)
      if (size <= reading.maxBytes) return
      if (reading.tooLarge === undefined) succeed(false)
      else fail(reading.tooLarge)
      agent.socket.destroy()
    })
    response.on("end", () =>
      response.complete
        ? succeed(agent.staysOpen && headers.connection?.toLowerCase() !== "close")
        : undefined
    )
  }

  const sent = httpRequest({
    agent,
    method: request.method,
    path: target.path,
    maxHeaderSize,
    headers: {
      host: target.host,
      ...request.headers,
      "accept-encoding": "identity",
      "user-agent": "laurel-rewards",
      connection: agent.staysOpen ? "keep-alive" : "close",
      ...(request.body === undefined ? {} : { "content-length": String(request.body.byteLength) })
    }
  })
  sent.on("response", read)
  // An upgraded connection has another protocol, so there is no body to read.
  sent.on("upgrade", ({ headers, statusCode: status = 0 }) => {
    const fault = reading.faultOf?.(status, headers)
    if (fault !== undefined) return fail(fault)
    finish(() => Either.right({ status, headers, body: new Uint8Array(), reusable: false }))
  })
  sent.on("error", breakOff)
  sent.on("close", breakOff)
  sent.end(request.body)
}

/** Returns an effect that runs `startRequest`. */
export const sendRequest = (
  agent: ConnectionAgent,
  target: Target,
  request: OutboundRequest,
  reading: Reading
): Effect.Effect<Answer, OutboundFailed> =>
  Effect.async((resume) => startRequest(agent, target, request, reading, resume))
