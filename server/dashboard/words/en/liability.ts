import { said } from "../said.ts"
import { counts } from "./counts.ts"

export const words = {
  title: "Liability",
  what: "the liability",
  download: "Download CSV",
  asOf: "As of the end of",
  asOfHint: "A day in UTC. Empty: now.",
  owedNow: <Part>(time: Part) => said`What you owe your members, as of ${time}.`,
  owedAtEnd: <Part>(day: Part) => said`What you owed your members at the end of ${day}, UTC.`,

  // The sums
  inWallets: "In wallets",
  canBeSpent: "can be spent",
  pending: "Pending",
  notYet: "cannot be spent yet",
  expireSoon: "Expire soon",
  byEndOf: (month: string) => `by the end of ${month}, if not spent`,
  doNotExpire: "Do not expire",
  ofThese: "of those in wallets",

  // What expires
  expires: "Expires if not spent",
  noneExpire:
    "No coins in wallets expire. Rules decide that: see “Coins expire after” in the form of a rule.",
  byMonth: "Coins that expire by month",
  byMonthHint: "by month of the last day, in the zone of the rule",
  month: "Month",
  ofCoins: "coins",
  expireLater: (coins: number) => `${counts.coins(coins)} expire later than that.`,

  // How it came to this
  origins: "How it came to this",
  sinceStart: "since the start of the programme",
  originsCaption: "How the liability came about",
  line: "What",
  coins: "Coins",
  awarded: "Awarded",
  takenBack: "Taken back",
  takenBackNote: "reversals of awards",
  spent: "Spent",
  spentNote: "without what was refunded",
  expired: "Expired",
  adjusted: "Adjusted by hand",
  owed: "Owed to members",
  owedNote: "in wallets and pending"
}
export type Words = typeof words
