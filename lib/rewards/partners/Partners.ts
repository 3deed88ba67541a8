import { Context, Effect, Layer, Schema } from "effect"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Id, Instant } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { now } from "../clock.ts"
import { PartnerNotFound } from "../Errors.ts"
import { PartnerId } from "../Id.ts"
import { Ids, takeOne } from "../Ids.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { type Partner, RegisterPartner, type RegisterPartnerInput } from "./Partner.ts"

export class Partners extends Context.Tag("rewards/Partners")<
  Partners,
  {
    /** Registers a partner and opens its accounts. With a `reference`, registering again finds the same partner. */
    readonly register: (input: RegisterPartnerInput) => Effect.Effect<Partner, InvalidInput | DatabaseFailure>
    readonly get: (id: string) => Effect.Effect<Partner, InvalidInput | PartnerNotFound | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Partners, never, Database | Ledger | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const PartnerRow = Schema.Struct({
  id: Id("PartnerId"),
  name: Schema.String,
  reference: Schema.NullOr(Schema.String),
  createdAt: Instant
})

const columns = `p.id, p.name, p.reference, p.created_at AS "createdAt"`

const insert = statement({
  input: { id: "uuid", name: "text", reference: "text?", created_at: "instant" },
  output: Schema.Struct({ id: Id("PartnerId") }),
  sql: `INSERT INTO rewards_partner (id, name, reference, created_at)
     SELECT id, name, reference, created_at FROM input WHERE true
     ON CONFLICT (reference) DO NOTHING RETURNING id`
})

const byId = statement({
  input: { id: "uuid" },
  output: PartnerRow,
  sql: `SELECT ${columns} FROM input CROSS JOIN rewards_partner p WHERE p.id = input.id`
})

const byReference = statement({
  input: { reference: "text" },
  output: PartnerRow,
  sql: `SELECT ${columns} FROM input CROSS JOIN rewards_partner p WHERE p.reference = input.reference`
})

const parseRegistration = parser(RegisterPartner)
const parseId = parser(Schema.Struct({ partnerId: PartnerId }))

const make = Effect.gen(function* () {
  const database = yield* Database
  const ledger = yield* Ledger
  const ids = yield* Ids

  return Partners.of({
    register: Effect.fn("Partners.register")(function* (input) {
      const { name, reference } = yield* parseRegistration(input)
      return yield* database.transaction(
        Effect.gen(function* () {
          const id = PartnerId.make(yield* takeOne(ids), { disableValidation: true })
          const createdAt = yield* now
          const inserted = yield* database.run(insert, [
            { id, name, reference, created_at: createdAt.toISOString() }
          ])
          if (inserted.length > 0) {
            yield* database.send(ledger.openPartner(id, createdAt))
            return { id, name, reference, createdAt }
          }
          const [known] = yield* database.run(byReference, [{ reference: reference ?? "" }])
          return known ?? (yield* Effect.dieMessage(`partner with reference ${reference} vanished`))
        })
      )
    }),

    get: Effect.fn("Partners.get")(function* (id) {
      const { partnerId } = yield* parseId({ partnerId: id })
      const [partner] = yield* database.run(byId, [{ id: partnerId }])
      return partner ?? (yield* new PartnerNotFound({ partnerId }))
    })
  })
})
