import assert from "node:assert/strict"
import type { OAuth, Test } from "./flow.ts"

/** Whatever the order, at most one set of tokens is issued, and a second use ends it. */
export const races = (test: Test): void => {
  const atOnce = 6
  const isDead = async (
    oauth: OAuth,
    replies: ReadonlyArray<{ readonly status: number; readonly text: string }>
  ) => {
    const won = replies.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    assert.ok(replies.every(({ status }) => status === 200 || status === 400))
    const accessToken = /"access_token":"([^"]+)"/.exec(won[0]?.text ?? "")?.[1] ?? ""
    assert.equal((await oauth.me(accessToken)).status, 401)
    const refreshToken = /"refresh_token":"([^"]+)"/.exec(won[0]?.text ?? "")?.[1] ?? ""
    assert.equal((await oauth.token(oauth.refreshOf(refreshToken))).status, 400)
  }

  test("a code that is exchanged several times at once yields tokens once, and they are revoked", async (oauth) => {
    const fields = oauth.exchangeOf(await oauth.newCode())
    await isDead(oauth, await Promise.all(Array.from({ length: atOnce }, () => oauth.token(fields))))
  })

  test("a refresh token that is used several times at once yields tokens once, and they are revoked", async (oauth) => {
    const { refresh_token } = await oauth.newTokens()
    const fields = oauth.refreshOf(refresh_token)
    await isDead(oauth, await Promise.all(Array.from({ length: atOnce }, () => oauth.token(fields))))
  })

  test("tokens of a refresh that runs beside a second use of the code are revoked", async (oauth) => {
    const exchange = oauth.exchangeOf(await oauth.newCode())
    const { refresh_token } = oauth.tokensIn(await oauth.token(exchange))
    const [replay, refreshed] = await Promise.all([
      oauth.token(exchange),
      oauth.token(oauth.refreshOf(refresh_token))
    ])
    assert.equal(replay.status, 400)
    if (refreshed.status === 400) return
    const issued = oauth.tokensIn(refreshed)
    assert.equal((await oauth.me(issued.access_token)).status, 401)
    assert.equal((await oauth.token(oauth.refreshOf(issued.refresh_token))).status, 400)
  })

  test("several concurrent consents of a new user create one member", async (oauth) => {
    const user = await oauth.createUser("eager")
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => oauth.requestCode(oauth.blog, { tag: "eager" }))
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200]
    )
    const members = await oauth.sql(`SELECT id FROM rewards_member WHERE user_id = '${user}'`)
    assert.equal(members.length, 1)
  })
}
