import { type Context, Effect, Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import { statement } from "../../sql/Statement.ts"
import type { RowOf } from "../../sql/Table.ts"
import * as Coins from "../Coins.ts"
import type { MemberId } from "../Id.ts"
import { walletOf } from "../ledger/Account.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import { activityCounts, erasures, members, tallies, windows } from "../tables.ts"
import { findErasedBefore, findSuccessorsOf, type Successor } from "./successors.ts"

/**
 * A person who comes back under an id of an erased member becomes a new member, the successor. The successor inherits from the erased
 * member: how often each rule has paid, the place as a participant, the windows that never end, and the counts of activities. Progress in a
 * running cycle, and windows that end, are not inherited. The payments are removed from the rows of the erased member, so that they count
 * only once.
 */

export interface InheritedWindow extends Omit<RowOf<typeof windows>, "subjectId"> {
  readonly subjectId: MemberId
}

/** The rows with which successors start. */
export interface Inheritance {
  readonly successors: ReadonlyArray<Successor>
  readonly tallies: ReadonlyArray<RowOf<typeof tallies>>
  readonly windows: ReadonlyArray<InheritedWindow>
  readonly activityCounts: ReadonlyArray<RowOf<typeof activityCounts>>
  /** The erased members that each successor succeeds. The keys are the ids of the successors. */
  readonly erased: ReadonlyMap<MemberId, ReadonlyArray<MemberId>>
}

export const noInheritance: Inheritance = {
  successors: [],
  tallies: [],
  windows: [],
  activityCounts: [],
  erased: new Map()
}

const inherited = { partnerId: "uuid", memberId: "uuid", erasedId: "uuid" } as const

// Both statements start at the rules of the partner, because the keys of tallies and windows start with the rule.
const findTallies = statement({
  input: inherited,
  output: tallies.row(),
  sql: `SELECT t.partner_id, t.rule_id, input.member_id, t.paid, t.cycle, 0 AS progress, t.user_limit, t.merged,
      t.continued_in
    FROM input CROSS JOIN rewards_rule r CROSS JOIN rewards_tally t
    WHERE r.partner_id = input.partner_id AND t.partner_id = r.partner_id AND t.rule_id = r.id AND t.member_id = input.erased_id
      AND t.cycle + t.merged > 0`
})
const findWindows = statement({
  input: inherited,
  output: Schema.extend(
    windows.row(...windows.except("subjectId")),
    Schema.Struct({ subjectId: members.fields.id })
  ),
  sql: `SELECT ${windows.list("w", ...windows.except("subjectId"))}, input.member_id AS subject_id
    FROM input CROSS JOIN rewards_rule r CROSS JOIN rewards_window w
    WHERE r.partner_id = input.partner_id AND r.limits IS NOT NULL AND w.partner_id = r.partner_id AND w.rule_id = r.id
      AND w.subject_id = input.erased_id AND w.generation = r.generation AND w.period = 'ever'`
})
const findActivityCounts = statement({
  input: inherited,
  output: activityCounts.row(),
  sql: `SELECT c.partner_id, input.member_id, c.type, c.count FROM input CROSS JOIN rewards_activity_count c
    WHERE c.partner_id = input.partner_id AND c.member_id = input.erased_id`
})

const erasedKeys = (successors: ReadonlyArray<Successor>) =>
  successors.map(({ erasedId: subjectId, partnerId }) => ({ partnerId, subjectId }))

/** Reads what successors inherit. Locks nothing. */
export const readInheritance = (successors: ReadonlyArray<Successor>): Batch.Batch<Inheritance> =>
  Batch.map(
    Batch.all({
      tallies: Batch.of(findTallies, successors),
      windows: Batch.of(findWindows, successors),
      activityCounts: Batch.of(findActivityCounts, successors),
      before: findErasedBefore(erasedKeys(successors))
    }),
    ({ before, ...rows }) => {
      const erasedOf = ({ erasedId, memberId }: Successor) =>
        [memberId, [erasedId, ...(before.get(erasedId) ?? [])]] as const
      return { ...rows, successors, erased: new Map(successors.map(erasedOf)) }
    }
  )

/**
 * Reads what successors inherit, and locks the wallets of the erased members until COMMIT, so that no reversal changes the inherited rows.
 * The transaction already has other locks, so this function does not wait for a wallet. If another transaction has locked one of the
 * wallets, the function fails with a conflict, and the transaction starts over.
 */
export const takeInheritance = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  successors: ReadonlyArray<Successor>
) {
  if (successors.length === 0) return noInheritance
  const before = yield* database.send(findErasedBefore(erasedKeys(successors)))
  const wallets = successors.flatMap(({ erasedId, partnerId }) =>
    [erasedId, ...(before.get(erasedId) ?? [])].map((id) => ({ partnerId, id: walletOf(id) }))
  )
  const free = yield* database.send(ledger.lockFree(wallets))
  if (free.length < wallets.length) {
    return yield* new TransactionConflict({ reason: "records of an erased member are being undone" })
  }
  const { inheritance, others } = yield* database.send(
    Batch.all({
      inheritance: readInheritance(successors),
      others: findSuccessorsOf(
        successors.map(({ erasedId: memberId, partnerId }) => ({ partnerId, memberId }))
      )
    })
  )
  if (others.size > 0) {
    return yield* new TransactionConflict({ reason: "an erased member came back under another id just now" })
  }
  return inheritance
})

const insertTallies = tallies.insert()
const insertWindows = windows.insert()
const insertActivityCounts = activityCounts.insert()
const setPaid = tallies.update("paid")
const setCounts = windows.update("awards", "coins")
const setSuccessor = erasures.update("successorId")

/**
 * Writes the rows that successors inherit, and removes the inherited payments from the rows of the erased members. Skips successors for
 * which `isMember` is false.
 */
export const saveInheritance = (
  inheritance: Inheritance,
  isMember: (memberId: MemberId) => boolean = () => true
): Batch.Batch<void> => {
  const successors = inheritance.successors.filter(({ memberId }) => isMember(memberId))
  const erasedBy = new Map(successors.map(({ erasedId, memberId }) => [memberId, erasedId]))
  const moved = <Row, Erased>(
    rows: ReadonlyArray<Row>,
    memberOf: (row: Row) => MemberId,
    erased: (row: Row, memberId: MemberId) => Erased
  ) =>
    rows.flatMap((row) => {
      const erasedId = erasedBy.get(memberOf(row))
      return erasedId === undefined ? [] : [{ row, erased: erased(row, erasedId) }]
    })
  const paid = moved(
    inheritance.tallies,
    ({ memberId }) => memberId,
    (row, memberId) => ({ ...row, memberId, paid: 0 })
  )
  const counted = moved(
    inheritance.windows,
    ({ subjectId }) => subjectId,
    (row, subjectId) => ({ ...row, subjectId, awards: 0, coins: Coins.zero })
  )
  return Batch.inOrder([
    Batch.of(
      setPaid,
      paid.map(({ erased }) => erased)
    ),
    Batch.of(
      insertTallies,
      paid.map(({ row }) => row)
    ),
    Batch.of(
      setCounts,
      counted.map(({ erased }) => erased)
    ),
    Batch.of(
      insertWindows,
      counted.map(({ row }) => row)
    ),
    Batch.of(
      insertActivityCounts,
      inheritance.activityCounts.filter(({ memberId }) => erasedBy.has(memberId))
    ),
    Batch.of(
      setSuccessor,
      successors.flatMap(({ memberId: successorId, partnerId }) =>
        (inheritance.erased.get(successorId) ?? []).map((memberId) => ({
          partnerId,
          memberId,
          successorId
        }))
      )
    )
  ])
}
