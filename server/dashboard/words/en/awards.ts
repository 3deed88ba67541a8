import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { exact, plural } from "./grammar.ts"

const leaving = (coins: number): string =>
  `${counts.coins(coins)} ${plural(coins, { one: "leaves", other: "leave" })}`

const staying = (coins: number): string =>
  `${exact(coins)} of the award ${plural(coins, { one: "stays", other: "stay" })}`

export const words = {
  title: "Awards",
  what: "the awards",
  theseAwards: "these awards",
  award: "Award",
  import: "Import…",
  noMatch: "No award matches",
  none: "No awards yet",
  noneHint: "Every award is listed here: what it paid or counted, and whether it was reversed.",
  awardsOf: (member: string) => `Awards of ${member}`,
  noneOfNewest: "None of the newest awards matches. Older ones were not examined yet.",
  listed: (count: number) => counts.awards(count),
  listedAndMore: (count: number) => `${counts.awards(count)}, and more`,

  // The filters
  member: "Member",
  rule: "Rule",
  state: "State",
  from: "From",
  until: "Until",
  all: "All",
  choices: {
    paid: "Paid",
    pending: "Pending",
    counted: "Counted",
    suppressed: "Not paid (limit)",
    partly_reversed: "Partly reversed",
    reversed: "Reversed"
  },

  // The columns
  awardColumn: "Award",
  note: "Note",
  coins: "Coins",
  as: <Part>(member: Part) => said`as ${member} · `,
  thisAward: ", this award",
  confirm: "Confirm",
  reverse: "Reverse",
  ofAward: <Part>(rule: Part, member: Part) => said` ${rule} for ${member}`,
  left: (coins: string) => `${coins} left`,
  forAmount: (amount: string) => `for ${amount}`,
  forPart: (left: string, amount: string) => `for ${left} of ${amount}`,

  // The states
  states: {
    paid: "paid",
    pending: "pending",
    counted: "counted",
    suppressed: "not paid (limit)",
    partly_reversed: "partly reversed",
    reversed: "reversed"
  },
  matures: <Part>(time: Part) => said`, matures ${time}`,

  // Confirming
  confirmTitle: "Confirm this award?",
  confirmVerb: "Confirm the award",
  confirmed: (coins: number) => `${counts.coins(coins)} can be spent now`,
  canSpend: <Part>(member: Part, coins: number, rule: Part) =>
    said<
      Part | string
    >`${member} can spend ${counts.coins(coins)} of “${rule}” at once. If the coins expire, their time begins now.`,
  confirmHint: "A confirmation cannot be undone; the award can still be reversed.",

  // Reversing
  reverseTitle: "Reverse this award?",
  reverseVerb: "Reverse the award",
  completionTaken: "The completion was taken back",
  returnRecorded: "The return is recorded; no coins were taken back",
  taken: (coins: number) =>
    `${counts.coins(coins)} ${plural(coins, { one: "was", other: "were" })} taken back`,
  ruleUnread:
    "The rule could not be read, so this page cannot say how many coins go back. The answer will say it.",
  fillIn: "Fill in the number to see how many coins go back.",
  takeBack: "Take back",
  allLeft: "All that is left",
  someCoins: "Some coins",
  partOfAmount: "A part of the amount",
  coinsLeft: (coins: number) => counts.coins(coins),
  upTo: (coins: number) => `Up to ${counts.coins(coins)}`,
  upToAmount: (amount: string) => `Up to ${amount}, as when goods come back`,
  coinsBack: "Coins to take back",
  amountBack: "Amount that was returned",
  amountHint:
    "Calculated here with the current rule. If the rule has changed since the award, its values at that time decide.",
  reverseHint: "A reversal cannot be undone; the rule can be awarded again.",
  reason: "Reason",
  reasonExample: "Order 1042 was returned",

  // What the reversal does
  completionLeaves: <Part>(rule: Part, member: Part) =>
    said`The completion of “${rule}” is taken from the running cycle of ${member}. No coins move.`,
  noAmount: <Part>(rule: Part) =>
    said`“${rule}” no longer pays by amount. What it paid at the time of the award decides how many coins go back.`,
  restPays: (payment: string, rest: string, coins: string) =>
    `By ${payment}, the ${rest} that is left pays ${coins}.`,
  noCoinsBack: "No coins go back. Later returns are added to this one.",
  leave: {
    wallet: <Part>(coins: number, member: Part) =>
      said<Part | string>`${leaving(coins)} the wallet of ${member}.`,
    pending: <Part>(coins: number, member: Part) =>
      said<Part | string>`${leaving(coins)} the pending coins of ${member}.`
  },
  leaveSome: {
    wallet: <Part>(coins: number, member: Part, rest: number) =>
      said<Part | string>`${leaving(coins)} the wallet of ${member}, and ${staying(rest)}.`,
    pending: <Part>(coins: number, member: Part, rest: number) =>
      said<Part | string>`${leaving(coins)} the pending coins of ${member}, and ${staying(rest)}.`
  },
  stillCounts: "Limits and boards count what stays; the award still counts as one payment.",
  countsNoMore: <Part>(rule: Part) =>
    said`The payment no longer counts: for the places and limits of “${rule}”, and on the boards. The cycle that it completed becomes void.`
}
export type Words = typeof words
