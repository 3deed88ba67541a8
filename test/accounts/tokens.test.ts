// What this process remembers of access tokens, without the requests around them.
import assert from "node:assert/strict"
import { Effect, Fiber, Layer, Option } from "effect"
import { layer } from "../../lib/drivers/sqlite-bun.ts"
import { Sessions } from "../../lib/entries/accounts.ts"
import type { PartnerId } from "../../lib/rewards/Id.ts"
import { it } from "../support/effect.ts"
import { refused } from "../support/expect.ts"
import { freshFile } from "../support/files.ts"
import { late } from "../support/late.ts"
import { makeRecorder, recorded } from "../support/recorder.ts"
import { repeatUntil } from "../support/wait.ts"
import { engineOn, newPartner, newWatch, raw, Time, timeOf } from "../support/world.ts"
import { partnerTokenRow, registrationRows } from "./suite/accounts.ts"

const recorder = makeRecorder()
const lookUps = () => recorder.count(/FROM input CROSS JOIN rewards_token/)

const { client, hold } = late(
  Layer.unwrapEffect(
    Effect.map(Effect.promise(freshFile), (filename) => recorded(recorder, layer({ filename })))
  )
)
/** The look-up of tokens whose end is awaited. */
const sweep = /SELECT t\.hash, t\.expires_at FROM input/
const engine = Layer.provideMerge(engineOn(client), timeOf(newWatch("2030-01-01T12:00:00.000Z")))

/** A new partner with an access token. */
const holder = Effect.gen(function* () {
  const { partnerId } = yield* newPartner
  for (const text of registrationRows(partnerId)) yield* raw(text)
  const { sql, token } = partnerTokenRow(partnerId, "read")
  yield* raw(sql)
  return { partnerId, token }
})

interface Ending {
  readonly token: string
  readonly partnerId: PartnerId
  readonly personId: string
}

it.layer(engine)("an access token", (it) => {
  it.live("is looked up once, and trusted for three seconds", () =>
    Effect.gen(function* () {
      const { check, trusted } = yield* Sessions
      const { now } = yield* Time
      const { partnerId, token } = yield* holder
      assert.equal(trusted(token, now), "stranger")
      const before = lookUps()
      const session = yield* check(token)
      assert.equal(session.partnerId, partnerId)
      assert.deepEqual(yield* check(token), session)
      assert.equal(lookUps(), before + 1)
      assert.equal(trusted(token, now), session)
      assert.equal(trusted(token, now + 2999), session)
      // It is to be looked up again, and is no stranger.
      assert.equal(trusted(token, now + 3000), undefined)
    })
  )

  it.live(
    "is trusted for less than three seconds of the machine, too, if the engine's clock stands still",
    () =>
      Effect.gen(function* () {
        const { check, trusted } = yield* Sessions
        const { now } = yield* Time
        const { token } = yield* holder
        const real = performance.now
        const moment = real.call(performance)
        yield* Effect.gen(function* () {
          performance.now = () => moment
          const session = yield* check(token)
          performance.now = () => moment + 2999
          assert.equal(trusted(token, now), session)
          performance.now = () => moment + 3000
          assert.equal(trusted(token, now), undefined)
        }).pipe(
          Effect.ensuring(
            Effect.sync(() => {
              performance.now = real
            })
          )
        )
      })
  )

  it.live("of another partner stays known when a partner ends its own", () =>
    Effect.gen(function* () {
      const { check, revoke, trusted } = yield* Sessions
      const { now } = yield* Time
      const [one, other] = [yield* holder, yield* holder]
      const session = yield* check(other.token)
      yield* check(one.token)
      yield* revoke(one.token)
      assert.equal(trusted(one.token, now), "stranger")
      assert.equal(trusted(other.token, now), session)
    })
  )

  it.live("that was found to have ended is a stranger from then on", () =>
    Effect.gen(function* () {
      const { check, trusted } = yield* Sessions
      const time = yield* Time
      const { token } = yield* holder
      yield* check(token)
      yield* raw("DELETE FROM rewards_token")
      time.now += 3000
      assert.equal(trusted(token, time.now), undefined)
      yield* refused("Unauthorized")(check(token))
      assert.equal(trusted(token, time.now), "stranger")
    })
  )

  it.live("of a person stores its last use at most every five minutes, behind the check", () =>
    Effect.gen(function* () {
      const { check, list } = yield* Sessions
      const time = yield* Time
      const { token } = yield* holder
      const session = yield* check(token)
      const person = { partnerId: session.partnerId, personId: session.actor.id }
      const lastUse = Effect.map(list(person), ([found]) => found?.lastUsedAt.getTime())
      yield* raw(`UPDATE rewards_token SET last_used_at = '${new Date(time.now).toISOString()}'`)
      const first = time.now
      time.now += 5 * 60_000 - 1
      yield* check(token)
      yield* Effect.sleep(50)
      assert.equal(yield* lastUse, first)
      time.now += 3001
      const lookUp = hold(/UPDATE rewards_token SET last_used_at/)
      // The check does not wait for the write.
      yield* check(token)
      assert.equal(yield* lastUse, first)
      lookUp.release()
      const used = time.now
      yield* repeatUntil("the last use", lastUse, (at) => at === used)
    })
  )

  it.live("that is unknown can be ended, which does nothing", () =>
    Effect.gen(function* () {
      const { check, revoke } = yield* Sessions
      const [{ token }, other] = [yield* holder, yield* holder]
      const left = Effect.map(raw("SELECT hash FROM rewards_token"), (rows) => rows.length)
      const before = yield* left
      yield* revoke(token)
      assert.equal(yield* left, before - 1)
      yield* revoke(token)
      yield* revoke("no token")
      assert.equal(yield* left, before - 1)
      assert.equal((yield* check(other.token)).partnerId, other.partnerId)
    })
  )

  /** Starts to wait for the end of a token. Returns an effect that fails if the end does not come. */
  const waitFor = (token: string) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkScoped((yield* Sessions).ended(token))
      // The fiber begins to wait.
      yield* Effect.sleep(1)
      return {
        ended: Effect.timeoutFail(Fiber.join(fiber), {
          duration: "20 seconds",
          onTimeout: () => new Error("the end of the token was not reported")
        }),
        isOpen: Effect.map(Fiber.poll(fiber), Option.isNone)
      }
    })

  it.live("reports its end when this process ends it, without a look-up; others are not ended", () =>
    Effect.gen(function* () {
      const { check, endTokens, revoke, revokeAll, revokeOfPerson } = yield* Sessions
      const endings = [
        ({ token }: Ending) => revoke(token),
        ({ partnerId }: Ending) => revokeAll({ partnerId }),
        ({ partnerId, personId }: Ending) => revokeOfPerson({ partnerId, personId }),
        ({ partnerId }: Ending) => endTokens({ partnerId }),
        ({ partnerId, personId }: Ending) => endTokens({ partnerId, personId })
      ]
      for (const end of endings) {
        const [held, other] = [yield* holder, yield* holder]
        yield* check(other.token)
        const session = yield* check(held.token)
        const one = { ...held, partnerId: session.partnerId, personId: session.actor.id }
        // A look-up could report the end, too. It gets no answer here.
        const lookUp = hold(sweep)
        const [ending, open] = [yield* waitFor(one.token), yield* waitFor(other.token)]
        yield* end(one)
        yield* ending.ended
        assert.equal(yield* open.isOpen, true)
        lookUp.release()
      }
    })
  )

  it.live("reports its end when another process has ended it, and when it has expired", () =>
    Effect.gen(function* () {
      const { check } = yield* Sessions
      const time = yield* Time
      const [gone, expired, valid] = [yield* holder, yield* holder, yield* holder]
      for (const { token } of [gone, expired, valid]) yield* check(token)
      const [first, second, third] = [
        yield* waitFor(gone.token),
        yield* waitFor(expired.token),
        yield* waitFor(valid.token)
      ]
      yield* raw(`DELETE FROM rewards_token WHERE partner_id = UUID '${gone.partnerId}'`)
      yield* raw(`UPDATE rewards_token SET expires_at = '2030-01-01T12:00:01.000Z'
        WHERE partner_id = UUID '${expired.partnerId}'`)
      time.now += 60_000
      // All tokens are looked up together, and the wait for an unknown token starts a look-up.
      const unknown = yield* waitFor("unknown")
      for (const { ended } of [unknown, first, second]) yield* ended
      assert.equal(yield* third.isOpen, true)
    })
  )

  it.live("that was ended between its check and the wait is reported at once", () =>
    Effect.gen(function* () {
      const { check, revoke } = yield* Sessions
      const { token } = yield* holder
      yield* check(token)
      yield* revoke(token)
      yield* (yield* waitFor(token)).ended
    })
  )
})
