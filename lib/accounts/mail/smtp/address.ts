import { Either } from "effect"
import { type InvalidInput, invalid } from "../../../schema/Input.ts"

/** The server options of nodemailer. */
export interface Server {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. */
  readonly secure: boolean
  /** Refuse to send without TLS. */
  readonly requireTLS: boolean
  readonly tls: { readonly rejectUnauthorized: boolean }
  readonly auth?: { readonly user: string; readonly pass: string }
}

const known = new Set(["requireTLS", "tls.rejectUnauthorized"])
const loopback = /^(localhost|127(\.\d+){3}|::1)$/

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Error messages never quote the address, because it may contain a password. */
export const parseUrl = (text: string): Either.Either<Server, InvalidInput> => {
  const wrong = (problem: string) => Either.left(invalid("mail.url", problem))
  if (!/^smtps?:\/\//.test(text)) return wrong("must start with smtp:// or smtps://")
  if (!URL.canParse(text))
    return wrong("is not an address; percent-encode special characters of its password")
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, "")
  if (host === "") return wrong("must name a host")
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if (user === undefined || pass === undefined)
    return wrong("has a percent sign in its user or password that stands for nothing: write %25")
  const flags = new Map(url.searchParams)
  for (const [name, value] of flags) {
    if (!known.has(name)) return wrong(`knows only ${[...known].join(" and ")} after its question mark`)
    if (value !== "true" && value !== "false") return wrong(`must have true or false for ${name}`)
  }
  const secure = url.protocol === "smtps:"
  const hasPassword = user !== "" || pass !== ""
  const requireTLS = flags.get("requireTLS") ?? String(hasPassword && !loopback.test(host))
  return Either.right({
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: requireTLS === "true",
    tls: { rejectUnauthorized: flags.get("tls.rejectUnauthorized") !== "false" },
    ...(hasPassword ? { auth: { user, pass } } : {})
  })
}

export interface Sender {
  readonly name: string
  readonly address: string
}

const plain = /^[^\s@<>"]+@[^\s@<>"]+$/
const named = /^([^<>"\p{C}]*)<([^\s@<>"]+@[^\s@<>"]+)>$/u

/** An address, or a name and an address. The name may contain commas. */
export const parseFrom = (text: string): Either.Either<Sender, InvalidInput> => {
  if (plain.test(text)) return Either.right({ name: "", address: text })
  const [, name, address] = named.exec(text) ?? []
  return name === undefined || address === undefined
    ? Either.left(
        invalid("mail.from", "must be an address, or a name and an address, as in Shop <post@shop.example>")
      )
    : Either.right({ name: name.trim(), address })
}
