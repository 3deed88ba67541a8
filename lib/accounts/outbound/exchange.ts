import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { Effect, Either } from "effect"
import { OutboundFailed } from "./connection.ts"
import type { Target } from "./target.ts"

const maxHeaderSize = 16 * 1024

/**
 * The agent of one open connection. Without an empty `proxyEnv`, Deno sends the request through the proxy that its
 * environment names. `staysOpen` leaves the connection open after an answer.
 */
export class Pinned extends Agent {
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

export interface Question {
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
  /** Whether the connection can carry another request: the answer was read to its end and does not close it. */
  readonly reusable: boolean
}

export interface Reading {
  readonly maxBytes: number
  /** The reason to fail with when the body is longer. Without it, the body is cut, and the rest is not read. */
  readonly tooLarge?: string | undefined
  /** Says what is wrong with an answer by its status and headers. Then its body is not read. */
  readonly faultOf?: ((status: number, headers: IncomingHttpHeaders) => string | undefined) | undefined
  /** The reason when there is no whole answer. */
  readonly brokenOff: string
}

export type Told = Either.Either<Answer, OutboundFailed>

/**
 * Sends one request over an open connection and calls back once, with the answer or with why there is none. It uses
 * `node:http` with an agent that returns only this socket. `fetch` and `https.request` open their own connections, through proxies of the environment (on Deno even
 * if the host is numeric). Bun, Node and Deno share the parser of `node:http`, which refuses two lengths, a length
 * together with chunks, bare line feeds, folded headers and headers over the limit. A redirect is an answer like any
 * other. The caller closes the connection.
 */
export const ask = (
  agent: Pinned,
  target: Target,
  question: Question,
  reading: Reading,
  callback: (told: Told) => void
): void => {
  let isTold = false
  const tell = (told: () => Told) => {
    if (isTold) return
    isTold = true
    callback(told())
  }
  const fail = (reason: string) => tell(() => Either.left(new OutboundFailed({ reason })))

  const read = (response: IncomingMessage) => {
    const { headers, statusCode: status = 0 } = response
    response.on("error", () => fail(reading.brokenOff))
    response.on("close", () => fail(reading.brokenOff))
    const fault = reading.faultOf?.(status, headers)
    if (fault !== undefined) return fail(fault)
    const chunks: Array<Uint8Array> = []
    let size = 0
    const answer = (reusable: boolean) =>
      tell(() =>
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
      if (reading.tooLarge === undefined) answer(false)
      else fail(reading.tooLarge)
      agent.socket.destroy()
    })
    response.on("end", () =>
      response.complete ? answer(agent.staysOpen && headers.connection?.toLowerCase() !== "close") : undefined
    )
  }

  const request = httpRequest({
    agent,
    method: question.method,
    path: target.path,
    maxHeaderSize,
    headers: {
      host: target.host,
      ...question.headers,
      "accept-encoding": "identity",
      "user-agent": "laurel-rewards",
      connection: agent.staysOpen ? "keep-alive" : "close",
      ...(question.body === undefined ? {} : { "content-length": String(question.body.byteLength) })
    }
  })
  request.on("response", read)
  // The connection has another protocol from now on, so there is no body to read.
  request.on("upgrade", ({ headers, statusCode: status = 0 }) => {
    const fault = reading.faultOf?.(status, headers)
    if (fault !== undefined) return fail(fault)
    tell(() => Either.right({ status, headers, body: new Uint8Array(), reusable: false }))
  })
  request.on("error", () => fail(reading.brokenOff))
  request.on("close", () => fail(reading.brokenOff))
  request.end(question.body)
}

export const exchange = (
  agent: Pinned,
  target: Target,
  question: Question,
  reading: Reading
): Effect.Effect<Answer, OutboundFailed> =>
  Effect.async((resume) => ask(agent, target, question, reading, resume))
