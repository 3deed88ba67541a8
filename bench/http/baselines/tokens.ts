import { createHash } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { textOf } from "../../../lib/schema/Id.ts"

export interface Session {
  readonly partnerId: string
  readonly scopes: ReadonlySet<string>
  readonly expiresAt: number
}

/** A row of rewards_token. SQLite returns instants as text. */
export interface TokenRow {
  readonly partner_id: string
  readonly scopes: string
  readonly expires_at: string | Date
}

export type FindToken = (hash: string) => Promise<TokenRow | undefined> | TokenRow | undefined

export const tokenSql = (slot: string): string =>
  `SELECT partner_id, scopes, expires_at FROM rewards_token WHERE hash = ${slot}`

/** Reads the tokens of an SQLite database, on Bun and on Node. */
export const openTokens = (place: string) => {
  const database = new DatabaseSync(place.replace(/^sqlite:/, ""))
  const find = database.prepare(tokenSql("?"))
  const findToken: FindToken = (hash) => {
    const row = find.get(hash)
    if (row === undefined || !(row.partner_id instanceof Uint8Array)) return undefined
    const { expires_at, scopes } = row
    return { partner_id: textOf(row.partner_id)!, scopes: String(scopes), expires_at: String(expires_at) }
  }
  return { findToken, close: async () => database.close() }
}

const bearer = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i
const trusted = 3000

/** The same check as in the library: a hash, and a lookup every three seconds. */
export const makeTokens = (find: FindToken) => {
  const known = new Map<string, { readonly session: Session; readonly until: number }>()

  return async (header: string | null, scope: string): Promise<Session | undefined> => {
    const token = bearer.exec(header ?? "")?.[1]
    if (token === undefined) return undefined
    const hash = createHash("sha256").update(token).digest("base64url")
    const now = Date.now()
    const entry = known.get(hash)
    if (entry !== undefined && entry.until > now) return allowed(entry.session, scope)
    const row = await find(hash)
    const expiresAt = row === undefined ? 0 : new Date(row.expires_at).getTime()
    if (row === undefined || expiresAt <= now) return undefined
    const session = { partnerId: row.partner_id, scopes: new Set(row.scopes.split(" ")), expiresAt }
    known.set(hash, { session, until: Math.min(now + trusted, expiresAt) })
    return allowed(session, scope)
  }
}

const allowed = (session: Session, scope: string): Session | undefined =>
  session.scopes.has(scope) ? session : undefined
