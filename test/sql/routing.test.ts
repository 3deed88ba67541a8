import assert from "node:assert/strict"
import { wings } from "../../lib/layers/Accounts.ts"
import { citus, partnerParameter, partnerTable } from "../../lib/sql/Dialect.ts"
import { type Statement, statements } from "../../lib/sql/Statement.ts"
import { describe, it } from "../support/effect.ts"
import { readLibrary } from "../support/library.ts"

await readLibrary()

const tables = wings.flatMap((wing) => wing.tables)
/** The tables that are distributed by partner, and the views of them. */
const distributed = new Set([
  ...tables.filter(({ placement }) => placement === "partner").map(({ name }) => name),
  "rewards_entry",
  "rewards_lot_change"
])

const onCoordinator = new Set(
  tables.filter(({ placement }) => placement === "coordinator").map(({ name }) => name)
)

const keywords = new Set(
  "WHERE SET CROSS JOIN LEFT INNER ON SELECT USING ORDER GROUP LIMIT VALUES FOR UNION RETURNING DO AND".split(
    " "
  )
)

/** The distributed tables that a statement reads, updates or deletes from, by the names that it gives them. */
const relationsOf = (text: string): ReadonlyArray<{ readonly table: string; readonly name: string }> =>
  Array.from(
    text.matchAll(/(?:FROM|JOIN|UPDATE|,)\s+(rewards_\w+)(?:\s+(?:AS\s+)?(\w+))?/g),
    ([, table = "", alias = ""]) => ({ table, name: alias === "" || keywords.has(alias) ? table : alias })
  ).filter(({ table }) => distributed.has(table))

const insertsInto = (text: string): string | undefined => {
  const [, table = ""] = /INSERT INTO (rewards_\w+)/.exec(text) ?? []
  return distributed.has(table) && table !== partnerTable ? table : undefined
}

/** A check of `verify` compares the partner of its result, and the planner passes the condition on to its tables. */
const isCheck = (text: string): boolean => text.includes(`divergence.partner_id = ${partnerParameter}`)

/** The relations that are not compared with the partner's parameter. */
const unrouted = (text: string): ReadonlyArray<string> =>
  relationsOf(text).flatMap(({ table, name }) => {
    if (isCheck(text)) return []
    const column = table === partnerTable ? "id" : "partner_id"
    const compared = [`${name}.${column} = ${partnerParameter}`, ` ${column} = ${partnerParameter}`]
    return (name === table ? compared : compared.slice(0, 1)).some((each) => text.includes(each))
      ? []
      : [name]
  })

const textOf = (statement: Statement<never, unknown>): string => statement.text(citus, 1).replace(/\s+/g, " ")

describe("statements on a distributed PostgreSQL", () => {
  const all = Array.from(statements, (statement) => ({ statement, text: textOf(statement) })).filter(
    ({ text }) => relationsOf(text).length > 0 || insertsInto(text) !== undefined
  )

  it("are sent to the node of their partner, or say why they are not", () => {
    const faults = all
      .filter(({ statement }) => statement.acrossPartners === undefined)
      .map(({ text }) => ({ text: text.slice(0, 400), without: unrouted(text) }))
      .filter(({ without }) => without.length > 0)
    assert.deepEqual(faults, [])
  })

  it("do not use tables of the coordinator together with those of partners", () => {
    const faults = all
      .map(({ text }) => text)
      .filter((text) => text.match(/\brewards_\w+/g)?.some((name) => onCoordinator.has(name)))
    assert.deepEqual(faults, [])
  })

  it("of tables of the coordinator are not sent to a partner's node, so that they do not seem to reach it", () => {
    const faults = Array.from(statements, (statement) => ({ statement, text: textOf(statement) }))
      .filter(({ statement, text }) => {
        const names: ReadonlyArray<string> = text.match(/\brewards_\w+/g) ?? []
        return statement.routed && names.some((name) => onCoordinator.has(name))
      })
      .map(({ text }) => text.slice(0, 400))
    assert.deepEqual(faults, [])
  })

  it("insert what they select from a table on the node of the partner", () => {
    const faults = all
      .filter(
        ({ statement, text }) => statement.acrossPartners === undefined && insertsInto(text) !== undefined
      )
      .filter(({ text }) => !/SELECT ([\w.]+, )*(home|p)\.id\b/.test(text))
      .map(({ text }) => text.slice(0, 400))
    assert.deepEqual(faults, [])
  })
})
