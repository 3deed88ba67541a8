// What a search of members costs: the statements that it runs, and what they read.
import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { MemberDirectory, sources } from "../../../lib/accounts/members/MemberDirectory.ts"
import { findConsents, findUsers } from "../../../lib/accounts/members/visibility.ts"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { rangeOf } from "../../../lib/schema/Prefix.ts"
import { it } from "../../support/effect.ts"
import { refused } from "../../support/expect.ts"
import { distributed } from "../../support/nodes.ts"
import { neverScans } from "../../support/plan.ts"
import { makeRecorder, recorded } from "../../support/recorder.ts"
import { engineOn, newPartner, onPostgres, raw } from "../../support/world.ts"
import { record } from "../details/record.ts"
import { accountRow, consentRows, inOne, nameRows, recordRow, registrationRows } from "./accounts.ts"

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
      return index % 2 === 0
        ? [
            {
              record: recordRow(partnerId, memberId, person, `known-${tag}`),
              names: nameRows(partnerId, memberId, person)
            }
          ]
        : []
    })
    const write = Effect.gen(function* () {
      yield* raw(inOne(accounts.map(({ sql }) => sql)))
      yield* raw(consentRows(partnerId, `tag-${name}-%`, "profile fullname"))
      yield* raw(
        `INSERT INTO rewards_visible_name (partner_id, user_id, scope, name) VALUES ${names.join(", ")}`
      )
      yield* raw(inOne(known.map(({ record }) => record)))
      yield* raw(inOne(known.map(({ names }) => names)))
    })
    const { withTransaction } = yield* SqlClient.SqlClient
    yield* withTransaction(write)
    return { partnerId, members, accounts }
  })

const examined = 1000

export const directoryPlans = (name: string, database: () => Promise<string>): void => {
  it.live(`${name}: a search examines a limited number of names for a page, and goes on after them`, () =>
    Effect.gen(function* () {
      const { onboard, partnerId } = yield* newPartner
      const ids = Array.from({ length: examined + 20 }, (_, index) => `all-${String(index).padStart(4, "0")}`)
      const members = [
        ...(yield* onboard(...ids.slice(0, examined))),
        ...(yield* onboard(...ids.slice(examined)))
      ]
      const [other] = yield* onboard("other")
      // All but the last are found by their id, so that the search by tag skips them.
      const records = [...members, other ?? assert.fail("a member is missing")].map(({ id, userId }) =>
        recordRow(partnerId, id, record, `all-tag-${userId}`)
      )
      yield* raw(inOne(records))
      const directory = yield* MemberDirectory
      // A caller who may not read records learns nothing about them by a place in the search.
      const probe = (records: boolean) =>
        directory.list({ partnerId, records, search: "all-tag-", limit: 1, after: `0.${other?.id}` })
      yield* probe(true)
      assert.equal((yield* Effect.flip(probe(false)))._tag, "InvalidInput")
      const after = members.at(-1)?.id
      const list = (after: string | undefined) =>
        directory.list({ partnerId, records: true, search: "all-", limit: 10, after })
      const first = yield* list(after)
      assert.deepEqual([first.data, first.hasMore, first.next], [[], true, `0.${members[examined - 1]?.id}`])
      const second = yield* list(first.next ?? assert.fail())
      assert.deepEqual(
        [second.data.map(({ userId }) => userId), second.hasMore, second.next],
        [["other"], false, null]
      )
      for (const place of [`1.${after}`, `2.${after}`, `0.${partnerId}`]) {
        const { message } = yield* refused("InvalidInput")(list(place))
        assert.equal(message, "after must be the id of a member that the search finds")
      }
    }).pipe(Effect.provide(engineOn(Layer.unwrapEffect(Effect.map(Effect.promise(database), layerFromUrl)))))
  )

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
                  const range = { firstId: firsts.from, lastId: firsts.until, prefix, until, endTie: tie }
                  const place = { ...range, name, tie, skipped: 29 }
                  yield* neverScans(read, [{ partnerId, ...place, records, size: 21 }], limits)
                }
              }
            }
          }
          const some = members.slice(0, 20)
          for (const { first } of sources) {
            const { from: prefix, until } = rangeOf("person")
            yield* neverScans(
              first,
              some.slice(0, 1).map(({ id }) => ({ partnerId, tie: id, prefix, until })),
              limits
            )
          }
          const ids = some.map(({ userId }) => ({ partnerId, id: userId }))
          yield* neverScans(findConsents, ids, limits)
          yield* neverScans(findUsers, ids, limits)

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
          assert.deepEqual(yield* work({ limit: 1 }), { found: 1, statements: 5 })
          assert.deepEqual(yield* work({ limit: 100 }), { found: 100, statements: 5 })
          assert.deepEqual(yield* work({ search: "tag-", limit: 1 }), { found: 1, statements: 9 })
          assert.deepEqual(yield* work({ search: "tag-", limit: 100 }), { found: 100, statements: 9 })
          const after = members[50]?.id
          assert.deepEqual(yield* work({ search: "tag-", limit: 100, after }), { found: 100, statements: 13 })

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
