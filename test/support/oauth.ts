// Helpers for OAuth clients: a PKCE challenge, and the fields of the login page's form.
import { createHash, randomBytes } from "node:crypto"

export type Fields = Readonly<Record<string, string>>

/** The SHA-256 of a secret: the form of a challenge, and of a stored secret. */
export const digest = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

export const newPkce = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: digest(verifier) }
}

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** The hidden fields of a page's form, as a browser sends them. */
export const hiddenFields = (page: string): Fields =>
  Object.fromEntries(
    Array.from(
      page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g),
      ([, name = "", value = ""]) => [unescaped(name), unescaped(value)]
    )
  )

/** The address of the only link on a page. */
export const linkIn = (page: string): URL => {
  const [link, ...more] = Array.from(page.matchAll(/<a href="([^"]*)"/g), ([, address = ""]) => address)
  if (link === undefined || more.length > 0) throw new Error(`not exactly one link: ${page}`)
  return new URL(unescaped(link))
}

/** The cookie that an answer sets, as a browser returns it. */
export const cookieIn = (headers: Headers): string => (headers.get("set-cookie") ?? "").split(";", 1)[0] ?? ""
