import { promisify } from "node:util"
import { brotliCompress, gzip } from "node:zlib"
import { refusal } from "../http/response.ts"
import type { Asset, Assets } from "./assets.ts"

const compressions = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof compressions

/** A file with its compressed forms. */
interface Prepared {
  readonly type: string
  readonly plain: Uint8Array<ArrayBuffer>
  readonly encoded: Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const common = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  vary: "accept-encoding"
}

/** The headers of a page. */
const page = {
  ...common,
  "cache-control": "no-cache",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin"
}

/** The headers of files whose names change with their content. */
const immutable = { ...common, "cache-control": "public, max-age=31536000, immutable" }

/** Copies bytes into an `ArrayBuffer`, which the type of `Response` requires. */
const copied = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const prepared = async ({ bytes, type }: Pick<Asset, "bytes" | "type">): Promise<Prepared> => {
  const [br, zipped] = await Promise.all([compressions.br(bytes), compressions.gzip(bytes)])
  return { type, plain: copied(bytes), encoded: { br: copied(br), gzip: copied(zipped) } }
}

const prepareAll = async (assets: Assets): Promise<ReadonlyMap<string, Prepared>> =>
  new Map(await Promise.all(assets.map(async (asset) => [asset.path, await prepared(asset)] as const)))

/** Returns the best compression that the client accepts; undefined if it accepts none. */
const encodingFor = ({ headers }: Request): Encoding | undefined => {
  const accepted = (headers.get("accept-encoding") ?? "").split(",").map((each) => each.trim())
  const accepts = (name: Encoding) =>
    accepted.some((each) => each === name || (each.startsWith(`${name};`) && !/;\s*q=0(\.0*)?$/.test(each)))
  return accepts("br") ? "br" : accepts("gzip") ? "gzip" : undefined
}

const respond = (
  request: Request,
  { encoded, plain, type }: Prepared,
  headers: Readonly<Record<string, string>>
): Response => {
  const encoding = encodingFor(request)
  return encoding === undefined
    ? new Response(plain, { headers: { ...headers, "content-type": type } })
    : new Response(encoded[encoding], {
        headers: { ...headers, "content-type": type, "content-encoding": encoding }
      })
}

export interface SiteOptions {
  /** Returns the files. Called at the first request, and again only after a failure. */
  readonly load: () => Promise<Assets>
  /** The path under which the files are served, such as `/dashboard/`. */
  readonly base: string
}

/** Serves a page and its files. They are compressed once and then cached. */
export const makeSite = ({ base, load }: SiteOptions) => {
  let loading: Promise<ReadonlyMap<string, Prepared>> | undefined
  const files = () => {
    loading ??= load()
      .then(prepareAll)
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }

  /** Answers with the file at `path`, which is relative to `base`. Every path outside of `assets/` returns index.html. */
  return async (request: Request, path: string): Promise<Response> => {
    const found = await files().catch(() => undefined)
    const index = found?.get("index.html")
    if (found === undefined || index === undefined) {
      return refusal({
        _tag: "Overloaded",
        reason: `the files of ${base} are missing; npm run build creates them`
      })
    }
    if (!path.startsWith("assets/")) return respond(request, index, page)
    const asset = found.get(path)
    return asset === undefined
      ? refusal({ _tag: "RouteNotFound", path: base + path })
      : respond(request, asset, immutable)
  }
}

/** Serves one text. It is made and compressed once, and then cached. */
export const makeText = (type: string, make: () => string) => {
  let making: Promise<Prepared> | undefined
  return async (request: Request): Promise<Response> => {
    making ??= prepared({ type, bytes: new TextEncoder().encode(make()) })
    return respond(request, await making, page)
  }
}
