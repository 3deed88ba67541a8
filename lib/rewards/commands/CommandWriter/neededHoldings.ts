import * as Coins from "../../Coins.ts"
import type { AwardId, MemberId, PartnerId } from "../../Id.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { Book } from "../../ledger/Book.ts"
import { endOfDayAfter, instantsOf } from "../../lots/period.ts"
import type { NeededHoldings } from "../../lots/storedHoldings.ts"
import type { ReturnedLot, ReversedAward } from "../../reversals/Reversal.ts"
import { type Command, movingCommand } from "../Command.ts"
import { type CommandPair, type Commands, type MembersByKey, memberOf } from "./neededRows.ts"
import { returnedTo } from "./wallet.ts"

/**
 * Finds the wallets in which the commands may change lots or pending awards. Most groups have no such wallets, because most rules make
 * neither lots nor pending awards.
 */

interface Need {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
  takes: number
  undated: boolean
  readonly lots: Array<Date>
  readonly awards: Array<AwardId>
  readonly nextDue: Date | null
  /** Whether pending awards or lots of the wallet are due. */
  readonly isDue: boolean
  /** Whether the member was erased. All of its coins are among the partner's expired coins. */
  readonly isErased: boolean
  /** Whether a command may take expired coins back. */
  reclaims: boolean
}

/** How a command uses a wallet: the coins that it takes, and the lots and pending awards that must be read. */
interface Use {
  readonly takes?: number
  /** Whether the command first takes coins that do not expire. */
  readonly undated?: boolean
  readonly lots?: ReadonlyArray<Date>
  readonly awards?: ReadonlyArray<AwardId>
  /** Whether the command may change lots or pending awards of a wallet that has none so far. */
  readonly touches?: boolean
  readonly reclaims?: boolean
}

const ofReversed = ({ awarded, coins, expiresAt, id, waited }: ReversedAward): Use =>
  awarded
    ? {
        takes: coins,
        undated: expiresAt === null,
        lots: expiresAt === null ? [] : [expiresAt],
        awards: waited === null ? [] : [id],
        touches: waited !== null || expiresAt !== null,
        reclaims: waited !== null || expiresAt !== null
      }
    : {}

/**
 * Returns the use of a wallet by a confirmation. A confirmed award pays into the lot that follows from the time of its confirmation. This
 * lot can exist without coins. A lot without coins is read only if it is listed in `lots`.
 */
const ofConfirmed = ({ id, waited }: ReversedAward, at: Date): ReadonlyArray<Use> => {
  if (waited === null) return []
  const { coinsExpire, timeZone } = waited
  const lots = coinsExpire === null ? [] : [endOfDayAfter(timeZone, coinsExpire, at)]
  return [{ lots, awards: [id], touches: true }]
}

const ofReturned = (coins: Coins.Coins, lots: ReadonlyArray<ReturnedLot>, at: Date): Use => ({
  takes: coins,
  undated: lots.length === 0,
  lots: lots.flatMap((lot) => [lot.expiresAt, returnedTo(lot, at)]),
  touches: lots.length > 0,
  reclaims: lots.length > 0
})

const usesOf = (command: Command, at: Date): ReadonlyArray<Use> => {
  const each = movingCommand(command)
  switch (each._tag) {
    case "Transfer":
      return [{ takes: each.command.coins }]
    case "Adjust": {
      const { coins, coinsExpire, debitOrCredit } = each.command
      if (debitOrCredit === "DE") return [{ takes: coins }]
      return coinsExpire === undefined
        ? []
        : [{ lots: [endOfDayAfter("UTC", coinsExpire, at)], touches: true }]
    }
    case "Reverse":
      return each.award === undefined ? [] : [ofReversed(each.award)]
    case "Confirm":
      return each.award === undefined ? [] : ofConfirmed(each.award, at)
    case "ReverseActivity":
      return (each.activity?.awards ?? []).map(ofReversed)
    case "Refund":
      return each.transfer === undefined ? [] : [ofReturned(Coins.zero, each.transfer.lots, at)]
    case "ReverseAdjustment":
      return each.adjustment === undefined
        ? []
        : [ofReturned(each.adjustment.coins, each.adjustment.lots, at)]
    default:
      return []
  }
}

/** Returns how an award under the rule of the pair would use the wallet of the member: it would pay into a lot, or be pending. */
const usesOfPair = ({ award, rule }: CommandPair, at: Date): Use => {
  if (award !== undefined) return {}
  const { expiresAt, maturesAt } = instantsOf(rule, at)
  const touches = expiresAt !== null || maturesAt !== null
  return { lots: expiresAt === null ? [] : [expiresAt], touches }
}

/**
 * Returns the wallets of these commands that have lots or pending awards, that can get some, or whose member was erased. `book` contains
 * the wallets of all commands.
 */
export const neededHoldings = (
  commands: Commands,
  pairs: ReadonlyArray<CommandPair>,
  members: MembersByKey,
  book: Book,
  at: Date
): ReadonlyArray<NeededHoldings & Pick<Need, "isDue" | "isErased" | "reclaims">> => {
  const needed = new Map<MemberId, Need>()
  const add = (partnerId: PartnerId, memberId: MemberId, use: Use) => {
    const { closedAt, nextDue } = book.account(walletOf(memberId))
    const isErased = closedAt !== null
    if (nextDue === null && use.touches !== true && !isErased && !needed.has(memberId)) return
    const need: Need = needed.get(memberId) ?? {
      partnerId,
      memberId,
      takes: 0,
      undated: false,
      lots: [],
      awards: [],
      nextDue,
      isDue: nextDue !== null && nextDue <= at,
      isErased,
      reclaims: isErased
    }
    need.takes += use.takes ?? 0
    need.undated ||= use.undated === true
    need.reclaims ||= use.reclaims === true
    need.lots.push(...(use.lots ?? []))
    need.awards.push(...(use.awards ?? []))
    needed.set(memberId, need)
  }
  for (const pair of pairs) add(pair.rule.partnerId, pair.memberId, usesOfPair(pair, at))
  for (const each of commands) {
    const memberId = memberOf(each, members)
    if (memberId === undefined) continue
    const uses = usesOf(each, at)
    for (const use of uses.length === 0 ? [{}] : uses) add(each.command.partnerId, memberId, use)
  }
  return Array.from(needed.values())
}
