import assert from "node:assert/strict"
import { userBody } from "../../support/bodies.ts"
import { idIn, post } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import { meets, refused, type Table } from "../../support/table.ts"
import { accountRow, consentRow, revokeConsents } from "./accounts.ts"
import { lastCodeTo } from "./codes.ts"

const signUp = (tag: string, email: string) => post("/user", { ...userBody, tag, email })

/** An account that was created this long ago and is not verified. */
const waiting = async ({ sql }: Cast, tag: string, hours: number) => {
  const row = accountRow(tag)
  await sql(row.sql)
  const at = new Date(Date.now() - hours * 60 * 60 * 1000).toISOString()
  await sql(`UPDATE rewards_user SET created_at = '${at}' WHERE id = UUID '${row.id}'`)
  return { id: row.id, email: `${tag}@example.org` }
}

const exists = async ({ sql }: Cast, id: string): Promise<boolean> =>
  (await sql(`SELECT id FROM rewards_user WHERE id = UUID '${id}'`)).length > 0

/** Accounts that keep their tag and e-mail address, although they are old and not verified, or not old. */
const kept: ReadonlyArray<
  readonly [name: string, hours: number, use: (world: Cast, id: string) => Promise<unknown>]
> = [
  ["is younger than 24 hours", 23, async () => {}],
  [
    "is verified",
    48,
    ({ sql }, id) => sql(`UPDATE rewards_user SET email_verified_at = created_at WHERE id = UUID '${id}'`)
  ],
  ["has allowed a partner something", 48, ({ acme, sql }, id) => sql(consentRow(acme.partnerId, id).sql)],
  [
    "had allowed a partner something",
    48,
    async ({ acme, sql }, id) => {
      await sql(consentRow(acme.partnerId, id).sql)
      await sql(revokeConsents(acme.partnerId, id))
    }
  ],
  [
    "was awarded by a partner",
    48,
    async ({ acme }, id) => {
      await acme.rule({ name: `for ${id}` })
      await acme.award(id, `for ${id}`)
    }
  ],
  ["was onboarded by a partner", 48, ({ acme }, id) => acme.onboard(id)]
]

/** Sign-ups with the tag or e-mail address of an account that was never verified. */
export const abandoned = (table: Table): void =>
  table("an account that was not verified", [], (test) => {
    test("gives its e-mail address up after 24 hours, with all that it has", async (world) => {
      const { email, id } = await waiting(world, "left-mail", 25)
      await world.send(post("/user/resend-otp", { email }))
      await world.send(post("/user/forgot-password", { email }))
      const reply = await world.send(signUp("new-mail", email.toUpperCase()))
      assert.equal(reply.status, 201, reply.text)
      assert.equal(await exists(world, id), false)
      const [code] = await world.sql(`SELECT user_id FROM rewards_otp WHERE user_id = UUID '${id}'`)
      assert.equal(code, undefined)
      const [secret] = await world.sql(`SELECT place FROM rewards_reset WHERE account_id = UUID '${id}'`)
      assert.equal(secret, undefined)
      const otp = await lastCodeTo(world.sql, email.toUpperCase())
      assert.equal((await world.send(post("/user/verify-otp", { email, otp }))).status, 200)
      const trail = await world.sql(
        `SELECT action, actor FROM rewards_audit WHERE user_id = UUID '${id}' ORDER BY id`
      )
      assert.deepEqual(
        trail.map(({ action }) => action),
        ["user.resend", "user.forgot", "user.remove"]
      )
    })

    test("gives its tag up after 24 hours, also where another has the e-mail address", async (world) => {
      const [one, two] = [await waiting(world, "left-tag", 25), await waiting(world, "left-too", 25)]
      assert.equal((await world.send(signUp("left-tag", two.email))).status, 201)
      for (const { id } of [one, two]) assert.equal(await exists(world, id), false)
    })

    for (const [index, [name, hours, use]] of kept.entries()) {
      test(`keeps its tag and its e-mail address if it ${name}`, async (world) => {
        const tag = `kept-${index}`
        const { email, id } = await waiting(world, tag, hours)
        await use(world, id)
        meets(await world.send(signUp(tag, "fresh@example.org")), refused("", `tag ${tag} is already taken`))
        meets(
          await world.send(signUp(`${tag}-new`, email)),
          refused("email_taken", `email ${email} is already taken`)
        )
        assert.equal(await exists(world, id), true)
      })
    }

    test("stays if the new account is refused for another reason", async (world) => {
      const { id } = await waiting(world, "left-alone", 25)
      const { email } = await waiting(world, "too-young", 1)
      meets(
        await world.send(signUp("left-alone", email)),
        refused("email_taken", `email ${email} is already taken`)
      )
      assert.equal(await exists(world, id), true)
    })

    test("is removed by one of many concurrent sign-ups, or becomes a member, never both", async (world) => {
      const { acme, send } = world
      await acme.rule({ name: "raced" })
      for (let round = 0; round < 6; round++) {
        const tag = `raced-${round}`
        const { email, id } = await waiting(world, tag, 25)
        const [award, ...signUps] = await Promise.all([
          send(acme.as(post("/laas/rules/award", { userId: id, ruleName: "raced" }))),
          send(signUp(tag, email)),
          send(signUp(tag, email))
        ])
        const created = signUps.filter(({ status }) => status === 201)
        assert.equal(created.length, award.status === 201 ? 0 : 1, JSON.stringify([award, ...signUps]))
        assert.equal(await exists(world, id), award.status === 201)
        for (const { body } of created) assert.ok(await exists(world, idIn(body)))
      }
    })
  })
