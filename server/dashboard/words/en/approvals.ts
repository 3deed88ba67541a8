import { said } from "../said.ts"
import { counts } from "./counts.ts"

export const words = {
  title: "Approvals",
  what: "the requests",
  allRequests: "all requests",
  nothing: "Nothing waits for you",
  nothingHint: <Part>(settings: Part) =>
    said`Adjustments by your colleagues of more coins than the ${settings} allow wait here until another person approves them.`,
  settings: "settings",
  waiting: "Waiting for approval",
  newestOnly: "The newest 100 are shown. Older ones follow when these are decided.",
  ended: "Decided or lapsed",
  noneOnPage: "None on this page.",

  // The columns
  member: "Member",
  ordered: "Ordered",
  coins: "Coins",
  state: "State",
  decide: "Decide",
  lapses: <Part>(time: Part) => said`lapses ${time}`,
  states: { waiting: "waiting", approved: "approved", declined: "declined", lapsed: "lapsed" },
  ownRequest: "Your own request: another person must decide.",
  ofMember: <Part>(coins: string, member: Part) => said<Part | string>` ${coins} of ${member}`,

  // What is asked for
  adds: (coins: number, member: string) => `Adds ${counts.coins(coins)} to the wallet of ${member}.`,
  removes: (coins: number, member: string) => `Removes ${counts.coins(coins)} from the wallet of ${member}.`,
  addsBack: (coins: number, member: string) =>
    `Adds ${counts.coins(coins)} to the wallet of ${member}, which reverses an adjustment.`,
  removesBack: (coins: number, member: string) =>
    `Removes ${counts.coins(coins)} from the wallet of ${member}, which reverses an adjustment.`,
  reverses: "Reverses an adjustment",
  reason: (reason: string) => `Reason: ${reason}`,
  note: (note: string) => `Note: ${note}`,
  onBoards: "Counts on the leaderboards",
  expireAfter: (period: string) => `The coins expire after ${period}`,

  // Deciding
  approve: {
    button: "Approve",
    title: "Approve this adjustment?",
    submit: "Approve the adjustment",
    done: (member: string) => `The adjustment of ${member} is carried out`,
    hint: "If the wallet has too few coins by now, it is refused, and the request still waits."
  },
  decline: {
    button: "Decline",
    title: "Decline this adjustment?",
    submit: "Decline the adjustment",
    done: (member: string) => `The adjustment of ${member} is declined`,
    hint: "If the adjustment is still wanted, it must be ordered again."
  },
  declineEffect: "No coins move. The request ends.",

  // After an order that a colleague must approve
  colleagueMust: "A colleague must approve this",
  notMoved: "No coins have moved yet.",
  lapsesLater: "The request lapses after seven days. You cannot approve it yourself.",
  toApprovals: "Go to Approvals"
}
export type Words = typeof words
