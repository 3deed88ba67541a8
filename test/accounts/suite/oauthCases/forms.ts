// Forms that a third party made or changed.
import assert from "node:assert/strict"
import { userPassword } from "../../../support/bodies.ts"
import type { Reply } from "../../../support/calls.ts"
import { type Fields, linkIn } from "../../../support/oauth.ts"
import { locationOf, type OAuth, type Test } from "../oauth/flow.ts"

const path = "/shop/users/authorization"

type Shown = Awaited<ReturnType<OAuth["visit"]>>

/** A form that a third party made or changed. */
interface Forgery {
  readonly status: number
  readonly send: (oauth: OAuth, shown: Shown) => Promise<Reply>
}
const forged = (send: Forgery["send"], status = 403): Forgery => ({ status, send })
const fields = (change: (shown: Shown) => Fields, status?: number): Forgery =>
  forged((oauth, shown) => oauth.submit(shown, change(shown)), status)
const headers = (changed: Fields, status?: number): Forgery =>
  forged((oauth, shown) => oauth.submit(shown, {}, changed), status)

const forgeries: Readonly<Record<string, Forgery>> = {
  "without the cookie": headers({ cookie: "" }),
  "with an empty cookie": headers({ cookie: "rewards_csrf=" }),
  "with another cookie": forged(async (oauth, shown) =>
    oauth.submit({ ...shown, cookie: (await oauth.visit()).cookie })
  ),
  "with two cookies": forged((oauth, shown) =>
    oauth.submit({ ...shown, cookie: `rewards_csrf=${"a".repeat(43)}; ${shown.cookie}` })
  ),
  "with two cookies, of which the first is right": forged((oauth, shown) =>
    oauth.submit({ ...shown, cookie: `${shown.cookie}; rewards_csrf=${"a".repeat(43)}` })
  ),
  "without the field": forged((oauth, { cookie, fields: { csrf: _, ...rest } }) =>
    oauth.submit({ cookie, fields: rest })
  ),
  "with an empty field": fields(() => ({ csrf: "" })),
  "with a wrong field": fields(() => ({ csrf: "a".repeat(43) })),
  "with another page's field": forged(async (oauth, shown) =>
    oauth.submit(shown, { csrf: (await oauth.visit()).fields.csrf ?? "" })
  ),
  "with the cookie as the field": fields(({ cookie }) => ({ csrf: cookie.slice("rewards_csrf=".length) })),
  "from another site": headers({ origin: "https://evil.example" }),
  "from a site below": headers({ origin: "https://evil.rewards.example" }),
  "from another port": headers({ origin: "https://rewards.example:8443" }),
  "from the same site without encryption": headers({ origin: "http://rewards.example" }),
  "from nowhere that is told": headers({ origin: "null" }),
  "across sites": headers({ "sec-fetch-site": "cross-site" }),
  "from a neighbour": headers({ "sec-fetch-site": "same-site" }),
  "without an answer": fields(() => ({ decision: "" }), 400),
  "with another answer": fields(() => ({ decision: "maybe" }), 400),
  "to another address": fields(() => ({ redirect_uri: "https://evil.example/" }), 400),
  "for another client": forged(
    (oauth, shown) => oauth.submit(shown, { client_id: oauth.rival.clientId }),
    400
  ),
  "with an answer twice": forged(
    (oauth, shown) =>
      oauth.send({
        method: "POST",
        path,
        headers: { "content-type": "application/x-www-form-urlencoded", cookie: shown.cookie },
        body: `${new URLSearchParams({ ...shown.fields, tag: "oda", password: userPassword })}&decision=allow&decision=deny`
      }),
    400
  ),
  "as plain text": headers({ "content-type": "text/plain" }, 415),
  "with a wrong password": fields(() => ({ password: "wrong secret" }), 401),
  "without a password": fields(() => ({ password: "" }), 401),
  "with an unknown tag": fields(() => ({ tag: "nobody" }), 401),
  "without a tag": fields(() => ({ tag: "" }), 401),
  "with a tag that no database takes": fields(() => ({ tag: "oda\u0000" }), 401),
  "with a tag that is too long": fields(() => ({ tag: "o".repeat(255) }), 401)
}

export const forms = (test: Test): void => {
  const grants = async ({ sql, userId }: OAuth) =>
    (await sql(`SELECT id FROM rewards_grant WHERE user_id = UUID '${userId}' ORDER BY id`)).map(
      ({ id }) => id
    )

  for (const [name, { send, status }] of Object.entries(forgeries)) {
    test(`a form ${name} is answered with a page, and creates no grant`, async (oauth) => {
      const before = await grants(oauth)
      const reply = await send(oauth, await oauth.visit())
      assert.equal(reply.status, status)
      assert.equal(reply.headers.get("content-type"), "text/html; charset=utf-8")
      assert.equal(reply.headers.get("location"), null)
      assert.ok(!reply.text.includes(userPassword))
      assert.deepEqual(await grants(oauth), before)
    })
  }

  const told: ReadonlyArray<readonly [name: string, typed: Fields, error: string]> = [
    ["a no", { decision: "deny" }, "access_denied"],
    ["a no without a name", { decision: "deny", tag: "", password: "" }, "access_denied"]
  ]
  const changed: typeof told = [
    ["a form whose scope was changed", { scope: "admin" }, "invalid_scope"],
    ["a form whose challenge was taken out", { code_challenge: "" }, "invalid_request"],
    ["a form whose challenge was made plain", { code_challenge_method: "plain" }, "invalid_request"]
  ]
  const refuses = async (oauth: OAuth, typed: Fields, error: string, addressIn: (reply: Reply) => URL) => {
    const before = await grants(oauth)
    const { searchParams } = addressIn(await oauth.submit(await oauth.visit(), typed))
    assert.equal(searchParams.get("error"), error)
    assert.equal(searchParams.get("state"), "a state & more")
    assert.ok(!searchParams.has("code"))
    assert.deepEqual(await grants(oauth), before)
  }
  for (const [name, typed, error] of told) {
    test(`${name} redirects with ${error}, and creates no grant`, (oauth) =>
      refuses(oauth, typed, error, (reply) => {
        assert.equal(reply.status, 303)
        return locationOf(reply)
      }))
  }
  for (const [name, typed, error] of changed) {
    test(`${name} gets a page with a link that says ${error}, and creates no grant`, (oauth) =>
      refuses(oauth, typed, error, (reply) => {
        assert.deepEqual([reply.status, reply.headers.get("location")], [400, null])
        return linkIn(reply.text)
      }))
  }
}
