import assert from "node:assert/strict"
import { type Call, post, withBearer, withKey } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { matches } from "../../support/pattern.ts"
import {
  type Answer,
  badRequest,
  forbidden,
  missing,
  row,
  type Table,
  unauthorized
} from "../../support/table.ts"
import { partnerTokenRow, revokeConsents } from "./accounts.ts"
import { account, consenting, done, linking, stateOf, tokenOf } from "./linking.ts"

const asAcme =
  (body: object) =>
  ({ acme }: Cast) =>
    acme.as(linking(body))

const notAllowed = forbidden(
  "tag must belong to a user who has allowed you the scope profile: send the user to the authorization page first"
)
const otherPlace = forbidden("the path must name the ecosystem that you are registered in")

const expectAnswer = async ({ send }: Cast, call: Call, { body, status }: Answer): Promise<string> => {
  const reply = await send(call)
  matches({ status: reply.status, body: reply.body }, { status, body })
  return reply.text
}

/** Tags of users who have no grant for the partner. */
const strangers: ReadonlyArray<readonly [name: string, tag: (world: Cast) => Promise<string>]> = [
  ["an unknown tag", async () => "nobody-at-all"],
  ["the tag of a user who has allowed nothing", async (world) => (await account(world, "shy")).tag],
  [
    "the tag of a user who has allowed another partner",
    async (world) => (await consenting(world, "elsewhere", world.zeta)).tag
  ],
  [
    "the tag of a user who has taken it back",
    async (world) => {
      const { id, tag } = await consenting(world, "undone")
      await world.sql(revokeConsents(world.acme.partnerId, id))
      return tag
    }
  ]
]

/** Which credentials may link which users. */
export const linkAccess = (table: Table): void =>
  table(
    "who may link",
    [
      row(
        "without a token",
        () => linking({ userId: "x", tag: "bea" }),
        unauthorized("the Authorization header must be Bearer and an access token")
      ),
      row(
        "with an unknown token",
        () => withBearer(linking({ userId: "x" }), "A".repeat(43)),
        unauthorized("the access token is missing, expired, revoked or unknown: log in")
      ),
      row("a partner without userId", asAcme({ tag: "bea" }), missing("userId")),
      row("a partner without tag", asAcme({ userId: "x" }), missing("tag")),
      row("a partner without either", asAcme({}), badRequest("userId is required; tag is required")),
      row(
        "an id that is too long",
        asAcme({ userId: "x".repeat(129), tag: "bea" }),
        badRequest(`userId must be text of 1 to 128 characters, got "${"x".repeat(56)}...`)
      ),
      row(
        "a malformed tag",
        asAcme({ userId: "x", tag: "b a" }),
        badRequest('tag must be 3 to 32 of the characters a-z 0-9 _ . -, got "b a"')
      ),
      row(
        "the id of an account in place of one's own",
        ({ acme, bea }) => acme.as(linking({ userId: bea, tag: "bea" })),
        badRequest("userId must be your own id for the user, not the id of a user account")
      ),
      row(
        "an account that only the body names",
        ({ acme, bea }) => acme.as(linking({ userId: "x", tag: "bea", accountId: bea })),
        badRequest("accountId is not a known field: the fields are userId, tag")
      )
    ],
    (test) => {
      for (const [name, tagOf] of strangers) {
        test(`${name} is refused like an unknown tag, and nothing is written`, async (world) => {
          const tag = await tagOf(world)
          const before = await stateOf(world)
          const one = await expectAnswer(world, asAcme({ userId: "claimed", tag })(world), notAllowed)
          const two = await expectAnswer(
            world,
            asAcme({ userId: "claimed", tag: "nobody" })(world),
            notAllowed
          )
          assert.equal(one, two)
          assert.equal(await stateOf(world), before)
        })
      }

      test("a user's token cannot link: it could claim any id of the partner's", async (world) => {
        const user = await account(world, "token-user")
        const token = await tokenOf(world, user)
        const before = await stateOf(world)
        const call = withBearer(linking({ userId: "token-own", tag: user.tag }), token)
        await expectAnswer(
          world,
          call,
          unauthorized("the access token is missing, expired, revoked or unknown: log in")
        )
        assert.equal(await stateOf(world), before)
      })

      test("the path must name the partner's own ecosystem", async (world) => {
        const { tag } = await consenting(world, "eco-user")
        const elsewhere = post("/elsewhere/users/link-tag", { userId: "eco-own", tag })
        await expectAnswer(world, world.acme.as(elsewhere), otherPlace)
      })

      test("a partner's token needs the scope awards:write", async (world) => {
        const { sql, token } = partnerTokenRow(world.acme.partnerId, "read")
        await world.sql(sql)
        await expectAnswer(
          world,
          withBearer(linking({ userId: "x", tag: "bea" }), token),
          forbidden("this needs the scope awards:write")
        )
      })

      test("the audit trail records links and refusals, and reveals nothing about other users", async (world) => {
        const known = await consenting(world, "audited")
        const shy = await account(world, "audit-shy")
        await done(world, asAcme({ userId: "audit-own", tag: known.tag })(world))
        await done(world, asAcme({ userId: "audit-own", tag: known.tag })(world))
        await expectAnswer(
          world,
          withKey(asAcme({ userId: "audit-shy", tag: shy.tag })(world), "refused"),
          notAllowed
        )
        const entries = await world.sql(`SELECT outcome, actor, user_id, address FROM rewards_audit
          WHERE action = 'member.link' AND partner_id = UUID '${world.acme.partnerId}' ORDER BY id DESC LIMIT 2`)
        const from = "192.0.2.7"
        assert.deepEqual(
          entries.map(({ actor, address, outcome, user_id }) => [outcome, actor, user_id, address]),
          [
            ["refused", world.acme.email, null, from],
            ["done", world.acme.email, known.id, from]
          ]
        )
      })
    }
  )
