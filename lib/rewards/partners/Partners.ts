import { Context, Effect, Layer, Schema } from "effect"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { firstOf } from "../../schema/Page.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Id, Instant } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { now } from "../clock.ts"
import { PartnerNotFound } from "../Errors.ts"
import { PartnerId } from "../Id.ts"
import { Ids, takeOne } from "../Ids.ts"
import { Ledger } from "../ledger/Ledger.ts"
import {
  ListPartners,
  type ListPartnersInput,
  type Partner,
  PartnerKey,
  type PartnerKeyInput,
  type PartnerPage,
  RegisterPartner,
  type RegisterPartnerInput,
  RenamePartner,
  type RenamePartnerInput
} from "./Partner.ts"

export class Partners extends Context.Tag("rewards/Partners")<
  Partners,
  {
    /** Registers a partner and opens its accounts. With a `reference`, registering again finds the same partner. */
    readonly register: (input: RegisterPartnerInput) => Effect.Effect<Partner, InvalidInput | DatabaseFailure>
    readonly get: (
      input: PartnerKeyInput
    ) => Effect.Effect<Partner, InvalidInput | PartnerNotFound | DatabaseFailure>

    /** A page of all partners in the order of their registration, for those who run the service. */
    readonly list: (input: ListPartnersInput) => Effect.Effect<PartnerPage, InvalidInput | DatabaseFailure>

    /** Gives a partner another name. Belongs in a transaction of the caller, if the caller has one. */
    readonly rename: (
      input: RenamePartnerInput
    ) => Effect.Effect<void, InvalidInput | PartnerNotFound | DatabaseFailure>
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

const readAfter = statement({
  input: { after: "uuid", size: "integer" },
  output: PartnerRow,
  sql: `SELECT ${columns} FROM rewards_partner p WHERE p.id > (SELECT after FROM input)
    ORDER BY p.id LIMIT (SELECT size FROM input)`
})

const updateName = statement({
  input: { id: "uuid", name: "text" },
  output: Schema.Struct({ id: Id("PartnerId") }),
  sql: `UPDATE rewards_partner SET name = input.name FROM input
    WHERE rewards_partner.id = input.id RETURNING rewards_partner.id`
})

const parseRegistration = parser(RegisterPartner)
const parseKey = parser(PartnerKey)
const parseList = parser(ListPartners)
const parseRename = parser(RenamePartner)

/** Below every id that can be made. */
const firstId = PartnerId.make("00000000-0000-0000-0000-000000000000", { disableValidation: true })

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
          // Only a reference that is taken keeps a partner from being inserted.
          const [known] = reference === null ? [] : yield* database.run(byReference, [{ reference }])
          return known ?? (yield* Effect.dieMessage(`the partner with reference ${reference} is gone`))
        })
      )
    }),

    get: Effect.fn("Partners.get")(function* (input) {
      const { partnerId } = yield* parseKey(input)
      const [partner] = yield* database.run(byId, [{ id: partnerId }])
      return partner ?? (yield* new PartnerNotFound({ partnerId }))
    }),

    list: Effect.fn("Partners.list")(function* (input) {
      const { after = firstId, limit } = yield* parseList(input)
      return firstOf(yield* database.run(readAfter, [{ after, size: limit + 1 }]), limit)
    }),

    rename: Effect.fn("Partners.rename")(function* (input) {
      const { partnerId, name } = yield* parseRename(input)
      const renamed = yield* database.run(updateName, [{ id: partnerId, name }])
      if (renamed.length === 0) return yield* new PartnerNotFound({ partnerId })
    })
  })
})
