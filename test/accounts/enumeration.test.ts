// An account that exists and one that does not get the same answer, by the same statements.
import assert from "node:assert/strict"
import { layer as postgres } from "../../lib/drivers/postgres.ts"
import { layer as sqlite } from "../../lib/drivers/sqlite-bun.ts"
import { password } from "../support/bodies.ts"
import { type Call, post, withBasic } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { makeRecorder, recordedWhole } from "../support/recorder.ts"
import { visible } from "../support/table.ts"
import { type MakeClient, openWorld } from "../support/world.ts"

interface Case {
  readonly name: string
  readonly known: Call
  readonly unknown: Call
}

const login = (email: string) => post("/shop/partners/login", { email, password: "Wr0ng!secret" })
const forgot = (email: string) => post("/shop/partners/forgot-password", { email })
const keyLogin = (key: string) => withBasic(post("/laas/iam/login"), key, "a guess")

/** The only difference allowed is how a savepoint ends: a mail to an unknown address is rolled back. */
const alike = (text: string): string => text.replace(/^(RELEASE|ROLLBACK TO) SAVEPOINT/, "END SAVEPOINT")

const suite = (name: string, makeClient: MakeClient): void =>
  describe(`${name}: whether an account exists`, () => {
    it("is not visible in the answers or in the statements", async () => {
      const recorder = makeRecorder()
      const client = recordedWhole(recorder, await makeClient())
      const world = await openWorld(client, { http: { rateLimits: { failures: 0 } } })
      const partner = await world.partner("known")
      const key = await partner.key()
      const cases: ReadonlyArray<Case> = [
        {
          name: "partners.login",
          known: login(partner.email),
          unknown: login("unknown@partners.example")
        },
        {
          name: "partners.login elsewhere",
          known: login(partner.email),
          unknown: post("/bank/partners/login", { email: partner.email, password })
        },
        { name: "iam.login", known: keyLogin(key.apiKey), unknown: keyLogin(`rk_${"0".repeat(64)}`) },
        { name: "iam.login by anything", known: keyLogin(key.apiKey), unknown: keyLogin("anything") },
        {
          name: "partners.forgotPassword",
          known: forgot(partner.email),
          unknown: forgot("unknown@partners.example")
        }
      ]
      const observed = async (call: Call) => {
        recorder.statements.length = 0
        const reply = visible(await world.send(call))
        return { reply, statements: recorder.statements.map(alike) }
      }
      for (const { known, name, unknown } of cases) {
        const [first, second] = [await observed(known), await observed(unknown)]
        assert.deepEqual(second, first, name)
        assert.ok(first.statements.length > 1, name)
      }
      await world.close()
    })
  })

suite("SQLite", async () => sqlite({ filename: await freshFile() }))
suite("PostgreSQL", async () => postgres({ url: await migratedDatabase() }))
