// The service and a partner's site behind sockets, for a browser.
import assert from "node:assert/strict"
import { userBody } from "../../support/bodies.ts"
import { type Listening, listen } from "../../support/listen.ts"
import { newPkce } from "../../support/oauth.ts"
import { type HttpPartner, openWorld } from "../../support/world.ts"

export interface Shop extends Listening {
  readonly shop: HttpPartner
  readonly returnUrl: string
  /** A page of the partner that redirects to another origin. */
  readonly onwardUrl: string
  /** The URL of the login page, with a challenge and a state. */
  readonly authorizeUrl: (change?: Readonly<Record<string, string>>) => string
  readonly verifier: string
  /** The newest mail in the outbox. */
  readonly lastMail: () => Promise<string>
  readonly close: () => Promise<void>
}

/** The partner's site; `/onward` redirects to another origin. */
const openSite = () => {
  const site: { readonly port: number | undefined; stop: (now: boolean) => Promise<void> } = Bun.serve({
    port: 0,
    hostname: "localhost",
    fetch: ({ url }) => {
      const { pathname, search } = new URL(url)
      return pathname === "/onward"
        ? Response.redirect(`http://127.0.0.1:${site.port}/landed${search}`)
        : new Response(`back at the shop with ${search}`)
    }
  })
  return site
}

export const openShop = async (): Promise<Shop> => {
  const world = await openWorld()
  const site = openSite()
  const service = listen(world)
  const returnUrl = `http://localhost:${site.port}/return`
  const onwardUrl = `http://localhost:${site.port}/onward`
  const shop = await service.partner("browser", { redirectUrl: returnUrl, webRedirectUrl: onwardUrl })
  await service.user(userBody.tag)

  const { challenge, verifier } = newPkce()
  const parameters = {
    response_type: "code",
    client_id: shop.clientId,
    redirect_uri: returnUrl,
    scope: "profile email",
    state: "a state & more",
    code_challenge: challenge,
    code_challenge_method: "S256"
  }
  return {
    ...service,
    shop,
    returnUrl,
    onwardUrl,
    verifier,
    authorizeUrl: (change = {}) =>
      `${service.url}/api/v1/shop/users/authorization?${new URLSearchParams({ ...parameters, ...change })}`,
    lastMail: async () => {
      const [mail] = await world.sql("SELECT body FROM rewards_mail ORDER BY id DESC LIMIT 1")
      return String(mail?.body ?? assert.fail("no mail was written"))
    },
    close: async () => {
      await service.stop()
      await site.stop(true)
      await world.close()
    }
  }
}
