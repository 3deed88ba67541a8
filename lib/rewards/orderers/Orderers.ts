import { Context, Effect, Layer } from "effect"
import { BoundedMap } from "../../schema/BoundedMap.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Actor } from "../Actor.ts"
import type { PartnerId } from "../Id.ts"
import { orderers } from "../tables.ts"
import type { Orderer, OrdererNumber } from "./Orderer.ts"

/**
 * The people, API keys and hosts that ordered the records of a partner, by number. A record stores only the number of its orderer, because
 * there are few orderers and many records. The orderer of a number never changes.
 */
export class Orderers extends Context.Tag("rewards/Orderers")<
  Orderers,
  {
    /**
     * Returns the number of an orderer. An orderer without a number gets one. Returns null if there is no orderer or no such partner, or if
     * the partner has 32,767 orderers already.
     */
    readonly numberOf: (
      partnerId: PartnerId,
      orderer: Orderer | undefined
    ) => Effect.Effect<OrdererNumber, DatabaseFailure>
    /** Returns the number of the `Actor`. In a transaction, it must be called before the transaction locks rows. */
    readonly current: (partnerId: PartnerId) => Effect.Effect<OrdererNumber, DatabaseFailure>
    /** Returns a function that returns the orderers of these numbers. */
    readonly named: (
      partnerId: PartnerId,
      numbers: Iterable<OrdererNumber>
    ) => Effect.Effect<(number: OrdererNumber) => Orderer | null, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Orderers, never, Database> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const maxRemembered = 10_000

/** The largest number that a record can store. If it is used, new orderers of the partner get no number, and their records name nobody. */
const maxOrderers = 32_767

/** How many numbers are tried. Another transaction may take a number that was free. */
const maxTries = 10

const findOrderers = orderers.find()

/** Reads the number of an orderer. A host has no id, so its `ref` is NULL. */
const findNumber = statement({
  input: { partnerId: "uuid", ref: "uuid?", name: "text" },
  output: orderers.row("number"),
  sql: `SELECT o.number FROM input CROSS JOIN rewards_orderer o
    WHERE o.partner_id = input.partner_id AND o.ref = input.ref AND o.name = input.name
    UNION ALL SELECT o.number FROM input CROSS JOIN rewards_orderer o
    WHERE o.partner_id = input.partner_id AND o.ref IS NULL AND input.ref IS NULL AND o.name = input.name`
})

/** Reads the largest number of the partner's orderers, or 0. Finds no row if there is no such partner. */
const findLast = statement({
  input: { partnerId: "uuid" },
  output: orderers.row("number"),
  sql: `SELECT COALESCE((SELECT MAX(o.number) FROM rewards_orderer o WHERE o.partner_id = input.partner_id), 0) AS number
    FROM input CROSS JOIN rewards_partner p WHERE p.id = input.partner_id`
})

const insertOrderer = orderers.insert({ unlessExists: [], returning: ["number"] })

const make = Effect.gen(function* () {
  const database = yield* Database
  const numbers = new BoundedMap<number>(maxRemembered)
  const names = new BoundedMap<Orderer>(maxRemembered)

  const keyOf = (partnerId: PartnerId, { id, name }: Orderer): string => `${partnerId}${id ?? ""} ${name}`

  /** Caches a number after COMMIT. Before that, a rollback could remove it. */
  const remember = (partnerId: PartnerId, orderer: Orderer, number: number) =>
    Effect.as(
      database.afterCommit(() => void numbers.set(keyOf(partnerId, orderer), number)),
      number
    )

  const findOrInsert = (
    partnerId: PartnerId,
    orderer: Orderer,
    tries: number
  ): Effect.Effect<OrdererNumber, DatabaseFailure> =>
    Effect.gen(function* () {
      const { id: ref, kind, name } = orderer
      const {
        found: [found],
        last: [last]
      } = yield* database.send(
        Batch.all({
          found: Batch.of(findNumber, [{ partnerId, ref, name }]),
          last: Batch.of(findLast, [{ partnerId }])
        })
      )
      if (found !== undefined) return yield* remember(partnerId, orderer, found.number)
      if (last === undefined || last.number >= maxOrderers) return null
      const row = { partnerId, number: last.number + 1, kind, ref, name }
      const [inserted] = yield* database.run(insertOrderer, [row])
      if (inserted !== undefined) return yield* remember(partnerId, orderer, inserted.number)
      // Another transaction has just inserted the same orderer, or another one with this number.
      return tries > 1
        ? yield* findOrInsert(partnerId, orderer, tries - 1)
        : yield* new TransactionConflict({ reason: "many orderers are new at once" })
    })

  const numberOf = (partnerId: PartnerId, orderer: Orderer | undefined) => {
    if (orderer === undefined) return Effect.succeed(null)
    const known = numbers.get(keyOf(partnerId, orderer))
    return known === undefined ? findOrInsert(partnerId, orderer, maxTries) : Effect.succeed(known)
  }

  return Orderers.of({
    numberOf,

    current: (partnerId) => Effect.flatMap(Actor, (actor) => numberOf(partnerId, actor)),

    named: Effect.fnUntraced(function* (partnerId, wanted) {
      const known = new Map<number, Orderer>()
      const unknown = new Set<number>()
      for (const number of wanted) {
        if (number === null) continue
        const orderer = names.get(`${partnerId}${number}`)
        if (orderer === undefined) unknown.add(number)
        else known.set(number, orderer)
      }
      const keys = Array.from(unknown, (number) => ({ partnerId, number }))
      for (const { kind, name, number, ref: id } of yield* database.run(findOrderers, keys)) {
        const orderer = { kind, id, name }
        known.set(number, orderer)
        yield* database.afterCommit(() => void names.set(`${partnerId}${number}`, orderer))
      }
      return (number) => (number === null ? null : (known.get(number) ?? null))
    })
  })
})
