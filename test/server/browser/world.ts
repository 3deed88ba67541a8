// The service behind a socket, a partner with an address to return to, and a user: what a person at a browser meets.
import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { Schema } from "effect"
import { openRewards } from "../../../lib/index.ts"
import { partnerBody, password, userBody } from "../../http/people.ts"

const Onboarded = Schema.Struct({ data: Schema.Struct({ clientId: Schema.String }) })

export interface World {
  readonly url: string
  readonly clientId: string
  readonly returnUrl: string
  /** A page of the partner's that leads on to another origin. */
  readonly onwardUrl: string
  readonly post: (path: string, body: object) => Promise<Response>
  /** Where the login page is, with a challenge and a state of its own. */
  readonly authorizeUrl: (change?: Readonly<Record<string, string>>) => string
  readonly verifier: string
  /** The newest mail in the outbox. */
  readonly lastMail: () => Promise<string>
  readonly close: () => Promise<void>
}

export const partnerEmail = partnerBody.email
export const user = { tag: userBody.tag, password: userBody.password }
export { password as partnerPassword }

export const openWorld = async (): Promise<World> => {
  const mails: Array<string> = []
  const rewards = await openRewards({
    database: "sqlite::memory:",
    mail: { onMail: ({ text }) => void mails.push(text) }
  })
  const partner: { readonly port: number | undefined; stop: (now: boolean) => Promise<void> } = Bun.serve({
    port: 0,
    hostname: "localhost",
    fetch: ({ url }) => {
      const { pathname, search } = new URL(url)
      return pathname === "/onward"
        ? Response.redirect(`http://127.0.0.1:${partner.port}/landed${search}`)
        : new Response(`back at the shop with ${search}`)
    }
  })
  const server = Bun.serve({
    port: 0,
    hostname: "localhost",
    development: false,
    fetch: (request) => handler.fetch(request)
  })
  const url = `http://localhost:${server.port}`
  const handler = rewards.handler({ publicUrl: url })
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })

  const returnUrl = `http://localhost:${partner.port}/return`
  const onwardUrl = `http://localhost:${partner.port}/onward`
  const addresses = { redirectUrl: returnUrl, webRedirectUrl: onwardUrl }
  const onboarded = await post("/shop/partners", { ...partnerBody, ...addresses })
  const { clientId } = Schema.decodeUnknownSync(Onboarded)(await onboarded.json()).data
  assert.equal((await post("/user", userBody)).status, 201)

  const verifier = randomBytes(32).toString("base64url")
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: returnUrl,
    scope: "profile email",
    state: "a state & more",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256"
  }
  return {
    url,
    clientId,
    returnUrl,
    onwardUrl,
    post,
    verifier,
    authorizeUrl: (change = {}) =>
      `${url}/api/v1/shop/users/authorization?${new URLSearchParams({ ...parameters, ...change })}`,
    lastMail: async () => mails.at(-1) ?? assert.fail("no mail was written"),
    close: async () => {
      await server.stop(true)
      await partner.stop(true)
      await handler.dispose()
      await rewards.close()
    }
  }
}
