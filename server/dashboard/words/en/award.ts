import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { exact } from "./grammar.ts"

const ordinals = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split(" ")
const cardinals = "zero one two three four five six seven eight nine ten".split(" ")

const plural = new Intl.PluralRules("en", { type: "ordinal" })
const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" }

/** "third", "21st". */
const nth = (count: number): string =>
  ordinals[count] ?? `${exact(count)}${endings[plural.select(count)] ?? "th"}`
const cardinal = (count: number): string => cardinals[count] ?? exact(count)

export const words = {
  title: "Award",
  all: "All awards",
  form: "the form",
  noRules: "No rules to award yet",
  noRulesHint: "An award says that a member met a rule's condition once; the rule decides what it pays.",
  newRule: "New rule",

  // The form
  member: "Member",
  memberHint: "An id that is not known yet can be added here.",
  rule: "Rule",
  ruleHint: "For a rule of several conditions: the one that was met.",
  amount: "Amount",
  pays: (payment: string) => `Pays ${payment}.`,
  what: "What it would do",
  enterAmount: "Enter the amount: this says what the award would pay, before it is made.",
  pick: "Pick a member and a rule: this says what the award would do, before it is made.",
  noteAndDetails: "Note and details",
  note: "Note",
  noteHint: "The reason, in your own words.",
  details: "Details",
  detailsHint: "Your own data, such as an order number. Lists show it.",
  key: (number: number) => `Key ${number}`,
  value: "Value",
  removeKey: (number: number) => `Remove key ${number}`,
  remove: "Remove",
  addDetail: "Add a detail",

  // The button, before and after the award
  award: "Award",
  pay: (coins: number) => `Pay ${counts.coins(coins)}`,
  count: "Count it",
  record: "Record it without effect",
  awarding: "Awarding…",
  paid: "Paid",
  counted: "Counted",
  recorded: "Recorded",
  again: "Award again",

  // What the award did
  paidRule: <Part>(rule: Part, member: Part) => said`Paid “${rule}” for ${member}.`,
  recordedRule: <Part>(rule: Part, member: Part) => said`Recorded “${rule}” for ${member}.`,
  paidTo: <Part>(coins: number, member: Part) =>
    said<Part | string>`Paid ${counts.coins(coins)} to ${member}.`,
  paidToFor: <Part>(coins: number, member: Part, amount: string) =>
    said<Part | string>`Paid ${counts.coins(coins)} to ${member} for ${amount}.`,
  promised: <Part>(coins: number, member: Part) =>
    said<Part | string>`Promised ${counts.coins(coins)} to ${member}. They wait until they mature.`,
  countedRule: <Part>(rule: Part, member: Part) =>
    said`Counted “${rule}” for ${member}. It paid nothing yet.`,
  withoutEffect: <Part>(rule: Part, member: Part) =>
    said`Recorded “${rule}” for ${member} without effect: a limit is used up.`,
  partReversed: <Part>(rule: Part, member: Part) =>
    said`A part of “${rule}” for ${member} was reversed meanwhile.`,
  reversed: <Part>(rule: Part, member: Part) => said`“${rule}” for ${member} was reversed meanwhile.`,
  see: "See the award",

  // A member who is not known yet
  isMember: (member: string) => `${member} is a member now`,
  notMember: <Part>(member: Part) => said`${member} is not a member yet`,
  similar: "These members start like that:",
  addHint: "Add the id, and it has a wallet and can be awarded.",
  add: "Add member",

  // What the award would do
  notSaid: "Could not say what this award would do",
  another: "Another award like this one:",
  editPlaces: "Edit places",
  cycle: "Cycle",
  units: { batched: "completions", combined: "conditions" },
  wouldPay: (coins: number) => `Would pay ${counts.coins(coins)}`,
  wouldNotChange: "Would change nothing",
  wouldCount: "Would count, and pay nothing yet",
  wouldRecord: "Would be recorded without effect",
  wouldRefuse: "Would be refused",
  completes: <Part>(member: Part, step: number, of: number, rule: Part) =>
    said<Part | string>`${member} completes the ${nth(step)} of ${cardinal(of)} for “${rule}”.`,
  completesCondition: <Part>(member: Part, step: number, of: number, rule: Part) =>
    said<Part | string>`${member} completes the ${nth(step)} of ${cardinal(of)} conditions of “${rule}”.`,
  namesRule: <Part>(rule: Part) =>
    said`The award names the rule “${rule}” itself: it pays at once, even if conditions are left.`,
  byAmount: (payment: string, amount: string, coins: string) => `${payment}; ${amount} pays ${coins}.`,
  meets: <Part>(member: Part, rule: Part) => said`${member} meets the condition of “${rule}”.`,
  limitLeaves: (coins: string, whole: string) => `A limit leaves ${coins} of ${whole}.`,
  isCompletion: <Part>(step: string, of: string, member: Part) =>
    said<Part | string>`It is completion ${step} of ${of} for ${member}.`,
  hasDone: <Part>(member: Part, done: string, of: number) =>
    said<Part | string>`${member} has done ${done} of ${counts.conditions(of)} before it.`,
  alreadyDone: <Part>(member: Part, rule: Part, done: string, of: number) =>
    said<
      Part | string
    >`${member} has already done “${rule}” in this cycle: ${done} of ${counts.conditions(of)}.`,
  suppressed: "No coins move, and nothing is counted.",
  suppressions: {
    participant_limit_reached: "No places are left.",
    user_limit_reached: "The member was paid as often as the rule allows.",
    limit_reached: "A limit of the rule is used up."
  }
}
export type Words = typeof words
