import { type Context, Effect, Struct } from "effect"
import { largestId } from "../../schema/Id.ts"
import { latestInstant } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import type { RowOf } from "../../sql/Table.ts"
import type { AwardId, MemberId, PartnerId } from "../Id.ts"
import { lotEntries, lots, pendingAwards } from "../tables.ts"
import { afterDue } from "./due.ts"
import { type Holdings, holdingsOf, type Lot, type Pending } from "./Holdings.ts"
import type { ChangedWallet } from "./Wallets.ts"

/** Reads and writes the lots and the pending awards of wallets. The caller has locked the wallets. */

const lotColumns = [
  "memberId",
  "expiresAt",
  "timeZone",
  "coins",
  "maturing",
  "expired",
  "expirations",
  "expiryId",
  "noticed"
] as const
const pendingColumns = [
  "memberId",
  "id",
  "coins",
  "maturesAt",
  "maturedAt",
  "maturityId",
  "expiresAt",
  "coinsExpire",
  "timeZone"
] as const

const member = { partnerId: "uuid", memberId: "uuid", latest: "instant" } as const
const pendingMember = { partnerId: "uuid", memberId: "uuid", largest: "uuid" } as const
const most = { most: "integer" } as const

/** How many lots and pending awards of a wallet are read at first. Few transactions need more. */
const first = 16

/** SQL for the number of rows before the last one that is read. All rows of the input have the same `most`. */
const givenMost = "(SELECT MAX(most) FROM input)"

// These conditions match the indexes by member. Those of the indexes by partner are written differently: see `tables.ts`.
export const isOpenLot = (lot: string): string => `${lot}.content + 0 > 0`
export const isWaiting = (pending: string): string => `${pending}.coins + 0 > 0`

/** Returns SQL that reads the open lots of members up to the instant `until`, which is SQL, too. */
const selectLots = (until: string): string =>
  `SELECT ${lots.list("l", ...lotColumns)} FROM input CROSS JOIN rewards_lot l
       WHERE l.partner_id = input.partner_id AND l.member_id = input.member_id AND ${isOpenLot("l")} AND l.expires_at <= ${until}`

const lotAfter = (others: string): string =>
  `COALESCE((SELECT k.expires_at FROM rewards_lot k
             WHERE k.partner_id = input.partner_id AND k.member_id = input.member_id AND ${isOpenLot("k")}
             ORDER BY k.expires_at LIMIT 1 OFFSET ${others}), input.latest)`

export const readFirstLots = statement({
  input: member,
  output: lots.row(...lotColumns),
  sql: selectLots(lotAfter(String(first - 1)))
})
export const readAllLots = statement({
  input: member,
  output: lots.row(...lotColumns),
  sql: selectLots("input.latest")
})
/** Reads the first open lots of each member, at most `most + 1`. */
export const readMostLots = statement({
  input: { ...member, ...most },
  output: lots.row(...lotColumns),
  sql: selectLots(lotAfter(givenMost))
})

/** Returns SQL that reads the pending awards of members up to a last one. `last` is the end of the subquery that finds this award. */
const selectPending = (last: string): string =>
  `SELECT ${pendingAwards.list("p", ...pendingColumns)} FROM input CROSS JOIN rewards_pending p
       WHERE p.partner_id = input.partner_id AND p.member_id = input.member_id AND ${isWaiting("p")}
         AND p.maturity_id <= COALESCE((SELECT k.maturity_id FROM rewards_pending k
             WHERE k.partner_id = input.partner_id AND k.member_id = input.member_id AND ${isWaiting("k")} ${last}), input.largest)`

export const readFirstPending = statement({
  input: pendingMember,
  output: pendingAwards.row(...pendingColumns),
  sql: selectPending(`ORDER BY k.maturity_id LIMIT 1 OFFSET ${first - 1}`)
})
/** Reads the pending awards that are due, and the one that matures next. */
export const readDuePending = statement({
  input: { ...pendingMember, after: "uuid" },
  output: pendingAwards.row(...pendingColumns),
  sql: selectPending("AND k.maturity_id >= input.after ORDER BY k.maturity_id LIMIT 1")
})
export const readAllPending = statement({
  input: pendingMember,
  output: pendingAwards.row(...pendingColumns),
  sql: selectPending("AND FALSE LIMIT 1")
})
/** Reads the first pending awards of each member, at most `most + 1`. */
export const readMostPending = statement({
  input: { ...pendingMember, ...most },
  output: pendingAwards.row(...pendingColumns),
  sql: selectPending(`ORDER BY k.maturity_id LIMIT 1 OFFSET ${givenMost}`)
})

export const findLots = lots.find(...lotColumns)
export const findPending = pendingAwards.find(...pendingColumns)

/** A wallet whose holdings a transaction needs. */
export interface NeededHoldings {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  /** The largest amount that the transaction may take from the wallet. It is infinite if the transaction takes everything. */
  readonly takes: number
  /** Whether the transaction needs to know how many coins of the wallet do not expire. */
  readonly undated: boolean
  /** The ends of lots that must be read, even if they have no coins. */
  readonly lots: ReadonlyArray<Date>
  /** The pending awards that must be read, even if no coins of them wait. */
  readonly awards: ReadonlyArray<AwardId>
  /** When something is due next in the wallet, as stored. */
  readonly nextDue: Date | null
}

type LotRow = Lot & { readonly memberId: MemberId }
type PendingRow = Pending & { readonly memberId: MemberId }

const sumAfter = (rows: ReadonlyArray<LotRow>, at: Date): number =>
  rows.reduce((sum, { coins, expiresAt }) => (expiresAt > at ? sum + coins : sum), 0)

/**
 * Whether the first lots and pending awards of a wallet are enough for the transaction. If the wallet may have more than were read, they
 * are enough only if one that was read is still there after the transaction: it tells when something is due next.
 */
const isEnough = (
  { takes, undated }: NeededHoldings,
  lots: ReadonlyArray<LotRow>,
  pending: ReadonlyArray<PendingRow>,
  at: Date
): boolean =>
  (lots.length < first || (!undated && sumAfter(lots, at) > takes)) &&
  (pending.length < first || (Number.isFinite(takes) && pending.some(({ maturesAt }) => maturesAt > at)))

/**
 * Whether the transaction only adds coins, and nothing is due yet. Then the next due instant is the stored one, or that of the added coins.
 */
const onlyAdds = ({ awards, nextDue, takes, undated }: NeededHoldings, at: Date): boolean =>
  takes === 0 && !undated && awards.length === 0 && (nextDue === null || nextDue > at)

/** Returns the keys of the lots into which the coins of these awards flow, except those of lots that were read. */
const missingLots = (
  needed: ReadonlyArray<NeededHoldings>,
  awards: ReadonlyArray<PendingRow>,
  read: ReadonlyArray<LotRow>
) => {
  const keyOf = (memberId: MemberId, expiresAt: Date): string => `${memberId}${expiresAt.getTime()}`
  const known = new Set(read.map(({ expiresAt, memberId }) => keyOf(memberId, expiresAt)))
  const partners = new Map(needed.map(({ memberId, partnerId }) => [memberId, partnerId]))
  return awards.flatMap(({ expiresAt, memberId }) => {
    const partnerId = partners.get(memberId)
    if (partnerId === undefined || expiresAt === null) return []
    const key = keyOf(memberId, expiresAt)
    return known.has(key) ? [] : known.add(key) && [{ partnerId, memberId, expiresAt }]
  })
}

/**
 * Reads the lots and pending awards that the first batch did not read. Returns the holdings of both reads by wallet. Most transactions need
 * only the first batch.
 */
type ReadRest = (
  database: Context.Tag.Service<Database>
) => Effect.Effect<ReadonlyMap<MemberId, Holdings>, DatabaseFailure>

/** Reads the lots and pending awards that a transaction at the time `at` needs. */
export const readHoldings = (needed: ReadonlyArray<NeededHoldings>, at: Date): Batch.Batch<ReadRest> => {
  const ends = { latest: latestInstant, largest: largestId, after: afterDue(at) }
  const changing = needed.filter((each) => !onlyAdds(each, at))
  const members = changing.map(({ memberId, partnerId }) => ({ partnerId, memberId, ...ends }))
  const batch = Batch.all({
    lots: Batch.of(readFirstLots, members),
    pending: Batch.of(readFirstPending, members),
    named: Batch.of(findLots, namedLots(needed)),
    awards: Batch.of(
      findPending,
      needed.flatMap(({ awards, partnerId }) => awards.map((id) => ({ partnerId, id })))
    )
  })
  return Batch.map(batch, (found) => (database) => {
    const lotsOf = Map.groupBy(found.lots, ({ memberId }) => memberId)
    const pendingOf = Map.groupBy(found.pending, ({ memberId }) => memberId)
    const larger = changing.filter(
      (each) => !isEnough(each, lotsOf.get(each.memberId) ?? [], pendingOf.get(each.memberId) ?? [], at)
    )
    const rest = larger.map(({ memberId, partnerId, takes }) => {
      // All coins of an erased member are taken, also those that wait.
      const isEmptied = takes === Number.POSITIVE_INFINITY
      return { partnerId, memberId, ...ends, isEmptied }
    })
    const flowing = [...found.awards, ...found.pending.filter(({ maturesAt }) => maturesAt <= at)]
    // The coins of the awards that this batch reads flow into open lots, which this batch also reads.
    const further = Batch.all({
      lots: Batch.of(readAllLots, rest),
      pending: Batch.of(
        readDuePending,
        rest.filter(({ isEmptied }) => !isEmptied)
      ),
      waiting: Batch.of(
        readAllPending,
        rest.filter(({ isEmptied }) => isEmptied)
      ),
      flows: Batch.of(findLots, missingLots(needed, flowing, [...found.lots, ...found.named]))
    })
    return Effect.map(database.send(further), (more) =>
      byWallet(
        needed,
        [...found.lots, ...found.named, ...more.lots, ...more.flows],
        [...found.pending, ...found.awards, ...more.pending, ...more.waiting],
        (each) => (onlyAdds(each, at) ? each.nextDue : null)
      )
    )
  })
}

/**
 * Reads the first pending awards and lots of wallets: enough to settle `most` due ones in each wallet, and one more, which tells what is
 * due next. Also reads the lots into which the awards flow, and those that `wallets` list.
 */
export const readFirstDue = (wallets: ReadonlyArray<NeededHoldings>, most: number): Batch.Batch<ReadRest> => {
  const ends = { latest: latestInstant, largest: largestId, most }
  const rows = wallets.map(({ memberId, partnerId }) => ({ partnerId, memberId, ...ends }))
  const batch = Batch.all({
    lots: Batch.of(readMostLots, rows),
    named: Batch.of(findLots, namedLots(wallets)),
    pending: Batch.of(readMostPending, rows)
  })
  return Batch.map(
    batch,
    ({ lots, named, pending }) =>
      (database) =>
        Effect.map(database.run(findLots, missingLots(wallets, pending, [...lots, ...named])), (flows) =>
          byWallet(wallets, [...lots, ...named, ...flows], pending)
        )
  )
}

const namedLots = (needed: ReadonlyArray<NeededHoldings>) =>
  needed.flatMap(({ lots, memberId, partnerId }) =>
    lots.map((expiresAt) => ({ partnerId, memberId, expiresAt }))
  )

const byWallet = (
  wallets: ReadonlyArray<NeededHoldings>,
  lotRows: ReadonlyArray<LotRow>,
  pendingRows: ReadonlyArray<PendingRow>,
  nextDueOf: (wallet: NeededHoldings) => Date | null = () => null
): ReadonlyMap<MemberId, Holdings> => {
  const lots = Map.groupBy(lotRows, ({ memberId }) => memberId)
  const pending = Map.groupBy(pendingRows, ({ memberId }) => memberId)
  return new Map(
    wallets.map((wallet) => [
      wallet.memberId,
      holdingsOf(lots.get(wallet.memberId) ?? [], pending.get(wallet.memberId) ?? [], nextDueOf(wallet))
    ])
  )
}

/**
 * The amounts of a lot before its change. If another transaction changed them first, `coins` becomes NULL, and the NOT NULL constraint
 * aborts this transaction.
 */
const before = { beforeCoins: "integer", beforeMaturing: "integer", beforeExpired: "integer" } as const

const insertLots = lots.insert()
const setCoins = `UPDATE rewards_lot SET maturing = input.maturing, expired = input.expired,
       coins = CASE WHEN rewards_lot.coins = input.before_coins AND rewards_lot.maturing = input.before_maturing
         AND rewards_lot.expired = input.before_expired THEN input.coins END`
const ofInput = `FROM input
     WHERE rewards_lot.partner_id = input.partner_id AND rewards_lot.member_id = input.member_id
       AND rewards_lot.expires_at = input.expires_at`
const amounts = {
  ...Struct.pick(lots.types, "partnerId", "memberId", "expiresAt", "coins", "maturing", "expired"),
  ...before
}
/**
 * Changes the amounts of lots, which are in no index. It sets no column of an index, because SQLite would write the index again even if the
 * value stays the same.
 */
export const updateAmounts = statement({ input: amounts, sql: `${setCoins} ${ofInput}` })
export const updateLots = statement({
  input: { ...amounts, ...Struct.pick(lots.types, "content", "expirations", "expiryId", "noticed") },
  sql: `${setCoins}, content = input.content, expirations = input.expirations, expiry_id = input.expiry_id,
       noticed = input.noticed ${ofInput}`
})

const insertPending = pendingAwards.insert()
export const updatePending = statement({
  input: {
    ...Struct.pick(pendingAwards.types, "partnerId", "id", "coins", "maturedAt", "maturityId", "expiresAt"),
    beforeCoins: "integer"
  },
  sql: `UPDATE rewards_pending SET matured_at = input.matured_at, maturity_id = input.maturity_id, expires_at = input.expires_at,
       coins = CASE WHEN rewards_pending.coins = input.before_coins THEN input.coins END
     FROM input WHERE rewards_pending.partner_id = input.partner_id AND rewards_pending.id = input.id`
})

const insertLotEntries = lotEntries.insert()

/** Returns the value of the column `content`: 2 if the lot has coins, 1 if only coins of pending awards will flow in, otherwise 0. */
const contentOf = ({ coins, maturing }: Lot): number => (coins > 0 ? 2 : maturing > 0 ? 1 : 0)

/** Whether only amounts of a lot changed, and no column of an index. */
const isInPlace = (before: Lot, after: Lot): boolean =>
  contentOf(before) === contentOf(after) &&
  before.expiryId === after.expiryId &&
  before.expirations === after.expirations &&
  before.noticed === after.noticed

/** Writes the changes of the lots and pending awards of wallets. Lots come first, because pending awards refer to them. */
export const saveWallets = (wallets: ReadonlyArray<ChangedWallet>): Batch.Batch<void> => {
  const lotRows = wallets.flatMap(({ lots, memberId, partnerId }) =>
    lots.map(({ after, before }) => ({
      ...after,
      content: contentOf(after),
      partnerId,
      memberId,
      beforeCoins: before?.coins ?? 0,
      beforeMaturing: before?.maturing ?? 0,
      beforeExpired: before?.expired ?? 0,
      isNew: before === undefined,
      isInPlace: before !== undefined && isInPlace(before, after)
    }))
  )
  const pendingRows = wallets.flatMap(({ memberId, partnerId, pending }) =>
    pending.map(({ after, before }) => ({ ...after, partnerId, memberId, before }))
  )
  return Batch.inOrder([
    Batch.of(
      insertLots,
      lotRows.filter(({ isNew }) => isNew)
    ),
    Batch.of(
      updateAmounts,
      lotRows.filter(({ isInPlace }) => isInPlace)
    ),
    Batch.of(
      updateLots,
      lotRows.filter(({ isInPlace, isNew }) => !isInPlace && !isNew)
    ),
    Batch.of(
      insertPending,
      pendingRows.filter(({ before }) => before === undefined)
    ),
    Batch.of(
      updatePending,
      pendingRows.flatMap(({ before, ...pending }) =>
        before === undefined ? [] : [{ ...pending, beforeCoins: before.coins }]
      )
    )
  ])
}

/** Inserts the entries of lots. Their transfers and lots must be inserted first. */
export const saveLotEntries = (entries: ReadonlyArray<RowOf<typeof lotEntries>>): Batch.Batch<unknown> =>
  Batch.of(insertLotEntries, entries)
