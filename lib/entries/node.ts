/** laurel-rewards/node: mounts the handler in servers that use Node's own requests, such as `node:http` and Express. */
import type { IncomingMessage, ServerResponse } from "node:http"

const peers = new WeakMap<Request, string>()

/** Returns the network address that sent a request. Pass this function as the handler's `address`. */
export const peerAddress = (request: Request): string | undefined => peers.get(request)

/** Returns the path and the query of a request. Express removes the mount path from `url`, but `originalUrl` has the whole path. */
const targetOf = (incoming: IncomingMessage): string => {
  const original = "originalUrl" in incoming ? incoming.originalUrl : undefined
  const target = typeof original === "string" ? original : (incoming.url ?? "/")
  return target.startsWith("/") ? target : "/"
}

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "")
  }
  return headers
}

/**
 * Returns the body as a web stream. If the reader cancels the stream, the rest of the body is received and dropped. Closing the connection
 * with unread data would reset it, and the caller might not get the answer.
 */
const bodyOf = (incoming: IncomingMessage): ReadableStream<Uint8Array> => {
  let open = true
  const end = (finish: () => void) => () => {
    if (open) finish()
    open = false
  }
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      incoming.on("data", (chunk: Uint8Array) => {
        if (!open) return
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.on(
        "end",
        end(() => controller.close())
      )
      const fail = end(() => controller.error(new Error("the connection was closed")))
      incoming.on("error", fail)
      incoming.on("close", fail)
      incoming.pause()
    },
    pull: () => void incoming.resume(),
    cancel: () => {
      open = false
      incoming.resume()
    }
  })
}

/** Returns a signal that is aborted when the connection closes before the answer is complete. */
const signalOf = (outgoing: ServerResponse): AbortSignal => {
  const caller = new AbortController()
  const closed = () => {
    if (!outgoing.writableFinished) caller.abort()
  }
  if (outgoing.closed) closed()
  else outgoing.once("close", closed)
  return caller.signal
}

/** Makes the web request. Its URL has a fixed host, because the caller's host may be malformed. */
const requestOf = (incoming: IncomingMessage, outgoing: ServerResponse): Request => {
  const { method = "GET" } = incoming
  const url = `http://localhost${targetOf(incoming)}`
  const headers = headersOf(incoming)
  const hasBody = method !== "GET" && method !== "HEAD"
  const body = hasBody ? { body: bodyOf(incoming), duplex: "half" as const } : {}
  const request = new Request(url, { method, headers, ...body })
  let signal: AbortSignal | undefined
  // The signal is created when it is first read. If each request got one from the start, Node would need about twice the time.
  Object.defineProperty(request, "signal", {
    get: () => {
      signal ??= signalOf(outgoing)
      return signal
    }
  })
  return request
}

/** The longest wait for the rest of a request body after the answer, in milliseconds. It lets the caller read the answer. */
const linger = 1000

const restOf = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, linger)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    incoming.once("end", done)
    incoming.once("close", done)
    incoming.resume()
  })

type Chunks = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">

/** Sends `begun` and the rest of a body in parts. Pauses while the caller does not read, and ends when the caller disconnects. */
const stream = async (
  chunks: Chunks,
  outgoing: ServerResponse,
  begun: ReadonlyArray<Uint8Array> = []
): Promise<void> => {
  const left = new Promise<void>((resolve) => outgoing.once("close", resolve))
  // An error of `cancel` is ignored: if the stream has failed, the loop below fails with the same error.
  left.then(() => chunks.cancel()).catch(() => {})
  outgoing.flushHeaders()
  for (const chunk of begun) outgoing.write(chunk)
  for (;;) {
    const { done, value } = await chunks.read()
    if (done) break
    if (outgoing.write(value)) continue
    await Promise.race([left, new Promise((resolve) => outgoing.once("drain", resolve))])
  }
  outgoing.end()
}

/**
 * Returns whether the first chunk of a body is sent without waiting for the second. This is done for event streams and for large answers,
 * for which the handler sets Content-Length.
 */
const isSentAtOnce = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true || headers.has("content-length")

/** Reads up to two chunks of a body. If there is no second one, the body is complete, and its length is known. */
const readFirst = async (chunks: Chunks) => {
  const first = await chunks.read()
  if (first.done) return { read: [], isComplete: true }
  const second = await chunks.read()
  return second.done
    ? { read: [first.value], isComplete: true }
    : { read: [first.value, second.value], isComplete: false }
}

/**
 * Returns whether the end of the body is unclear. HTTP/1.0 has no Transfer-Encoding, so a proxy may ignore this header, and find the end
 * of the body elsewhere than Node does. The rest of the body would then be a request that the proxy has not seen.
 */
const hasUnclearEnd = ({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined && httpVersionMajor === 1 && httpVersionMinor === 0

/**
 * Makes a listener for Node's servers from the handler. It reads the body itself, so mount it before any body parser. A request for which
 * no web `Request` can be created, such as TRACE, gets 400. So does an HTTP/1.0 request with Transfer-Encoding, and its connection is
 * closed.
 */
export const nodeListener =
  (fetch: (request: Request) => Promise<Response>) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (hasUnclearEnd(incoming)) {
      outgoing.writeHead(400, { connection: "close" })
      return void outgoing.end()
    }
    let response: Response | undefined
    try {
      const request = requestOf(incoming, outgoing)
      const { remoteAddress } = incoming.socket
      if (remoteAddress !== undefined) peers.set(request, remoteAddress)
      response = await fetch(request)
      const chunks = response.body?.getReader()
      const first = chunks === undefined || isSentAtOnce(response) ? undefined : await readFirst(chunks)
      outgoing.statusCode = response.status
      for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
      if (chunks !== undefined && first?.isComplete !== true) {
        return await stream(chunks, outgoing, first?.read)
      }
      const body = Buffer.concat(first?.read ?? [])
      if (body.byteLength > 0) outgoing.setHeader("content-length", body.byteLength)
      if (response.headers.get("connection") === "close" && !incoming.complete) {
        outgoing.write(body)
        await restOf(incoming)
        outgoing.end()
      } else outgoing.end(body)
    } catch {
      // The caller must notice that an answer was cut.
      if (response !== undefined) return void outgoing.destroy()
      outgoing.writeHead(400)
      outgoing.end()
    }
  }
