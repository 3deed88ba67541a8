import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted } from "./grammar.ts"

export const words = {
  award: "Award",
  awards: "Awards",
  theAward: "the award",
  coinsTo: (coins: number, member: string) => `${counts.coins(coins)} to ${member}`,
  ruleFor: (rule: string, member: string) => `${rule} for ${member}`,
  id: "id",
  again: "Award again",
  confirm: "Confirm…",
  reverse: "Reverse…",
  reverseAll: (coins: string) => `Reverse the ${coins}…`,
  reverseLeft: (coins: string) => `Reverse the ${coins} left…`,

  // What was asked, by whom
  asked: "What was asked",
  member: "Member",
  rule: "Rule",
  condition: <Part>(name: Part) => said`condition “${name}”`,
  amount: "Amount",
  activity: "Activity",
  note: "Note",
  details: "Details",
  who: "Who, and from where",
  orderedBy: "Ordered by",
  nobody: "nobody is named",
  kinds: { person: "a person", key: "an API key", host: "the program around the library" },
  request: "Request",
  requestId: "request id",
  onBoards: "On boards",
  points: "Points",
  pointsIn: (points: string, month: string) => `+${points} in ${month}`,
  pointsStay: "spending and expiry do not lower them",
  pointsLess: (coins: string) => `${coins} less what was reversed; expiry does not lower them`,

  // The life of the award
  awarded: "Awarded",
  counted: "Counted",
  recorded: "Recorded, not paid",
  couldBeSpent: "Could be spent",
  canBeSpent: "Can be spent",
  reversed: "Reversed",
  reversedPart: "Reversed in part",
  reversedParts: (number: number | string) => `Reversed in ${number} parts`,
  leftPending: "Left, pending",
  left: "Left of it",
  expires: "Expire if not spent",
  allSpent: "End: all was spent",
  expired: "Expired, if not spent",
  endOf: (day: string) => `end of ${day}`,

  // How it was decided. Each step has a title and, below it, a text.
  decided: "What was decided",
  byRecord: "by the record",
  byRecordAndRule: "by the record and the rule, in this order",
  ruleChanged:
    "The rule was changed after this award. What its limits were at that time is not part of the record.",
  cutSign: "Cut: ",
  decidedSign: "Decided: ",
  coinsLeft: " coins left",
  named: "Named in the request",
  namedHint: "Who ordered the award judged its condition",
  when: "When",
  whenTrue: (when: string) => `${when}: true`,
  conditionsMet: "its conditions were met",
  byAmount: "By amount",
  unitsOf: (coins: number, unit: string, amount: string, units: string, each: string) =>
    `${counts.coins(coins)} for every full ${unit} of ${amount}: ${units} × ${each}`,
  atMost: (coins: string) => `At most ${coins} an award`,
  cutTo: (whole: string, most: string) => `${whole} is cut to ${most}`,
  notReached: "not reached",
  aPayment: "A payment",
  eachTime: "Each time",
  pays: (coins: number) => `pays ${counts.coins(coins)}`,
  periods: { day: "a day", week: "a week", month: "a month", year: "a year", ever: "ever" },
  eachMember: {
    awards: (count: number, period: string) => `Each member ${counts.payments(count)} ${period}`,
    coins: (count: number, period: string) => `Each member ${counts.coins(count)} ${period}`
  },
  allTogether: {
    awards: (count: number, period: string) => `All together ${counts.payments(count)} ${period}`,
    coins: (count: number, period: string) => `All together ${counts.coins(count)} ${period}`
  },
  budget: (coins: number) => `Budget of ${counts.coins(coins)}`,
  members: (count: number) => `${counts.members(count)} who can earn it`,
  eachMemberInAll: (count: number) => `Each member ${counts.payments(count)} in all`,
  limits: {
    participant_limit_reached: "Members who can earn it",
    user_limit_reached: "Payments to one member",
    limit_reached: "A limit of the rule"
  },
  coinLimit: "A coin limit",
  oneCoinLimit: "One of the coin limits",
  oneLimit: "One of the limits",
  allowed: "allowed it",
  leftOf: (coins: string, worth: string) => `left ${coins} of ${worth}`,
  leftDecided: (coins: string, worth: string) => `${coins} of ${worth} were left: this limit decided it`,
  usedUp: "was used up",
  usedUpDecided: "was used up: this limit decided it",
  paid: "Paid",
  coins: (coins: number) => counts.coins(coins),
  nothingYet: "paid nothing yet",
  notPaid: "Not paid",
  noCoins: "no coins",

  // What was taken back
  reversals: "Reversals",
  reversalsOfAward: "Reversals of this award",
  takenOf: (taken: string, coins: number) => `${taken} of ${counts.coins(coins)}`,
  cameBack: "What came back",
  partOf: (amount: string, whole: string) => `${amount} of ${whole}`,
  completion: "the completion",
  quoted: <Part>(note: Part) => said`“${note}”`,
  at: "When",
  coinsColumn: "Coins",
  leftColumn: "Left",

  // What was sent about it
  events: "Events and deliveries",
  allWebhooks: "All webhooks",
  theEvents: "the events",
  noEvents:
    "No event of this award is stored. Events are written while a webhook or a reader exists, and stored for 30 days.",
  eventsOfAward: "Events of this award",
  event: "Event",
  webhook: "Webhook",
  delivery: "Delivery",
  noWebhook: "no webhook took it",
  delivered: "Delivered",
  failing: "Failing",
  waiting: "Waiting",
  tries: (count: number) => counted(count, "try", "tries"),
  next: <Part>(time: Part) => said` next ${time}`
}
export type Words = typeof words
