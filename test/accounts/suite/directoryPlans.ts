// What a search of members costs: the statements that it runs, and what they read.
import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { findRecordNames, MemberDirectory, sources } from "../../../lib/accounts/members/MemberDirectory.ts"
import { findVisibleUsers } from "../../../lib/accounts/members/visibility.ts"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { rangeOf } from "../../../lib/schema/Prefix.ts"
import { it } from "../../support/effect.ts"
import { distributed } from "../../support/nodes.ts"
import { neverScans } from "../../support/plan.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { engineOn, newPartner, onPostgres, raw } from "../../support/world.ts"
import { record } from "../details/record.ts"
import { accountRow, consentRows, inOne, recordRow, registrationRows } from "./accounts.ts"

/** On a cluster the planner reads a small table whole, because the nodes do not get `enable_seqscan`. */
const count = distributed ? 1000 : 600
const limits = { aliases: "aginfrtdlmpu", most: 60 }

/** A partner whose users all have tags and names that begin alike, and allow everything; half of them have records. */
const crowded = (name: string) =>
  Effect.gen(function* () {
    const partner = yield* newPartner
    const { partnerId } = partner
    for (const text of registrationRows(partnerId)) yield* raw(text)
    const accounts = Array.from({ length: count }, (_, index) =>
      accountRow(`tag-${name}-${String(index).padStart(4, "0")}`, { fullname: `name ${index}` })
    )
    const members = yield* partner.onboard(...accounts.map(({ id }) => id))
    const names = accounts.map(({ id, tag }, index) => {
      const row = `UUID '${partnerId}', UUID '${id}'`
      return `(${row}, 'profile', '${tag}'), (${row}, 'fullname', 'name ${index}')`
    })
    const known = accounts.flatMap(({ tag }, index) => {
      const memberId = members[index]?.id ?? assert.fail("a member is missing")
      const person = { ...record, fullname: `person ${index}` }
      return index % 2 === 0 ? [recordRow(partnerId, memberId, person, `known-${tag}`)] : []
    })
    const write = Effect.gen(function* () {
      yield* raw(inOne(accounts.map(({ sql }) => sql)))
      yield* raw(consentRows(partnerId, `tag-${name}-%`, "profile fullname"))
      yield* raw(
        `INSERT INTO rewards_visible_name (partner_id, user_id, scope, name) VALUES ${names.join(", ")}`
      )
      yield* raw(inOne(known))
    })
    const { withTransaction } = yield* SqlClient.SqlClient
    yield* withTransaction(write)
    return { partnerId, members, accounts }
  })

export const directoryPlans = (name: string, database: () => Promise<string>): void => {
  it.live(
    `${name}: a page of a search reads about as many rows as it has, and takes a fixed number of statements`,
    () =>
      Effect.gen(function* () {
        const recorder = makeRecorder()
        const client = recorded(recorder, layerFromUrl(yield* Effect.promise(database)))
        const measured = Effect.gen(function* () {
          const [{ accounts, members, partnerId }] = [yield* crowded("one"), yield* crowded("two")]
          if (yield* onPostgres) yield* raw("ANALYZE")
          const tie = "00000000-0000-0000-0000-000000000000"
          const firsts = rangeOf("no such id")
          for (const search of [
            "tag",
            "tag-one-03",
            "name",
            "known",
            "known-tag-one-0300",
            "person",
            "nothing"
          ]) {
            const { from: prefix, until } = rangeOf(search)
            for (const name of [prefix, `${prefix}-one-0300`]) {
              for (const records of [true, false]) {
                for (const { read } of sources) {
                  const place = { firstId: firsts.from, lastId: firsts.until, prefix, until, name, tie }
                  yield* neverScans(read, [{ partnerId, ...place, records, size: 21 }], limits)
                }
              }
            }
          }
          const some = members.slice(0, 20)
          yield* neverScans(
            findRecordNames,
            some.map(({ id }) => ({ partnerId, memberId: id })),
            limits
          )
          yield* neverScans(
            findVisibleUsers,
            some.map(({ userId }) => ({ partnerId, id: userId })),
            limits
          )

          const directory = yield* MemberDirectory
          const work = (asked: {
            readonly search?: string
            readonly limit: number
            readonly after?: string | undefined
          }) =>
            Effect.gen(function* () {
              recorder.statements.length = 0
              const page = yield* directory.list({ partnerId, records: true, ...asked })
              // On PostgreSQL each comes with its settings, in one message.
              const statements = recorder.statements.filter((text) => !text.startsWith("SELECT set_config"))
              return { found: page.data.length, statements: statements.length }
            })
          assert.deepEqual(yield* work({ limit: 1 }), { found: 1, statements: 3 })
          assert.deepEqual(yield* work({ limit: 100 }), { found: 100, statements: 3 })
          assert.deepEqual(yield* work({ search: "tag-", limit: 1 }), { found: 1, statements: 7 })
          assert.deepEqual(yield* work({ search: "tag-", limit: 100 }), { found: 100, statements: 7 })
          const after = members[50]?.id
          assert.deepEqual(yield* work({ search: "tag-", limit: 100, after }), { found: 100, statements: 7 })

          // A tag that nobody allows to see costs what one costs that does not exist.
          const hidden = accounts[0]?.id
          yield* raw(`UPDATE rewards_grant SET revoked_at = created_at WHERE user_id = UUID '${hidden}'`)
          const nobody = yield* work({ search: "nobody", limit: 20 })
          assert.equal(nobody.found, 0)
          assert.deepEqual(yield* work({ search: "tag-one-0000", limit: 20 }), nobody)
        })
        yield* Effect.provide(measured, engineOn(client))
      })
  )
}
