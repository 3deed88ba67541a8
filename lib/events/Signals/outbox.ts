import { type Context, Effect, Queue } from "effect"
import { PartnerId } from "../../rewards/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { onRealTime } from "../../sql/RealTime.ts"
import { statement } from "../../sql/Statement.ts"

/** Sent outside of transactions: in one, it would make all commits of the cluster that send notices wait for each other. */
const notify = statement({
  input: { channel: "text", payload: "text" },
  sql: "SELECT pg_notify(input.channel, input.payload) FROM input"
})

/** Milliseconds between two notices. */
const every = 25

/** Partners that one notice names. PostgreSQL takes 8,000 bytes. */
const mostPartners = 200

const separator = ","

/** The partners that a notice of another process names. Anyone who may connect to the database may send one. */
export const partnersIn = (payload: string, self: string): ReadonlyArray<PartnerId> => {
  const [sender, ...partners] = payload.split(separator)
  return sender === self
    ? []
    : partners.map((partnerId) => PartnerId.make(partnerId, { disableValidation: true }))
}

/** Tells other processes of partners, at most once in `every` milliseconds for all of them. What is not sent is not missed for long. */
export const makeOutbox = (database: Context.Tag.Service<Database>, channel: string, self: string) =>
  Effect.gen(function* () {
    const pending = new Set<PartnerId>()
    const wake = yield* Queue.dropping<void>(1)

    const send = Effect.suspend(() => {
      const partners = Array.from(pending)
      pending.clear()
      const rows = Array.from({ length: Math.ceil(partners.length / mostPartners) }, (_, index) => ({
        channel,
        payload: [self, ...partners.slice(index * mostPartners, (index + 1) * mostPartners)].join(separator)
      }))
      return database.run(notify, rows)
    })

    yield* Queue.take(wake).pipe(
      // A database that is away has readers that look at the table when it is back.
      Effect.zipRight(Effect.ignore(send)),
      Effect.zipRight(Effect.sleep(every)),
      Effect.forever,
      onRealTime,
      Effect.interruptible,
      Effect.forkScoped
    )

    return (partners: Iterable<PartnerId>): void => {
      for (const partnerId of partners) pending.add(partnerId)
      wake.unsafeOffer(undefined)
    }
  })
