import { Context, Effect, Layer } from "effect"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { statement } from "../sql/Statement.ts"
import { now } from "./clock.ts"
import { Ids } from "./Ids.ts"

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly body: string
}

/** The outbox. A mail is written in the transaction that causes it: none is lost, and none goes out for nothing. */
export class Mails extends Context.Tag("rewards/Mails")<
  Mails,
  { readonly write: (mail: Mail) => Effect.Effect<void, DatabaseFailure> }
>() {
  static readonly layer: Layer.Layer<Mails, never, Database | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const insertMail = statement({
  input: { id: "uuid", recipient: "text", subject: "text", body: "text", created_at: "instant" },
  sql: `INSERT INTO rewards_mail (id, recipient, subject, body, html, created_at, due_at)
    SELECT id, recipient, subject, body, '', created_at, created_at FROM input`
})

const make = Effect.gen(function* () {
  const database = yield* Database
  const ids = yield* Ids

  return Mails.of({
    write: Effect.fn("Mails.write")(function* ({ to, subject, body }) {
      const [id = ""] = yield* ids.take(1)
      yield* database.run(insertMail, [
        { id, recipient: to, subject, body, created_at: (yield* now).toISOString() }
      ])
    })
  })
})
