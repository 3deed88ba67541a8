import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { plural } from "./grammar.ts"

export const words = {
  rule: "Rule",
  idToCopy: "id",
  rules: "Rules",
  theRule: "the rule",

  // What can be done. By the status before.
  verbs: { activate: "Activate…", deactivate: "Deactivate…", archive: "Archive…", restore: "Restore…" },
  duplicate: "Duplicate",
  edit: "Edit",
  award: "Award",

  earnedMost: "Earned most",
  since: (day: string) => `since ${day}`,
  afterNewest: (moment: string) => `after ${moment}, of the newest awards`,

  // Facts
  condition: "Condition",
  atLimit: "At a limit",
  policies: {
    reject: "An award is refused",
    suppress: "An award is recorded without effect",
    clamp: "An award pays what the coin limits leave"
  },
  createdBy: "Created by",
  changedLastBy: "Changed last by",

  // Conditions of a combined rule
  conditions: "Conditions",
  conditionsOfRule: "Conditions of the rule",
  name: "Name",
  status: "Status",
  statuses: { active: "active", inactive: "inactive" },

  // Members in the middle of a cycle
  partWay: "Part-way",
  oldestFirst: "oldest members first",
  members: "the members",
  noneOfFirst: "None of the first members is in the middle of a cycle.",
  nobody: "Nobody is in the middle of a cycle.",
  inCycle: "Members in the middle of a cycle",
  member: "Member",
  completions: "Completions",
  progress: "Progress",
  left: "Left",
  next: "Next",

  // Awards
  awards: "Awards",
  allAwards: "all awards",
  named: "Awards that named",
  ruleItself: (name: string) => `${name} (the rule itself)`,
  notAwarded: <Part>(name: Part) => said`“${name}” was not awarded yet.`,

  // Its time. A time follows the first four.
  started: "Started",
  starts: "Starts",
  ended: "Ended",
  ends: "Ends",
  noEnd: "No end",
  shownFrom: (day: string) => `; shown from ${day}`,
  today: "Today",
  todayIs: <Part>(today: Part, day: string) => said<Part | string>`${today} is ${day}`,
  todayIsDay: <Part>(today: Part, day: string, number: number, days: number) =>
    said<Part | string | number>`${today} is ${day}, day ${number} of ${days}`,
  budgetLasts: (day: string) => `at this pace, the budget lasts to about ${day}`,
  startToEnd: "From start to end",
  paidADay: (zone: string) => `coins paid a day, ${zone}`,
  whatItPaid: "what the rule paid",
  notBegun: "The rule has not begun. What it pays each day appears here.",

  // What it paid by day
  paidByDay: "Coins paid by day",
  noCoins: "No coins yet. They appear with the first award.",
  day: "Day",
  payments: "Payments",
  coins: "Coins",
  takenBack: "Taken back since",
  paidCoins: <Part>(coins: Part, count: number) =>
    said<Part | string>`Paid ${coins} ${plural(count, { one: "coin", other: "coins" })}`,
  inPayments: <Part>(payments: Part, count: number) =>
    said<Part | string>`in ${payments} ${plural(count, { one: "payment", other: "payments" })}`,
  coinsTakenBack: (coins: number) => `${counts.coins(coins)} taken back since`,
  seeTheseAwards: "See these awards",
  seeAwards: "See the awards",

  // Its history. `by` is " by Ada", and empty if nobody is named.
  history: "History",
  theHistory: "the history",
  created: "Created",
  noHistory: "The audit trail has no entry about this rule.",
  isCut: (count: number) =>
    `Only the newest ${count} changes of all rules were looked at. The audit trail has the rest.`,
  createdLine: <Part>(by: Part) => said`Created${by}`,
  changedLine: <Part>(by: Part) => said`, changed last${by}`
}
export type Words = typeof words
