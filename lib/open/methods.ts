import { Effect } from "effect"
import { CoinsPage, CoinsYear, PointsPage, UserPosition } from "../boards/Board.ts"
import { Boards } from "../boards/Boards.ts"
import { Totals as FoundTotals } from "../boards/Total.ts"
import { Totals } from "../boards/Totals.ts"
import type { Rewards } from "../layers/Rewards.ts"
import { verify } from "../layers/Rewards.ts"
import type { Archives } from "../rewards/archive/Archives.ts"
import { Award, AwardPage } from "../rewards/awards/Award.ts"
import { Awards } from "../rewards/awards/Awards.ts"
import { Explanation } from "../rewards/awards/Explanation.ts"
import { CoreFailure } from "../rewards/CoreFailure.ts"
import { Member, MemberPage, Wallet } from "../rewards/members/Member.ts"
import { Members } from "../rewards/members/Members.ts"
import { Partner, PartnerPage } from "../rewards/partners/Partner.ts"
import { Partners } from "../rewards/partners/Partners.ts"
import { Refund, Reversal } from "../rewards/reversals/Reversal.ts"
import { Rule, RulePage } from "../rewards/rules/Rule.ts"
import { Rules } from "../rewards/rules/Rules.ts"
import { ProgressPage, RuleDetails, RuleUsagePage } from "../rewards/rules/RuleUsage.ts"
import { History, Transaction, TransactionPage, WalletTransfer } from "../rewards/transfers/Transfer.ts"
import { Transfers } from "../rewards/transfers/Transfers.ts"
import { CheckWatcher } from "../rewards/verification/Check.ts"
import { archivesMethods } from "./archives.ts"
import { eventsMethods } from "./events.ts"
import { many, nothing, one, outcome, promised, type Run, receipt, runWith } from "./promised.ts"
import { errorOf } from "./RewardsError.ts"

const award = receipt(Award)
const errorIn = errorOf(CoreFailure)
const outcomeOf = outcome("award", award, errorIn)
const reversalOf = outcome("reversal", receipt(Reversal), errorIn)
const refundOf = outcome("refund", receipt(Refund), errorIn)

const services = {
  partners: promised(Partners, {
    register: one(Partner),
    get: one(Partner),
    list: one(PartnerPage),
    rename: nothing
  }),
  rules: promised(Rules, {
    create: one(Rule),
    update: one(Rule),
    get: one(Rule),
    details: one(RuleDetails),
    progress: one(ProgressPage),
    find: one(Rule),
    list: one(RulePage),
    usage: one(RuleUsagePage)
  }),
  members: promised(Members, {
    onboard: one(Member),
    onboardMany: many(Member),
    get: one(Member),
    wallet: one(Wallet),
    list: one(MemberPage)
  }),
  awards: promised(Awards, {
    award,
    awardMany: (results) => results.map(outcomeOf),
    explain: one(Explanation),
    reverse: receipt(Reversal),
    reverseMany: (results) => results.map(reversalOf),
    list: one(AwardPage)
  }),
  transfers: promised(Transfers, {
    transfer: receipt(WalletTransfer),
    refund: receipt(Refund),
    refundMany: (results) => results.map(refundOf),
    list: one(TransactionPage),
    history: one(History),
    statement: many(Transaction)
  }),
  boards: promised(Boards, {
    points: one(PointsPage),
    coins: one(CoinsPage),
    year: one(CoinsYear),
    position: one(UserPosition),
    rebuild: nothing
  }),
  totals: promised(Totals, { days: one(FoundTotals) })
}

export interface VerifyOptions {
  /** Called with the name of each check before it runs. */
  readonly onCheck?: ((name: string) => void) | undefined
}

/** The rewards engine for hosts without Effect. If a method fails, its promise rejects with a `RewardsError`. */
export const rewardsMethods = (run: Run<Rewards | Archives, CoreFailure>) => ({
  ...runWith(run, services),
  events: eventsMethods(run),
  archives: archivesMethods(run),
  /** Recomputes balances, counters and boards. Checks limits and the order of events. Returns every divergence. */
  verify: ({ onCheck = () => {} }: VerifyOptions = {}) =>
    run(Effect.provideService(verify(), CheckWatcher, onCheck))
})
export type RewardsMethods = ReturnType<typeof rewardsMethods>
export type AwardResult = ReturnType<typeof outcomeOf>
export type ReversalResult = ReturnType<typeof reversalOf>
export type RefundResult = ReturnType<typeof refundOf>
