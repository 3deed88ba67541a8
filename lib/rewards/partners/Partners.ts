import { Context, Effect, Layer, Struct } from "effect"
import { smallestId } from "../../schema/Id.ts"
import { type InvalidInput, parser } from "../../schema/Input.ts"
import { firstOf, maxPageSize } from "../../schema/Page.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { given, statement } from "../../sql/Statement.ts"
import { now } from "../clock.ts"
import { PartnerNotFound } from "../Errors.ts"
import { PartnerId } from "../Id.ts"
import { Ids, takeOne, uuidOf } from "../Ids.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { EventLog } from "../ports.ts"
import * as tables from "../tables.ts"
import {
  ListPartners,
  type ListPartnersInput,
  Partner,
  PartnerKey,
  type PartnerKeyInput,
  type PartnerPage,
  RegisterPartner,
  type RegisterPartnerInput,
  RenamePartner,
  type RenamePartnerInput
} from "./Partner.ts"
import { usualSettings } from "./PartnerSettings.ts"
import { testSideId } from "./testSide.ts"

export class Partners extends Context.Tag("rewards/Partners")<
  Partners,
  {
    /** Registers a partner and opens its accounts. Registering the same `reference` again returns the same partner. */
    readonly register: (input: RegisterPartnerInput) => Effect.Effect<Partner, InvalidInput | DatabaseFailure>
    /** Registers the test side of a partner. Its id has the form of test sides (see `isTestSide`) only if the input has no `reference`. */
    readonly registerTestSide: (
      input: RegisterPartnerInput
    ) => Effect.Effect<Partner, InvalidInput | DatabaseFailure>
    /** Returns a partner by its id. */
    readonly get: (
      input: PartnerKeyInput
    ) => Effect.Effect<Partner, InvalidInput | PartnerNotFound | DatabaseFailure>

    /** Returns a page of all partners in the order of their ids, for the operator of the service. */
    readonly list: (input: ListPartnersInput) => Effect.Effect<PartnerPage, InvalidInput | DatabaseFailure>

    /** Renames a partner, in the transaction of the caller if there is one. */
    readonly rename: (
      input: RenamePartnerInput
    ) => Effect.Effect<void, InvalidInput | PartnerNotFound | DatabaseFailure>

    /**
     * Retires a test side, in the transaction of the caller. It waits for the transactions that have locked the partner, and later ones do
     * not find it. From then on the partner gets no turns: nothing is swept for it, and its events are removed.
     */
    readonly retire: (testSide: PartnerId) => Effect.Effect<void, DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Partners, never, Database | Ledger | Ids> = Layer.suspend(() =>
    Layer.effect(this, make)
  )
}

const insert = tables.partners.insert({ unlessExists: ["id"], returning: ["id"] })
const columns = Struct.keys(Partner.fields)
const byId = tables.partners.find(...columns)

const readAfter = statement({
  acrossPartners: "it lists partners",
  input: { after: "uuid" },
  output: tables.partners.row(...columns),
  sql: `SELECT ${tables.partners.list("p", ...columns)} FROM rewards_partner p WHERE p.id > ${given("after")}
    ORDER BY p.id LIMIT ${maxPageSize + 1}`
})

const updateName = tables.partners.change({ set: ["name"], returning: ["id"] })
const setRetired = tables.partners.update("retiredAt")

/** How many more ids are tried if the node of an id cannot be reached. If half of the nodes are down, one in two million calls fails. */
const maxNewIds = 20

const parseRegistration = parser(RegisterPartner)
const parseKey = parser(PartnerKey)
const parseList = parser(ListPartners)
const parseRename = parser(RenamePartner)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ledger = yield* Ledger
  const ids = yield* Ids
  const log = yield* EventLog

  /** Takes an id whose node can be reached, so that partners can be registered while another node is down. */
  const reachable = <E, R>(id: Effect.Effect<string, E, R>) =>
    Effect.repeat(id, { until: database.isReachable, times: maxNewIds })

  const newId = reachable(takeOne(ids))
  const newTestSideId = reachable(Effect.sync(() => testSideId(crypto.randomUUID())))

  const register = <E, R>(input: RegisterPartnerInput, freshId: Effect.Effect<string, E, R>) =>
    Effect.gen(function* () {
      const { name, reference } = yield* parseRegistration(input)
      return yield* database.transaction(
        Effect.gen(function* () {
          const made = reference === null ? yield* freshId : uuidOf(reference)
          const id = PartnerId.make(made, { disableValidation: true })
          const partner = { id, name, reference, createdAt: yield* now }
          const row = { ...partner, ...usualSettings, clockOffset: 0, retiredAt: null }
          if ((yield* database.run(insert, [row])).length > 0) {
            yield* database.send(Batch.inOrder([ledger.openPartner(id, partner.createdAt), log.open(id)]))
            return partner
          }
          const [known] = yield* database.run(byId, [{ id }])
          return known ?? (yield* Effect.dieMessage(`the partner with reference ${reference} is gone`))
        })
      )
    })

  return Partners.of({
    register: Effect.fn("Partners.register")((input) => register(input, newId)),

    registerTestSide: Effect.fn("Partners.registerTestSide")((input) => register(input, newTestSideId)),

    get: Effect.fn("Partners.get")(function* (input) {
      const { partnerId } = yield* parseKey(input)
      const [partner] = yield* database.run(byId, [{ id: partnerId }])
      return partner ?? (yield* new PartnerNotFound({ partnerId }))
    }),

    list: Effect.fn("Partners.list")(function* (input) {
      const { after = smallestId, limit } = yield* parseList(input)
      return firstOf(yield* database.run(readAfter, [{ after }]), limit, ({ id }) => id)
    }),

    rename: Effect.fn("Partners.rename")(function* (input) {
      const { partnerId, name } = yield* parseRename(input)
      const renamed = yield* database.run(updateName, [{ id: partnerId, name }])
      if (renamed.length === 0) return yield* new PartnerNotFound({ partnerId })
    }),

    retire: Effect.fn("Partners.retire")(function* (id) {
      yield* database.run(setRetired, [{ id, retiredAt: yield* now }])
    })
  })
})
