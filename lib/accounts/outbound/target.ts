import { Either } from "effect"

/** The request target, computed from a partner's URL before its host is resolved. */
export interface Target {
  readonly secure: boolean
  /** A name to resolve, or a numeric address without brackets. */
  readonly hostname: string
  readonly port: number
  /** The value of the Host header. */
  readonly host: string
  /** The path and the query. */
  readonly path: string
}

/**
 * Parsing normalizes numeric hosts in every spelling (decimal, octal, hex, short), so later checks see plain
 * addresses. The left side says what is wrong with the URL.
 */
export const targetOf = (
  text: string,
  allowHttp: boolean,
  pathOf: (url: URL) => string = (url) => `${url.pathname}${url.search}`
): Either.Either<Target, string> => {
  if (!URL.canParse(text)) return Either.left("is not an absolute address: mend it")
  const url = new URL(text)
  const secure = url.protocol === "https:"
  if (!secure && !(allowHttp && url.protocol === "http:")) return Either.left("must start with https://")
  if (url.username !== "" || url.password !== "") {
    return Either.left("must not hold a user name or a password")
  }
  return Either.right({
    secure,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    host: url.host,
    path: pathOf(url)
  })
}
