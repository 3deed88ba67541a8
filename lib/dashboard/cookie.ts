/** A session as its cookie holds it. The page reads the first two fields through `GET /dashboard/session`. */
export interface Signed {
  readonly ecosystem: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly token: string
}

const form = /^([a-z][a-z0-9-]{0,31})\.(\d{1,15})\.([\w-]{16,200})$/

/**
 * The cookie of sessions. No script can read it, and no page of another site makes the browser send it. Over https its
 * name starts with `__Host-`, so that browsers accept it from this host alone; that takes the path `/`.
 */
export const makeCookie = (secure: boolean) => {
  const name = secure ? "__Host-laurel-dashboard" : "laurel-dashboard"
  const fixed = `HttpOnly; SameSite=Strict; ${secure ? "Path=/; Secure" : "Path=/dashboard"}`
  return {
    read: ({ headers }: Request): Signed | undefined => {
      const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim())
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
      const [, ecosystem, expiresAt, token] = form.exec(value ?? "") ?? []
      return ecosystem === undefined || expiresAt === undefined || token === undefined
        ? undefined
        : { ecosystem, expiresAt: Number(expiresAt), token }
    },
    set: ({ ecosystem, expiresAt, token }: Signed, seconds: number): string =>
      `${name}=${ecosystem}.${expiresAt}.${token}; ${fixed}; Max-Age=${seconds}`,
    clear: `${name}=; ${fixed}; Max-Age=0`
  }
}
export type Cookie = ReturnType<typeof makeCookie>
