import { type Context, Effect, Either } from "effect"
import { smallestId } from "../../../schema/Id.ts"
import { InvalidInput } from "../../../schema/Input.ts"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import type { ExplainActivity } from "../../activities/Activity.ts"
import type { AwardCommand } from "../../awards/Award.ts"
import { noTally } from "../../awards/decide.ts"
import { explain } from "../../awards/Explanation.ts"
import { now } from "../../clock.ts"
import { MemberNotFound, RuleNotFound } from "../../Errors.ts"
import type { MemberId, PartnerId } from "../../Id.ts"
import type { Ids } from "../../Ids.ts"
import { type Account, pendingOf, stripeId, walletOf } from "../../ledger/Account.ts"
import { Book } from "../../ledger/Book.ts"
import { findAccounts } from "../../ledger/Ledger.ts"
import { makeStoredCounters } from "../../limits/storedCounters.ts"
import { noHoldings } from "../../lots/Holdings.ts"
import { readWalletCoins } from "../../lots/settledWallets.ts"
import { Wallets } from "../../lots/Wallets.ts"
import { readAttributes } from "../../members/attributeRows.ts"
import { memberKey } from "../../members/Member.ts"
import { readInheritance } from "../../personal/inheritance.ts"
import type { KnownUsers } from "../../ports.ts"
import { Command } from "../Command.ts"
import { activity } from "./activity.ts"
import { Changes, partnerKey, tallyKey } from "./Changes.ts"
import { decidingIn, verdictsIn } from "./decidingRules.ts"
import { findFirst, findNewcomers } from "./findFirst.ts"
import { inheritedCounts, inheritedTallies, readActivityCounts, readTallies, withInherited } from "./load.ts"
import { attributeOwners, namesIn, pairsOf } from "./neededRows.ts"
import { nothingUndone } from "./undo.ts"

/** Puts `activity.` before the names of the faulty fields, because an explained activity is a field of its request. */
const inActivity = (error: MemberNotFound | InvalidInput): MemberNotFound | InvalidInput =>
  error._tag === "MemberNotFound"
    ? error
    : new InvalidInput({
        faults: error.faults.map(({ field, problem }) => ({ field: `activity.${field}`, problem }))
      })

/**
 * Returns the accounts of a member as if everything that is due was written. Their balances decide whether the coins of an award still fit,
 * and coins that expired leave room.
 */
const settled = Effect.fnUntraced(function* (
  database: Context.Tag.Service<Database>,
  memberId: MemberId,
  accounts: ReadonlyArray<Account>,
  at: Date
) {
  const wallet = accounts.find(({ nextDue }) => nextDue !== null && nextDue <= at)
  if (wallet === undefined) return accounts
  const { partnerId } = wallet
  const { coins, pendingCoins } = yield* readWalletCoins(database, { partnerId, memberId }, at)
  return accounts.map((each) => ({ ...each, balance: each.kind === "wallet" ? coins : pendingCoins }))
})

/** Implements `CommandWriter.explain` and `explainActivity`. They lock no rules, accounts or feeds. */
export const makeExplain = (
  database: Context.Tag.Service<Database>,
  users: Context.Tag.Service<KnownUsers>,
  ids: Context.Tag.Service<Ids>
) => {
  const storedCounters = makeStoredCounters(database)

  const isErased = (partnerId: PartnerId, memberId: MemberId) =>
    Effect.map(
      database.run(findAccounts, [{ partnerId, id: walletOf(memberId) }]),
      ([wallet]) => wallet !== undefined && wallet.closedAt !== null
    )

  return {
    explain: Effect.fnUntraced(function* (command: AwardCommand) {
      const commands = [Command.Award({ command })]
      const found = yield* database.send(findFirst(commands, false))
      const named = namesIn(found.rules).get(partnerKey(command.partnerId, command.ruleName))
      if (named === undefined) return yield* new RuleNotFound({ rule: command.ruleName })
      const { members, successors } = yield* findNewcomers({ database, ids, users }, commands, found.members)
      const memberId = members.get(memberKey(command))
      if (memberId === undefined) return yield* new MemberNotFound({ userId: command.userId })
      const { rule, target } = named
      if (yield* isErased(command.partnerId, memberId))
        return yield* new MemberNotFound({ userId: command.userId })
      const at = yield* now
      const payments = [{ rule, memberId, at }]
      const { counterRows, tallies } = yield* database.send(
        Batch.all({ tallies: readTallies(payments), counterRows: storedCounters.rows(payments) })
      )
      const inheritance = yield* database.send(readInheritance(successors))
      const counters = yield* storedCounters.counters(payments, [], counterRows, at, { inheritance })
      const counts = {
        tally:
          withInherited(tallies, inheritedTallies(inheritance)).get(tallyKey(rule.id, memberId)) ?? noTally,
        participants: rule.participants,
        used: counters.used(rule, memberId, at)
      }
      return explain(rule, counts, { target, amount: command.amount, at })
    }),

    /**
     * Runs the activity as the writer would, and drops its changes. The coins come from a made-up issuance account with the balance 0, so
     * that no account of the partner is read or locked.
     */
    explainActivity: Effect.fnUntraced(function* ({
      activity: reported,
      partnerId,
      userId
    }: ExplainActivity) {
      const each = Command.Activity({ command: { partnerId, userId, ...reported } })
      const commands = [each]
      const found = yield* database.send(findFirst(commands, false))
      const { existing, members, successors } = yield* findNewcomers(
        { database, ids, users },
        commands,
        found.members
      )
      const memberId = members.get(memberKey({ partnerId, userId }))
      if (memberId === undefined) return yield* new MemberNotFound({ userId })
      const rules = new Map(found.rules.map((rule) => [rule.id, rule]))
      const names = namesIn(found.rules)
      const deciding = decidingIn(commands, found.rules)
      const at = yield* now
      const verdicts = verdictsIn(commands, deciding, at)
      const payments = pairsOf(commands, { deciding, members, names, rules, verdicts }).map((pair) => ({
        ...pair,
        at
      }))
      const wallet = { partnerId, id: walletOf(memberId) }
      const pending = { partnerId, id: pendingOf(memberId) }
      const { accounts, activityCounts, attributes, counterRows, tallies } = yield* database.send(
        Batch.all({
          accounts: Batch.of(findAccounts, [wallet, pending]),
          tallies: readTallies(payments),
          activityCounts: readActivityCounts(commands, existing),
          attributes: readAttributes(attributeOwners(commands, { deciding, members: existing })),
          counterRows: storedCounters.rows(payments)
        })
      )
      const book = new Book(yield* settled(database, memberId, accounts, at), 0)
      // A user who is not a member yet has no wallet.
      if (!book.has(wallet.id)) book.open(partnerId, wallet.id)
      book.open(partnerId, stripeId(partnerId, "issuance", 0))
      const inheritance = yield* database.send(readInheritance(successors))
      const counters = yield* storedCounters.counters(payments, [], counterRows, at, { inheritance })
      const changes = new Changes({
        ...nothingUndone,
        approveAbove: new Map(),
        rules,
        names,
        deciding,
        verdicts,
        members,
        attributes,
        activityCounts: withInherited(activityCounts, inheritedCounts(inheritance)),
        tallies: withInherited(tallies, inheritedTallies(inheritance)),
        counters,
        book,
        wallets: new Wallets(new Map([[memberId, noHoldings]])),
        successors: new Map(),
        erasedCoins: new Map(),
        feeds: new Map(),
        newcomers: new Set(),
        at
      })
      const explained = Either.mapLeft(
        activity(changes, each, smallestId, () => smallestId),
        inActivity
      )
      return (yield* explained).outcomes
    })
  }
}
