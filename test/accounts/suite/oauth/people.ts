import assert from "node:assert/strict"
import { userPassword } from "../../../support/bodies.ts"
import { get, post, withBearer } from "../../../support/calls.ts"
import { instant, matches } from "../../../support/pattern.ts"
import { testHash } from "../../../support/world.ts"
import type { Test } from "./flow.ts"

export const people = (test: Test): void => {
  const profile = {
    tag: "oda",
    phone: "08012345678",
    countryCode: "+234",
    isAdult: true,
    dateOfBirth: "1990-12-31",
    avatar: null,
    gender: null,
    dateJoined: instant
  }
  const email = { emailVerified: false }
  const fullname = { fullname: "ada lovelace" }
  const views = [
    ["", "profile", profile],
    ["profile", "profile", profile],
    ["email", "email", email],
    ["fullname", "fullname", fullname],
    ["fullname  email email", "email fullname", { ...email, ...fullname }],
    ["email profile fullname", "profile email fullname", { ...profile, ...email, ...fullname }]
  ] as const
  for (const [asked, scope, seen] of views) {
    test(`the scope ${JSON.stringify(asked)} shows what it says and nothing else`, async (oauth) => {
      const query = `?scope=${encodeURIComponent(asked)}`
      const code = oauth.codeIn(await oauth.requestCode(oauth.blog, {}, query))
      const { code_verifier: _, ...fields } = oauth.exchangeOf(code)
      const issued = oauth.tokensIn(await oauth.token(fields, oauth.blog.accessToken))
      assert.equal(issued.scope, scope)
      const reply = await oauth.me(issued.access_token)
      const { userId } = oauth
      matches(
        { status: reply.status, body: reply.body },
        {
          status: 200,
          body: {
            status: "success",
            message: "User returned successfully",
            data: { id: userId, userId, scope, ...seen }
          }
        }
      )
    })
  }

  test("consent makes the user a member, once, and of the consented partner only", async (oauth) => {
    await oauth.newTokens()
    await oauth.newTokens()
    const members = await oauth.sql(
      `SELECT partner_id FROM rewards_member WHERE user_id = '${oauth.userId}' AND partner_id IN
        (UUID '${oauth.blog.partnerId}', UUID '${oauth.mall.partnerId}')`
    )
    assert.deepEqual(members, [{ partner_id: oauth.blog.partnerId }])
    const wallet = withBearer(get(`/laas/get-user-coin-data?userId=${oauth.userId}`), oauth.blog.accessToken)
    assert.equal((await oauth.send(wallet)).status, 200)
  })

  test("a user whom the partner has linked keeps the partner's own id, and no second member is created", async (oauth) => {
    const { accessToken, partnerId } = oauth.blog
    const user = await oauth.createUser("linked")
    const own = withBearer(post("/laas/users", { userId: "customer-7" }), accessToken)
    matches((await oauth.send(own)).status, 200)
    await oauth.sql(
      `INSERT INTO rewards_member_id (partner_id, user_id, member_id, linked)
        SELECT partner_id, '${user}', id, TRUE FROM rewards_member
        WHERE partner_id = UUID '${partnerId}' AND user_id = 'customer-7'`
    )
    const reply = await oauth.requestCode(oauth.blog, { tag: "linked" })
    const { code_verifier: _, ...fields } = oauth.exchangeOf(oauth.codeIn(reply))
    const issued = oauth.tokensIn(await oauth.token(fields, accessToken))
    const seen = await oauth.me(issued.access_token)
    assert.ok(seen.text.includes(`"id":"${user}","userId":"customer-7"`), seen.text)
    assert.deepEqual(await oauth.sql(`SELECT id FROM rewards_member WHERE user_id = '${user}'`), [])
  })

  test("a password with an outdated hash is rehashed at the next login", async (oauth) => {
    const user = await oauth.createUser("weak")
    const read = async () =>
      String(
        (await oauth.sql(`SELECT password_hash FROM rewards_user WHERE id = UUID '${user}'`))[0]
          ?.password_hash
      )
    const weak = await Bun.password.hash(userPassword, {
      algorithm: "argon2id",
      memoryCost: 8,
      timeCost: 1
    })
    await oauth.sql(`UPDATE rewards_user SET password_hash = '${weak}' WHERE id = UUID '${user}'`)
    assert.equal((await oauth.requestCode(oauth.blog, { tag: "weak" })).status, 200)
    assert.match(await read(), testHash)
    assert.equal((await oauth.requestCode(oauth.blog, { tag: "weak" })).status, 200)
  })
}
