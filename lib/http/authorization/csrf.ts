import { timingSafeEqual } from "node:crypto"
import { digest, newSecret } from "../../accounts/secret.ts"
import type { Incoming, Target } from "../handle.ts"

const name = "rewards_csrf"
/** The lifetime of the cookie in seconds. */
const lifetime = 600

/** Returns the secret in the cookie, if it is well-formed. Two cookies are refused: another host of the domain may have set one. */
const secretOf = (request: Request): string | undefined => {
  const cookies = (request.headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim())
  const [own, ...others] = cookies.filter((cookie) => cookie.startsWith(`${name}=`))
  const secret = others.length === 0 ? own?.slice(name.length + 1) : undefined
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

/**
 * Binds a form to the browser that gets it: the cookie contains a secret, and the form contains the secret's hash.
 * Another site can make a browser send the form, but it cannot read the cookie or guess the hash. If the browser already
 * has the cookie, the new form uses the same secret, so that the page works in two tabs.
 */
export const newForm = ({ eco, publicUrl, request }: Target) => {
  const secret = secretOf(request) ?? newSecret()
  const { pathname, protocol } = new URL(publicUrl)
  const path = `${pathname.replace(/\/$/, "")}/api/v1/${eco}/users/authorization`
  const secure = protocol === "https:" ? "; Secure" : ""
  return {
    field: digest(secret),
    cookie: `${name}=${secret}; Path=${path}; Max-Age=${lifetime}; HttpOnly; SameSite=Strict${secure}`
  }
}

const isFromElsewhere = ({ publicUrl, request }: Target): boolean => {
  const origin = request.headers.get("origin")
  const site = request.headers.get("sec-fetch-site")
  return (
    (origin !== null && origin !== new URL(publicUrl).origin) ||
    (site !== null && site !== "same-origin" && site !== "none")
  )
}

/** Returns true if this service showed the submitted form to this browser. */
export const isOwnForm = (incoming: Incoming): boolean => {
  const secret = secretOf(incoming.request)
  const { csrf } = incoming.body
  if (secret === undefined || typeof csrf !== "string" || isFromElsewhere(incoming)) return false
  const [wanted, given] = [Buffer.from(digest(secret)), Buffer.from(csrf)]
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
