import assert from "node:assert/strict"
import { get, withBearer } from "../../../support/calls.ts"
import type { OAuth, Test } from "../oauth/flow.ts"
import { ageToken } from "./tokenRequests.ts"

/** Endpoints that refuse tokens of the other kind. */
export const doors = (test: Test): void => {
  const tried: Readonly<Record<string, readonly [path: string, token: (oauth: OAuth) => Promise<string>]>> = {
    "a user's token at a partner's endpoint": [
      "/laas/rules",
      async (oauth) => (await oauth.newTokens()).access_token
    ],
    "a partner's token at a user's door": ["/shop/users/me", async ({ blog }) => blog.accessToken],
    "a refresh token at a user's door": [
      "/shop/users/me",
      async (oauth) => (await oauth.newTokens()).refresh_token
    ],
    "a code at a user's door": ["/shop/users/me", (oauth) => oauth.newCode()],
    "a user's token under another ecosystem": [
      "/mall/users/me",
      async (oauth) => (await oauth.newTokens()).access_token
    ],
    "an expired token": [
      "/shop/users/me",
      async (oauth) => {
        const { access_token } = await oauth.newTokens()
        await ageToken(oauth, access_token)
        return access_token
      }
    ],
    "an unknown token": ["/shop/users/me", async () => "a".repeat(43)]
  }
  for (const [name, [at, token]] of Object.entries(tried)) {
    test(`${name} is refused`, async (oauth) => {
      const reply = await oauth.send(withBearer(get(at), await token(oauth)))
      assert.equal(reply.status, 401)
      assert.match(reply.headers.get("www-authenticate") ?? "", /^Bearer/)
    })
  }
}
