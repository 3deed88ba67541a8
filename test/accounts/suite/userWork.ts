// The service runs the same statements for a known and an unknown address, so that the time does not reveal whether
// an account exists.
import assert from "node:assert/strict"
import { Effect } from "effect"
import { UserResets } from "../../../lib/accounts/users/UserResets.ts"
import { Users } from "../../../lib/accounts/users/Users.ts"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { it } from "../../support/effect.ts"
import { outcome } from "../../support/expect.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { engineOn, raw } from "../../support/world.ts"
import { accountRow } from "./accounts.ts"

/** The only difference allowed: a savepoint is rolled back instead of released. */
const work = (statements: ReadonlyArray<string>) =>
  statements.map((text) => text.replace(/^(RELEASE|ROLLBACK TO) SAVEPOINT/, "end of"))

export const userWork = (name: string, database: () => Promise<string>): void => {
  it.live(
    `${name}: a code is tried and mailed by the same statements for a known and an unknown address`,
    () =>
      Effect.gen(function* () {
        const recorder = makeRecorder()
        const client = recorded(recorder, layerFromUrl(yield* Effect.promise(database)))
        const measured = Effect.gen(function* () {
          const users = yield* Users
          const resets = yield* UserResets
          const [fresh, proved] = [accountRow("fresh"), accountRow("proved")]
          for (const { sql } of [fresh, proved]) yield* raw(sql)
          yield* raw("UPDATE rewards_user SET email_verified_at = created_at WHERE tag = 'proved'")
          const email = (tag: string) => `${tag}@example.org`
          const statementsOf = (call: Effect.Effect<string>) =>
            Effect.gen(function* () {
              recorder.statements.length = 0
              return { outcome: yield* call, work: work(recorder.statements) }
            })
          // A code that cannot be: every try is wrong.
          const verify = (tag: string) =>
            statementsOf(outcome(users.verifyOtp({ email: email(tag), otp: "000000" })))
          const resend = (tag: string) => statementsOf(outcome(users.resendOtp({ email: email(tag) })))
          const forgot = (tag: string) => statementsOf(outcome(resets.forgot({ email: email(tag) })))
          const change = (tag: string) =>
            statementsOf(
              outcome(
                resets.reset({
                  email: email(tag),
                  otp: "0".repeat(20),
                  password: "a new secret",
                  confirmPassword: "a new secret"
                })
              )
            )
          const sent = yield* resend("fresh")
          const forgotten = yield* forgot("fresh")
          for (const table of ["rewards_otp", "rewards_reset"]) {
            yield* raw(`UPDATE ${table} SET hash = 'nothing hashes to this'`)
          }
          const tried = yield* verify("fresh")
          const changed = yield* change("fresh")
          assert.deepEqual([sent.outcome, tried.outcome], ["ok", "CodeRefused"])
          assert.deepEqual([forgotten.outcome, changed.outcome], ["ok", "CodeRefused"])
          assert.deepEqual(yield* forgot("nobody"), forgotten)
          assert.deepEqual(yield* change("nobody"), changed)
          assert.ok(sent.work.length > 5 && tried.work.length > 4)
          for (const tag of ["proved", "nobody"]) {
            assert.deepEqual(yield* resend(tag), sent)
            assert.deepEqual(yield* verify(tag), tried)
          }
          const mails = yield* raw("SELECT recipient FROM rewards_mail")
          assert.deepEqual(
            mails.map(({ recipient }) => recipient),
            [email("fresh"), email("fresh")]
          )
        })
        yield* Effect.provide(measured, engineOn(client))
      })
  )
}
