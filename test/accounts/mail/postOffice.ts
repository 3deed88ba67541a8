// A real SMTP server whose answers a test controls.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly secure: boolean
  readonly user: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
}

/** The server's answers. A test can change them while the server runs. */
export interface Manners {
  /** The server sends no greeting. */
  silent?: boolean
  /** The status for every recipient. */
  recipient?: number
  /** The status for every mail after it was read; "hang" never answers. */
  data?: number | "hang"
}

export interface PostOffice {
  readonly port: number
  readonly received: ReadonlyArray<Received>
  readonly manners: Manners
  readonly close: () => Promise<void>
}

export interface PostOfficeOptions {
  readonly port?: number
  readonly password?: string
  /** `starttls` offers STARTTLS, `tls` accepts TLS only. The certificate is self-signed. */
  readonly security?: "starttls" | "tls"
}

const refusal = (code: number) => Object.assign(new Error(`${code} as the test says`), { responseCode: code })

export const openPostOffice = async (options: PostOfficeOptions = {}): Promise<PostOffice> => {
  const received: Array<Received> = []
  const manners: Manners = {}
  const settings: SMTPServerOptions = {
    logger: false,
    closeTimeout: 50,
    secure: options.security === "tls",
    disabledCommands: options.security === "starttls" ? [] : ["STARTTLS"],
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    onConnect: (_session, answer) => {
      if (!manners.silent) answer()
    },
    onAuth: ({ username, password }, _session, answer) =>
      password === options.password ? answer(null, { user: username }) : answer(new Error("Invalid login")),
    onRcptTo: (_address, _session, answer) =>
      answer(manners.recipient === undefined ? null : refusal(manners.recipient)),
    onData: async (stream, session, answer) => {
      const chunks: Array<Buffer> = []
      try {
        for await (const chunk of stream) chunks.push(Buffer.from(chunk))
      } catch {
        // The client closed the connection.
        return
      }
      if (manners.data === "hang") return
      if (manners.data !== undefined) return answer(refusal(manners.data))
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom === false ? "" : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        secure: session.secure,
        user: session.user === undefined ? undefined : String(session.user),
        ...parse(Buffer.concat(chunks).toString("latin1"))
      })
      answer()
    }
  }
  const server = new SMTPServer(settings)
  server.on("error", () => {})
  server.listen(options.port ?? 0, "127.0.0.1")
  await once(server.server, "listening")
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    manners,
    close: () => new Promise((resolve) => server.close(() => resolve()))
  }
}

const headersOf = (head: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 1).trim()
      ])
  )

const halves = (source: string): readonly [head: string, body: string] => {
  const at = source.indexOf("\r\n\r\n")
  return [source.slice(0, at), source.slice(at + 4)]
}

const decode = (body: string, encoding: string | undefined): string => {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8")
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(encoding === "quoted-printable" ? bytes : body, "latin1").toString("utf8")
}

/** Parses as much MIME as a mail with a text and an HTML part needs. */
const parse = (source: string): Pick<Received, "headers" | "text" | "html"> => {
  const [head, body] = halves(source)
  const headers = headersOf(head)
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1] ?? ""
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [partHead, content] = halves(part.replace(/^\r\n/, ""))
      const own = headersOf(partHead)
      const plain = decode(content.replace(/\r\n$/, ""), own["content-transfer-encoding"])
      return { type: own["content-type"] ?? "", content: plain.replaceAll("\r\n", "\n") }
    })
  const formOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? ""
  return { headers, text: formOf("text/plain"), html: formOf("text/html") }
}
