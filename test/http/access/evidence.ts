// What the owner has in the database, and whether an answer shows any of it.
import assert from "node:assert/strict"
import type { Call, Reply } from "../../support/calls.ts"
import { Violations } from "../../support/Violations.ts"
import type { World } from "../../support/world.ts"
import { type House, words } from "./house.ts"

const ids =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|rk_(?:test_)?[0-9a-f]{64}|whsec_[\w+/=]+|\b[0-9a-f]{64}\b/g

const found = (text: string): ReadonlyArray<string> => [
  ...Array.from(text.matchAll(ids), ([id]) => id),
  ...Array.from(text.matchAll(words), ([word]) => word)
]

/** Boards are folded and refusals counted a moment later, and hold nothing that the ledger and the rules do not. Minutes and rates belong to nobody. */
const leftOut = new Set([
  "rewards_day",
  "rewards_fold",
  "rewards_rule_day",
  "rewards_rung",
  "rewards_score",
  "rewards_refusal",
  "rewards_rate",
  "rewards_migrations"
])

const tableNames = async ({ sql }: World, isPostgres: boolean): Promise<ReadonlyArray<string>> => {
  const rows = await sql(
    isPostgres
      ? "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()"
      : "SELECT name FROM sqlite_master WHERE type = 'table'"
  )
  const names = rows.map(({ name }) => String(name)).filter((name) => name.startsWith("rewards_"))
  assert.ok(names.length > 30)
  return names.filter((name) => !leftOut.has(name))
}

export interface Evidence {
  /** All rows of the owner and of its users, as text, sorted. */
  readonly rows: () => Promise<ReadonlyArray<string>>
  /** The rows of the owner's live side, without its tokens and its audit trail. */
  readonly liveRows: () => Promise<ReadonlyArray<string>>
  /** Counts a leak if an answer shows something of the owner that its request did not name. */
  readonly examine: (call: Call, reply: Reply, only?: RegExp) => Promise<void>
  readonly leaks: Violations<"leaks">
  /** The words and ids of the owner in an answer, without those that its request named. */
  readonly shown: (text: string, sent?: string) => Promise<ReadonlyArray<string>>
}

export const gatherEvidence = async (house: House, isPostgres: boolean): Promise<Evidence> => {
  const { owner, sql } = house
  const names = await tableNames(house, isPostgres)
  const all = async (): Promise<ReadonlyArray<string>> => {
    const tables = await Promise.all(
      names.map(async (name) =>
        (await sql(`SELECT * FROM ${name}`)).map((row) => `${name} ${JSON.stringify(row)}`)
      )
    )
    return tables.flat().sort()
  }
  const isOwners = (row: string): boolean =>
    row.includes(owner.partnerId) ||
    row.includes(owner.user.id) ||
    Array.from(row.matchAll(words)).some(([word]) => word.startsWith(owner.mark))

  const secrets = async (): Promise<ReadonlySet<string>> => {
    const rows = await all()
    const shared = new Set(rows.filter((row) => !isOwners(row)).flatMap(found))
    return new Set(
      rows
        .filter(isOwners)
        .flatMap(found)
        .filter((value) => !shared.has(value))
    )
  }
  const shown: Evidence["shown"] = async (text, sent = "") => {
    const candidates = found(text).filter((value) => !sent.includes(value))
    if (candidates.length === 0) return []
    const known = await secrets()
    return candidates.filter((value) => known.has(value))
  }
  const leaks = new Violations("leaks")
  return {
    leaks,
    rows: async () => (await all()).filter(isOwners),
    liveRows: async () =>
      (await all()).filter((row) => row.includes(owner.partnerId) && !/^rewards_(?:token|audit) /.test(row)),
    shown,
    examine: async (call, reply, only = /./) => {
      const sent = decodeURIComponent(`${call.path} ${JSON.stringify(call.body ?? "")}`)
      const headers = [...reply.headers].filter(([name]) => name !== "x-request-id")
      const leaked = await shown(`${reply.text} ${JSON.stringify(headers)}`, sent)
      const seen = leaked.filter((value) => only.test(value))
      const describe = () => `${call.method} ${call.path} showed ${seen.join()}: ${reply.text}`
      leaks.examine("leaks", seen.length > 0, describe)
    }
  }
}
