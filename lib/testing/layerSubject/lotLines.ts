/** Formats lots and pending awards as lines of text: those in the tables, and those that the model expects. */

import type { PartnerName } from "../HarnessCommand.ts"
import * as Model from "../Model.ts"
import { instantText } from "../ModelOutcome.ts"
import type { SubjectIds } from "../Subject.ts"
import type { Names } from "./names.ts"
import type { TableRow, TableRows } from "./tableRows.ts"

type TransferKind = TableRow<"transfers">["kind"]

interface LotLine {
  readonly owner: string
  readonly expiresAt: number
  readonly timeZone: string
  readonly coins: number
  readonly maturing: number
  readonly expired: number
}

const ownerText = (partner: PartnerName, user: string | undefined): string => `${partner} ${user}`

/** Formats a lot. Returns no line for an empty lot, because such a lot still has its row, but the model does not list it. */
const lotLine = ({ coins, expired, expiresAt, maturing, owner, timeZone }: LotLine): ReadonlyArray<string> =>
  coins === 0 && expired === 0 && maturing === 0
    ? []
    : [
        `lot of ${owner} until ${instantText(expiresAt)} in ${timeZone}: ${coins}, ${maturing} maturing, ${expired} expired`
      ]

interface LotChange extends Pick<LotLine, "owner" | "expiresAt" | "coins" | "expired"> {
  readonly kind: TransferKind
  readonly id: string
}

/** Formats the transfer that changed a lot. Transfers and adjustments can be undone, so their lines have the end of their ids. */
const byText = ({ id, kind }: LotChange): string =>
  kind === "user_partner_transfer" || kind === "adjustment" ? `${kind} #${id.slice(30)}` : kind

/** Returns one line for each lot and each `byText`, with the sums of the changes. */
const changeLines = (changes: ReadonlyArray<LotChange>): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(
      changes,
      (change) => `lot of ${change.owner} until ${instantText(change.expiresAt)}, by ${byText(change)}`
    ),
    ([line, all]) => {
      const coins = all.reduce((sum, each) => sum + each.coins, 0)
      const expired = all.reduce((sum, each) => sum + each.expired, 0)
      return `${line}: ${coins}, ${expired} expired`
    }
  )

interface PendingLine {
  readonly id: string
  readonly coins: number
  readonly maturesAt: number
  readonly maturedAt: number | null
  readonly expiresAt: number | null
}

const pendingLine = ({ coins, expiresAt, id, maturedAt, maturesAt }: PendingLine): string => {
  const matures =
    maturedAt === null ? `matures at ${instantText(maturesAt)}` : `matured at ${instantText(maturedAt)}`
  const expires = expiresAt === null ? "" : `, expires at ${instantText(expiresAt)}`
  return `pending award #${id.slice(30)}: ${coins} left, ${matures}${expires}`
}

export const lotLines = (
  { lotChanges, lots, pendingAwards, transfers }: TableRows,
  { partnerName, userOf }: Names
): ReadonlyArray<string> => {
  const kinds = new Map<string, TransferKind>(transfers.map(({ id, kind }) => [id, kind]))
  const owner = ({ memberId, partnerId }: Pick<TableRow<"lots">, "memberId" | "partnerId">) =>
    ownerText(partnerName(partnerId), userOf(memberId))
  const changes = lotChanges.flatMap((entry) => {
    const kind = kinds.get(entry.transferId)
    const { transferId: id } = entry
    const change = { ...entry, id, owner: owner(entry), expiresAt: entry.expiresAt.getTime() }
    return kind === undefined ? [] : [{ ...change, kind }]
  })
  return [
    ...lots.flatMap((lot) => lotLine({ ...lot, owner: owner(lot), expiresAt: lot.expiresAt.getTime() })),
    ...changeLines(changes),
    ...pendingAwards.map(({ coins, expiresAt, id, maturedAt, maturesAt }) =>
      pendingLine({
        id,
        coins,
        maturesAt: maturesAt.getTime(),
        maturedAt: maturedAt?.getTime() ?? null,
        expiresAt: expiresAt?.getTime() ?? null
      })
    )
  ]
}

/** Returns the kinds of the transfers that an event makes. */
export const transfersOf = (event: Model.Event): ReadonlyArray<TransferKind> => {
  const takesExpired = event.lots.some(({ expired }) => expired < 0)
  const takes = event.lots.some(({ coins }) => coins < 0)
  const undo = (kind: TransferKind): ReadonlyArray<TransferKind> => [
    ...(takes ? [kind] : []),
    ...(takesExpired ? ["expired_reversal" as const] : [])
  ]
  switch (event.kind) {
    case "award":
      return event.units === 0 ? [] : [event.waits === null ? "award" : "pending_award"]
    case "reversal":
      return event.units !== 0 && event.lots.length === 0 ? ["pending_reversal"] : undo("award_reversal")
    case "transfer":
      return ["user_partner_transfer"]
    case "refund":
      return ["user_partner_refund"]
    case "adjustment":
      return ["adjustment"]
    case "adjustment reversal":
      return event.units > 0 ? ["adjustment_reversal"] : undo("adjustment_reversal")
    case "maturity":
    case "expiry":
      return [event.kind]
    case "merge":
      return event.outcome._tag === "Merged" && event.outcome.pending > 0
        ? ["merge", "pending_merge"]
        : ["merge"]
    case "erasure": {
      const { outcome } = event
      if (outcome._tag !== "Erased") return []
      return [
        ...(outcome.units > 0 ? ["erasure" as const] : []),
        ...(outcome.pending > 0 ? ["pending_erasure" as const] : [])
      ]
    }
    case "return":
    case "merged":
    case "activity":
    case "activity reversal":
      return []
  }
}

/** Returns the lines that the model expects. `lotLines` must return the same lines. */
export const expectedLots = (state: Model.State, { events }: SubjectIds): ReadonlyArray<string> => {
  const waiting = state.history.flatMap((award, index) =>
    award.waits === null ? [] : [{ award, index, waits: award.waits, units: Model.waitingOf(state, index) }]
  )
  const lots = [...state.members, ...state.erased].flatMap(({ partner, user }) => {
    const own = waiting.filter(
      ({ award }) => award.partner === partner && Model.memberOf(state, partner, award.user) === user
    )
    const planned = own.map(({ waits: { expiresAt, timeZone } }) => ({ expiresAt, timeZone }))
    const known = Model.lotsOf(state, partner, user)
    const empty = planned.map((each) => ({ ...each, coins: 0, expired: 0 }))
    const all = new Map([...empty, ...known].map((lot) => [lot.expiresAt, lot]))
    return Array.from(all.values()).flatMap((lot) => {
      const { expiresAt } = lot
      if (expiresAt === null) return []
      const flows = own.filter(({ waits }) => waits.expiresAt === expiresAt)
      const maturing = flows.reduce((sum, { units }) => sum + units, 0)
      return lotLine({ ...lot, expiresAt, owner: ownerText(partner, user), maturing })
    })
  })
  const changes = state.history.flatMap((event, index) => {
    const id = events[index] ?? ""
    const isMerge = event.kind === "merge" || event.kind === "merged"
    const [kind, other = kind] = isMerge ? (["merge"] as const) : transfersOf(event)
    return event.lots.flatMap((lot) => {
      const { expiresAt } = lot
      const by = lot.coins === 0 ? other : kind
      if (expiresAt === null || by === undefined) return []
      return [{ ...lot, id, expiresAt, owner: ownerText(event.partner, event.user), kind: by }]
    })
  })
  const pending = waiting.map(({ index, units, waits }) => {
    const matured = state.history.find(({ matures }) => matures === index)
    return pendingLine({
      id: events[index] ?? "",
      coins: units,
      maturesAt: waits.maturesAt,
      maturedAt: matured?.at ?? null,
      expiresAt: matured === undefined ? waits.expiresAt : (matured.lots[0]?.expiresAt ?? null)
    })
  })
  return [...lots, ...changeLines(changes), ...pending]
}
