// Ids, mail and time of your own: `bun examples/custom.ts`
import { Effect, Layer } from "effect"
import { Accounts, MailTransport, Users } from "laurel-rewards/accounts"
import { Ids, Rewards } from "laurel-rewards/effect"
import { layer as sqlite } from "laurel-rewards/sqlite"

/** A clock that tests can set. */
const clock = { now: () => Date.parse("2026-03-02T09:00:00Z") }

/** UUIDv7 ids of a recognisable form; each is greater than the one before, and none is older than its moment. */
let count = 0
const nextId = (): string => {
  const time = clock.now().toString(16).padStart(12, "0")
  const number = (count++).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number}`
}
const ids = Layer.succeed(Ids, {
  take: (howMany) => Effect.sync(() => Array.from({ length: howMany }, nextId))
})

/** Hands each mail to a service of your own. Fail with `MailDelayed` to have it sent again, or with `MailRefused`. */
const sent = Effect.runSync(Effect.makeLatch())
const mailer = Layer.succeed(MailTransport, {
  send: ({ subject, to }) =>
    Effect.zipRight(
      Effect.sync(() => console.log(`mail to ${to}: ${subject}`)),
      sent.open
    )
})

const engine = Accounts.layer({ ids }).pipe(
  Layer.provide(mailer),
  Layer.provide(sqlite({ filename: ":memory:" })),
  Layer.provideMerge(Rewards.layerClock(clock))
)

const program = Effect.gen(function* () {
  const user = yield* (yield* Users).create({
    email: "ada@example.org",
    fullname: "Ada Lovelace",
    password: "correct horse",
    confirmPassword: "correct horse",
    phone: "801 234 5678",
    tag: "ada",
    countryCode: "+234"
  })
  yield* sent.await
  console.log(`${user.tag} is ${user.id}, since ${user.createdAt.toISOString()}`)
})

await Effect.runPromise(program.pipe(Effect.provide(engine)))
