import { Either } from "effect"
import { UserDetailsUnavailable } from "../../Errors.ts"

export const unavailable = (reason: string) => new UserDetailsUnavailable({ reason })

/** The request target, computed from the partner's URL before its host is resolved. */
export interface Target {
  readonly secure: boolean
  /** A name to resolve, or a numeric address without brackets. */
  readonly hostname: string
  readonly port: number
  /** The value of the Host header. */
  readonly host: string
  /** The path and the query, including the tag. */
  readonly path: string
}

/** Appends the tag. The rest of the query stays byte for byte, since it may be signed, unless it has a `tag` to remove. */
const withTag = (url: URL, tag: string): string => {
  if (url.searchParams.has("tag")) url.searchParams.delete("tag")
  const query = `tag=${encodeURIComponent(tag.toWellFormed())}`
  return `${url.pathname}${url.search === "" ? "?" : `${url.search}&`}${query}`
}

/**
 * Parsing normalizes numeric hosts in every spelling (decimal, octal, hex, short), so later checks see plain
 * addresses.
 */
export const targetOf = (
  text: string,
  tag: string,
  allowHttp: boolean
): Either.Either<Target, UserDetailsUnavailable> => {
  if (!URL.canParse(text)) return Either.left(unavailable("is not an absolute address: mend it"))
  const url = new URL(text)
  const secure = url.protocol === "https:"
  if (!secure && !(allowHttp && url.protocol === "http:")) {
    return Either.left(unavailable("must start with https://"))
  }
  if (url.username !== "" || url.password !== "") {
    return Either.left(unavailable("must not hold a user name or a password"))
  }
  return Either.right({
    secure,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    host: url.host,
    path: withTag(url, tag)
  })
}
