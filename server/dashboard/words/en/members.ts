import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted } from "./grammar.ts"

const pendingCoins = (count: number): string => counted(count, "pending coin", "pending coins")

/** "50 coins and 10 pending coins"; "no coins". */
const amounts = (coins: number, pending: number): string => {
  const parts = [...(coins > 0 ? [counts.coins(coins)] : []), ...(pending > 0 ? [pendingCoins(pending)] : [])]
  return parts.length === 0 ? "no coins" : parts.join(" and ")
}

export const words = {
  // The list
  title: "Members",
  member: "Member",
  tag: "Tag",
  coins: "Coins",
  since: "Member since",
  add: "Add member",
  what: "the members",
  theseMembers: "these members",
  importMembers: "Import…",
  adjustFromFile: "Adjust from a file…",
  search: "Search",
  searchHint: "Start of an id, tag or name",
  list: "members",
  none: "No members yet",
  noneHint: "A member is one of your users who can be awarded, owns a wallet and stands on the leaderboards.",
  noMatch: "No member matches",
  noMatchHint: "The search matches the start of an id, a tag or any word of a name. Ids are case-sensitive.",
  clearSearch: "Clear the search",

  // Adding a member
  idOrTag: "An id, a tag or both.",
  ownId: "Your id for the user",
  ownIdHint: "Free-form, up to 128 characters: the id by which your systems award.",
  asksRecord: <Part>(setting: Part, url: Part) => said`Asks your ${setting} for the user's record: ${url}`,
  adding: "Adding…",
  whatIsSent: "What will be sent",
  becomesWithRecord: <Part>(member: Part, tag: Part) =>
    said`${member} becomes a member, with the record that your server has for the tag ${tag}.`,
  becomesWithout: <Part>(member: Part) => said`${member} becomes a member, without a record.`,
  becomesByTag: <Part>(tag: Part) =>
    said`The user whom your server knows by the tag ${tag} becomes a member, under the id of that record.`,
  giveIdOrTag: "Give an id or a tag, and this says who becomes a member.",
  isMember: (member: string) => `${member} is a member`,

  // The page of a member
  whatMember: "the member",
  toMembers: "Go to members",
  adjustBalance: "Adjust balance",
  redeemCoins: "Redeem coins",
  award: "Award",
  otherId: <Part>(id: Part) => said`${id} is another id of this member, and leads here.`,
  idToCopy: "id",
  hasTag: (tag: string) => `tag ${tag}`,
  memberSince: <Part>(time: Part) => said`member since ${time}`,
  hasAccount: "has an account of the service",
  attributes: "Attributes",
  views: { wallet: "Wallet", awards: "Awards", activities: "Activities" },
  lists: "Lists of this member",
  noAwards: "No awards yet",
  noAwardsHint: "An award says that the member met a rule's condition once; it pays, or it counts.",
  noActivities: "No activities yet",
  noActivitiesHint:
    "What your systems record about this member, and what each activity earned, is listed here.",
  tryActivity: "Try an activity",

  // The wallet and the boards
  inWallet: "In the wallet",
  ofCoins: "coins",
  andPending: (pending: string) => `and ${pending} pending`,
  points: "Points",
  earnedIn: (month: string) => `Earned in ${month}`,
  spent: "Spent",
  notOnBoard: "not on the board yet",
  rank: (rank: string, of: string) => `rank ${rank} of ${of}`,

  // What expires
  expires: "Expires if not spent",
  expiresFirst: "what expires first is spent first",
  allDays: (count: number) => `All ${counts.days(count)}`,
  expiringOf: (member: string) => `Coins of ${member} that expire`,
  lastDay: "Last day",
  doNotExpire: (coins: number) => `${counts.coins(coins)} do not expire.`,
  expireLater: (coins: number) => `${counts.coins(coins)} expire later or never.`,
  expiryLine: "Coins that expire, by their last day. The table has the numbers.",
  onDay: (day: string, coins: number) => `${day}: ${counts.coins(coins)}`,

  // Transactions
  kinds: {
    award: "Award",
    award_reversal: "Reversal of an award",
    user_partner_transfer: "Redeemed",
    user_partner_refund: "Refund",
    adjustment: "Adjustment",
    adjustment_reversal: "Reversal of an adjustment",
    maturity: "Matured award",
    expiry: "Expired coins",
    erasure: "Coins of an erased member",
    merge: "Coins of a merged member"
  },
  // What the API writes if nobody gave a note
  narrations: {
    adjustment: "adjustment",
    award: "award",
    "award matured": "award matured",
    "award reversal": "award reversal",
    "coins expired": "coins expired",
    "coins of a merged member": "coins of a merged member",
    "coins of an erased member": "coins of an erased member",
    "refund of a transfer": "refund of a transfer",
    "reversal of an adjustment": "reversal of an adjustment",
    "user to partner transfer": "user to partner transfer"
  },
  whatTransactions: "the transactions",
  theseTransactions: "these transactions",
  transactionsOf: (member: string) => `Transactions of ${member}`,
  transactionList: "transactions",
  type: "Type",
  allTypes: "All transactions",
  transaction: "Transaction",
  fromTo: "From → to",
  when: "When",
  balance: "Balance",
  undo: "Undo",
  mergedMember: "merged member",
  inMergedWallet: "in the wallet of a merged member",
  refund: "Refund",
  refunded: "refunded",
  reverse: "Reverse",
  reversed: "reversed",
  thisMany: (coins: number) => ` ${counts.coins(coins)}`,
  noneOfNewest: "None of the newest transactions matches. Older ones were not examined yet.",
  noTransactions: "No coins have moved yet",
  noTransactionsHint:
    "Awards, redeemed coins, adjustments and what undoes them appear here, each with the balance after it.",
  noSuchTransaction: "No such transaction",
  noSuchTransactionHint: "There is none of this type in this wallet.",

  // Adjusting a balance
  addOrRemove: "Add or remove",
  addCoins: "Add coins",
  removeCoins: "Remove coins",
  addSome: (coins: number) => `Add ${counts.coins(coins)}`,
  removeSome: (coins: number) => `Remove ${counts.coins(coins)}`,
  reason: "Reason",
  reasonExample: "Goodwill for a late delivery",
  reasonHint: "Shown in the list of transactions. The audit trail says who adjusted.",
  note: "Note",
  boards: "Leaderboards",
  onBoards: "Counts on the leaderboards",
  onBoardsHint: "As if the coins had been earned now.",
  hasNow: (member: string, holds: number) => `${member} has ${counts.coins(holds)} now.`,
  hasTooFew: (member: string, holds: number, coins: string) =>
    `${member} has ${counts.coins(holds)}, so ${coins} cannot be removed.`,
  hasAfterwards: (member: string, holds: number, after: string) =>
    `${member} has ${counts.coins(holds)} now, and ${after} afterwards.`,
  added: (coins: number, member: string) => `${counts.coins(coins)} added to ${member}`,
  removed: (coins: number, member: string) => `${counts.coins(coins)} removed from ${member}`,
  changesWhenApproved: <Part>(member: Part) => said`${member}'s balance changes when it is approved.`,

  // Reversing an adjustment
  reverseTitle: "Reverse this adjustment?",
  reverseAdjustment: "Reverse the adjustment",
  reverseOnce: "An adjustment can be reversed once. A reversal cannot be undone.",
  shownInList: "Shown in the list of transactions.",
  reversalRefused: (coins: number, member: string, holds: string) =>
    `This adjustment added ${counts.coins(coins)}, and ${member} has ${holds} left. It can only be reversed as a whole, so this is refused until the wallet has ${counts.coins(coins)}.`,
  reversalTakes: (coins: number, member: string, holds: string, after: string) =>
    `Takes ${counts.coins(coins)} out of the wallet of ${member}, which has ${holds} now and ${after} afterwards. If they count on the leaderboards, they no longer do.`,
  reversalReturns: (coins: number, member: string, holds: string, after: string) =>
    `Returns ${counts.coins(coins)} to the wallet of ${member}, which has ${holds} now and ${after} afterwards.`,
  takenBack: (coins: number, member: string) => `${counts.coins(coins)} taken back from ${member}`,
  returned: (coins: number, member: string) => `${counts.coins(coins)} returned to ${member}`,
  reversedWhenApproved: "The adjustment is reversed when it is approved.",

  // Redeeming coins, and returning them
  redeemFrom: (member: string) => `Redeem from ${member}`,
  next: "Continue",
  redeemHint: "They leave the wallet and come to you. A refund can return them, once.",
  ofWallet: "Of the wallet",
  redeemSome: (coins: number) => `Redeem ${counts.coins(coins)}`,
  willGo: <Part>(coins: number, member: Part, partner: Part, rest: string) =>
    said<
      Part | string
    >`${counts.coins(coins)} will go from ${member}'s wallet to ${partner}. ${rest} will remain.`,
  you: "you",
  redeemed: (coins: number, member: string) => `${counts.coins(coins)} of ${member} redeemed`,
  refundTitle: "Refund redeemed coins",
  refundSome: (coins: number) => `Refund ${counts.coins(coins)}`,
  willReturn: <Part>(coins: number, time: Part, member: Part) =>
    said<
      Part | string
    >`${counts.coins(coins)}, redeemed ${time}, will return to ${member}'s wallet, and no longer count as spent. Redeemed coins can be refunded once; a refund cannot be undone.`,

  // Personal data
  personalData: "Personal data",
  exportData: "Export their data",
  mergeMore: "Merge…",
  eraseMore: "Erase…",
  exportTitle: "Export",
  exportHint: "Everything that is stored about this member, as one JSON file.",
  exportIt: "Export",
  mergeStep: "Merge",
  mergeStepHint:
    "One person with two ids becomes one member: wallets, points and progress add up. It cannot be undone.",
  mergeIt: "Merge into another member…",
  eraseStep: "Erase",
  eraseStepHint: (coins: number, pending: number) =>
    `The id, the attributes and all texts go, ${counts.coins(coins)}${pending > 0 ? ` and ${pendingCoins(pending)}` : ""} expire, and sums stay under a pseudonym. It cannot be undone.`,
  eraseIt: "Erase this member…",
  typeToConfirm: <Part>(id: Part) => said`Type ${id} to confirm.`,

  // Erasing a member
  eraseTitle: "Erase this member?",
  erase: "Erase the member",
  loses: <Part>(member: Part, coins: number, pending: number) =>
    said<
      Part | string
    >`${member} loses ${counts.coins(coins)}${pending > 0 ? `, and ${pendingCoins(pending)}` : ""}. They expire.`,
  eraseRemoves:
    "The id, the attributes, notes, reasons and data of activities are removed. Awards and transactions stay under a pseudonym, and no sum changes. Nobody can undo this.",
  idOfMember: "Id of the member",
  isErased: "The member is erased",
  erasedMember: "Erased member",
  whatErasure: "the erasure",
  stillRemoving: "Texts of a long history are still being removed. Nothing shows them any more.",
  allRemoved: "Everything personal is removed.",
  state: "State",
  states: { running: "running", done: "done" },
  pseudonym: "Pseudonym",
  erased: "Erased",
  finished: "Finished",

  // Merging two members
  mergeTitle: "Merge into another member",
  mergeIntro: <Part>(member: Part) =>
    said`For one person with two ids: the two members become one. The other member remains, and gets all coins, awards and activities of ${member}.`,
  remainingMember: "The member that remains",
  leadsHere: (id: string) => `${id} leads to this member already. Choose another one.`,
  confirmMerge: "Merge these members?",
  merge: "Merge the members",
  mergeAnyway: "Merge anyway",
  coinsOfBoth: "Coins of both members",
  pending: "Pending",
  becomesPart: (member: string) => `becomes a part of ${member}`,
  remains: "remains",
  together: "Together",
  mergeConsequence: (from: string, into: string, coins: number, pending: number) =>
    `${from} becomes a part of ${into}, with ${amounts(coins, pending)}. Both ids then lead to ${into}.`,
  mergeAddsUp: <Part>(into: Part, from: Part) =>
    said`Points, progress and what rules have paid add up, and nothing is paid. Attributes that ${into} lacks come from ${from}. Nobody can undo this.`,
  idThatGoes: "Id of the member that goes away",
  notMergedYet: "Nothing was merged yet. Merge anyway?",
  mergeAnywayHint:
    "Nothing is taken back. The limit is then full, and so is every other one that both pass together.",
  merged: (from: string, into: string, coins: number, pending: number) =>
    `${from} is now a part of ${into}, with ${amounts(coins, pending)}`
}
export type Words = typeof words
