import { Agent, request as httpRequest, type IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { Effect } from "effect"
import type { UserDetailsUnavailable } from "../../Errors.ts"
import { type Target, unavailable } from "./target.ts"

export const maxBytes = 64 * 1024
const maxHeaderSize = 16 * 1024

/** Without an empty `proxyEnv`, Deno sends the request through the proxy that its environment names. */
const agentOptions = { keepAlive: false, proxyEnv: {} }

class Pinned extends Agent {
  readonly #socket: Socket
  constructor(socket: Socket) {
    super(agentOptions)
    this.#socket = socket
  }
  override createConnection(): Socket {
    return this.#socket
  }
}

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "")

const tooLarge = `answered with more than ${maxBytes / 1024} KiB: the record must be smaller`
const brokenOff = "broke off its answer, or did not answer in HTTP: it must answer 200 with the record"

const answered = (status: number | undefined): string =>
  `answered ${status}: it must answer 200 with the record`

/** Returns what is wrong with the response, judged by its status and headers. */
const faultOf = ({ headers, statusCode }: IncomingMessage): string | undefined => {
  const encodings = [headers["content-encoding"] ?? "identity", headers["transfer-encoding"] ?? "chunked"]
  if (statusCode !== 200) return answered(statusCode)
  if (!isJson(headers["content-type"])) return "answered with another content type than application/json"
  if (encodings.join().toLowerCase() !== "identity,chunked")
    return "answered with an encoded body: it must send the record as plain JSON"
  return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge : undefined
}

/**
 * Sends one request over an open connection and reads the response. It uses `node:http` with an agent that returns
 * only this socket. `fetch` and `https.request` open their own connections, through proxies of the environment (on
 * Deno even if the host is numeric). Bun, Node and Deno share the parser of `node:http`, which refuses two lengths, a
 * length together with chunks, bare line feeds, folded headers and headers over the limit. The caller closes the
 * connection.
 */
export const ask = (socket: Socket, target: Target): Effect.Effect<Uint8Array, UserDetailsUnavailable> =>
  Effect.async((resume) => {
    const fail = (reason: string) => resume(Effect.fail(unavailable(reason)))

    const read = (response: IncomingMessage) => {
      response.on("error", () => fail(brokenOff))
      response.on("close", () => fail(brokenOff))
      const fault = faultOf(response)
      if (fault !== undefined) return fail(fault)
      const chunks: Array<Uint8Array> = []
      let size = 0
      response.on("data", (chunk: Uint8Array) => {
        size += chunk.byteLength
        if (size <= maxBytes) return chunks.push(chunk)
        fail(tooLarge)
        socket.destroy()
      })
      response.on("end", () =>
        response.complete ? resume(Effect.succeed(Buffer.concat(chunks))) : undefined
      )
    }

    const request = httpRequest({
      agent: new Pinned(socket),
      path: target.path,
      maxHeaderSize,
      headers: {
        host: target.host,
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": "laurel-rewards",
        connection: "close"
      }
    })
    request.on("response", read)
    request.on("upgrade", ({ statusCode }) => fail(answered(statusCode)))
    request.on("error", () => fail(brokenOff))
    request.on("close", () => fail(brokenOff))
    request.end()
  })
