import { Either } from "effect"
import { UserDetailsUnavailable } from "../../Errors.ts"

export const unavailable = (reason: string) => new UserDetailsUnavailable({ reason })

/** What is called, worked out from the partner's address before anything is resolved. */
export interface Target {
  readonly secure: boolean
  /** A name to resolve, or an address without its brackets. */
  readonly hostname: string
  readonly port: number
  /** As the Host header has it. */
  readonly host: string
  /** The path and the query, with the tag. */
  readonly path: string
}

/** What the query holds stays as it is written there: it may be signed. A tag of its own gives way. */
const withTag = (url: URL, tag: string): string => {
  if (url.searchParams.has("tag")) url.searchParams.delete("tag")
  const query = `tag=${encodeURIComponent(tag.toWellFormed())}`
  return `${url.pathname}${url.search === "" ? "?" : `${url.search}&`}${query}`
}

/** Numbers in all their spellings (decimal, octal, hex, short) are plain addresses once a URL was parsed. */
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
