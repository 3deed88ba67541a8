import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted, listed, plural } from "./grammar.ts"

export const words = {
  // The list
  title: "Rules",
  rules: "the rules",
  theseRules: "these rules",
  newRule: "New rule",
  search: "Search",
  partOfName: "Part of a name",
  all: "All",
  status: "Status",
  pays: "Pays",
  shortTypes: { single: "Every time", batched: "Every N times", combined: "All of several" },
  noMatch: "No rule matches",
  noMatchHint: "The search finds rules by any part of their name, or of the name of a sub-rule.",
  noRules: "No rules yet",
  noRulesHint: "A rule defines what earns coins, how many coins it pays, and how many members can earn them.",
  example: { name: "first order", condition: "places an order" },
  noneOfFirst: "None of the first rules matches.",
  count: (count: number) => counts.rules(count),
  countAndMore: (count: number) => `${counts.rules(count)}, and there are more`,

  // Its columns
  rule: "Rule",
  members: "Members",
  limits: "Limits",
  change: "Change",
  noLimits: "none",
  everyTimes: (times: string) => `every ${times} times`,
  everyTime: "every time",
  allOf: (conditions: number) => `all of ${conditions}`,
  byAmount: "by amount",
  forEvery: (unit: string) => `for every ${unit}`,
  atMost: (coins: string) => `at most ${coins}`,
  after: (days: number) => `after ${counts.days(days)}`,
  forPeriod: (period: string) => `for ${period}`,
  perMember: (limits: string) => `${limits} per member`,
  // A time follows "ended" and "starts".
  states: {
    running: "running",
    nearly: "nearly used up",
    full: "full",
    ended: "ended",
    upcoming: "starts",
    inactive: "inactive",
    archived: "archived"
  },
  thenEnds: <Part>(time: Part) => said`, ends ${time}`,

  // Changes of what can be done with a rule
  verbs: { activate: "Activate", deactivate: "Deactivate", archive: "Archive", restore: "Restore" },
  asks: {
    activate: "Activate this rule?",
    deactivate: "Deactivate this rule?",
    archive: "Archive this rule?",
    restore: "Restore this rule?"
  },
  consequences: {
    activate: <Part>(name: Part) =>
      said`“${name}” can be awarded again at once, within its limits and its schedule.`,
    deactivate: <Part>(name: Part) =>
      said`Awards of “${name}” are refused until it is active again. Coins that were paid stay, and members keep their progress.`,
    archive: <Part>(name: Part) =>
      said`“${name}” leaves the lists, and its awards are refused. What it paid and its history stay, and its name stays taken. You can restore it.`,
    restore: <Part>(name: Part) =>
      said`“${name}” is in the lists again. It stays inactive until you activate it.`
  },
  isNow: {
    activate: (name: string) => `Rule ${name} is active`,
    deactivate: (name: string) => `Rule ${name} is inactive`,
    archive: (name: string) => `Rule ${name} is archived`,
    restore: (name: string) => `Rule ${name} is in the lists again`
  },

  // The form
  theRule: "the rule",
  edit: (name: string) => `Edit ${name}`,
  isDraft: "This is your draft. It is not saved yet.",
  discardDraft: "Discard the draft",
  saving: "Saving…",
  create: "Create the rule",
  save: "Save the changes",
  created: (name: string) => `Rule ${name} created`,
  saved: (name: string) => `Rule ${name} saved`,
  whatIsSent: "What will be sent",
  notSaidYet: "This says what the rule will do, once its numbers and conditions are filled in.",
  copyOf: (name: string) => `${name} copy`,
  remove: "Remove",

  // Its fields
  fields: {
    name: "Name",
    coinValue: "Coins",
    unit: "For every",
    maxCoins: "At most",
    maxNumberOfParticipant: "Members who can earn it",
    userLimitAward: "Per member",
    condition: "Condition",
    when: "Activities",
    status: "Status",
    rules: "Conditions",
    budget: "Budget",
    limits: "Limits",
    timeZone: "Time zone",
    startsAt: "Starts",
    endsAt: "Ends",
    atLimit: "At a limit",
    pendingDays: "Coins wait, in days",
    coinsExpire: "Coins expire after"
  },
  nameHint: "Lower case, unique among your rules and sub-rules. Awards use this name.",
  types: { single: "Every time", batched: "Every N times", combined: "All of several conditions" },
  typeHint: "Cannot be changed: members' progress depends on it.",
  coinsByUnitHint: "Paid for every full unit of the amount.",
  coinsHint: "The coins of one payment.",
  unitHint: "A unit of the award's amount, such as 10 euros. Empty: awards have no amount.",
  maxCoinsHint: "The most coins of one award by amount. Empty: no maximum.",
  participantsHint: "The most members that it pays.",
  perMemberHint: "The most payments. Empty: no maximum.",
  completions: "Times for one payment",
  conditionHint: "What a member has to do, for people to read.",
  conditionByNameHint:
    "What a member has to do, for people to read. Your systems decide when it is met, and send the award.",
  active: "Active",
  inactive: "Inactive",
  archived: "Archived",
  inactiveRule: "Inactive: cannot be awarded",

  // Sub-rules
  subRules: "Sub-rules",
  subRulesHint: "Each is awarded by its own name. The rule pays when all active ones are done.",
  nameOfSubRule: (number: number) => `Name of sub-rule ${number}`,
  subRule: (number: number) => `sub-rule ${number}`,
  removeSubRule: (number: number) => `Remove sub-rule ${number}`,
  addSubRule: "Add a sub-rule",

  // When coins mature and expire
  inTime: "Coins in time",
  pendingHint: "Until then, they cannot be spent. Empty: they can be spent at once.",
  expireYears: "Expire after years",
  expireMonths: "Expire after months",
  expireDays: "Expire after days",
  expireHint:
    "From the day on which coins can be spent, to the end of the last day. All empty: they do not expire. A change is for later awards only.",

  // Limits
  budgetHint: "The most coins that the rule ever pays, to all members together.",
  limitsHint: "The most payments or coins in a calendar period:",
  limit: (number: number) => `Limit ${number}`,
  limitPer: { member: "Per member", rule: "All members" },
  period: "Period",
  periods: { day: "a day", week: "a week", month: "a month", year: "a year", ever: "ever" },
  payments: "Payments",
  coins: "Coins",
  removeLimit: (number: number) => `Remove limit ${number}`,
  addLimit: "Add a limit",

  // The schedule
  schedule: "Schedule",
  startsHint: (zone: string) => `In the time zone ${zone}. Empty: at once.`,
  endsHint: "Empty: without end.",
  noTimeZone: "No time zone has this in its name.",
  timeZoneHint:
    "Of the schedule, of the days and months of limits, of conditions on the day or hour, and of coins that mature or expire.",
  reachesLimit: "An award that reaches a limit",
  policies: {
    reject: "Refuse the award",
    suppress: "Record it without effect",
    clamp: "Pay what the coin limits leave"
  },

  // When it is awarded. `of` is the sub-rule, such as "sub-rule 2", and empty for the rule itself.
  when: "When",
  whenAwarded: (subRule: string) => `When ${subRule} is awarded`,
  decides: {
    named: "Awarded by your systems",
    decides: "Decides by itself from activities"
  },
  activityType: (of: string) => `Activity type${of && ` of ${of}`}`,
  noActivityType: "No activity of the newest 100 has a type like that. It can be used all the same.",
  activityTypeExample: "order.placed",
  activityTypeHint: "It is awarded when an activity of this type is recorded, and the conditions are true.",
  amount: "Amount in the data",
  noAmount: "Not seen lately. The amount is a field such as data.total.",
  fieldExample: "data.total",
  amountHint: "The field whose number is the amount of the award.",
  conditions: (of: string) => `Conditions${of && ` of ${of}`}`,
  joins: { all: "all of these are true", any: "any of these is true" },
  condition: (number: string, of: string) => `condition ${number}${of && ` of ${of}`}`,
  kept: "Made over the API. This form shows it, and keeps it as it is.",
  group: (number: string, of: string) => `Group ${number}${of && ` of ${of}`}`,
  joinOfGroup: (number: string, of: string) => `Join of group ${number}${of && ` of ${of}`}`,
  removeGroup: (number: string, of: string) => `Remove group ${number}${of && ` of ${of}`}`,
  addToGroup: (number: string, of: string) => `Add a condition to group ${number}${of && ` of ${of}`}`,
  addConditionHere: "Add a condition",
  addCondition: (of: string) => `Add a condition${of && ` of ${of}`}`,
  addGroup: (of: string) => `Add a group${of && ` of ${of}`}`,

  // The parts of a condition
  fieldOf: (condition: string) => `Field of ${condition}`,
  noField: "Not seen lately. A field is data.… or member.attributes.…",
  comparisonOf: (condition: string) => `Comparison of ${condition}`,
  kindOf: (condition: string) => `Kind of ${condition}`,
  valueOf: (condition: string) => `Value of ${condition}`,
  removeCondition: (condition: string) => `Remove ${condition}`,
  kinds: { text: "text", number: "number", boolean: "true or false" },
  // The fields that every activity has
  fixedFields: {
    activities: "activities of the member",
    paid: "payments to the member",
    date: "date",
    weekday: "day of the week",
    hour: "hour of the day"
  },
  comparisons: {
    equals: "is",
    notEquals: "is not",
    in: "is one of",
    startsWith: "starts with",
    exists: "is present",
    missing: "is missing",
    atLeast: "is at least",
    atMost: "is at most",
    moreThan: "is more than",
    lessThan: "is less than"
  },
  comparisonsInTime: {
    from: "is from",
    until: "is until",
    untilEndOf: "is until the end of",
    after: "is after",
    before: "is before"
  },
  weekdays: {
    1: "Monday",
    2: "Tuesday",
    3: "Wednesday",
    4: "Thursday",
    5: "Friday",
    6: "Saturday",
    7: "Sunday"
  },
  shortWeekdays: { 1: "Mon", 2: "Tue", 3: "Wed", 4: "Thu", 5: "Fri", 6: "Sat", 7: "Sun" },

  // Changes of another person
  hasChanged: "This rule has changed",
  somebodyElse: "Somebody else",
  hasSaved: <Part>(person: Part) =>
    said`${person} has saved other changes while you were editing. Nothing of yours is saved yet, and nothing is lost.`,
  bothTheSame: "Both of you entered the same.",
  takeTheirs: (value: string) => `Take “${value}”`,
  keepMine: (value: string) => `Keep mine: “${value}”`,
  putTogether: "Put both together",
  bothInForm: "The form has the changes of both. Look at them, and save.",
  nothing: "none",
  statuses: { active: "active", inactive: "inactive" },
  policyNames: { reject: "reject", suppress: "suppress", clamp: "clamp" },
  limitOfMember: (amounts: ReadonlyArray<string>, period: string) =>
    `${listed(amounts)} of a member ${period}`,
  limitOfRule: (amounts: ReadonlyArray<string>, period: string) => `${listed(amounts)} ${period}`,

  // The simulation
  simulation: "Simulation",
  onLastDays: (days: number) => `On the last ${counted(days, "day", "days")}`,
  compare: "Compare with the rule as it is",
  changedSince: "Changed since: these figures are of the form as it was.",
  trying: "Trying…",
  tryOnLastDays: (days: number) => `Try on the last ${counted(days, "day", "days")}`,
  tryAgain: "Try again",
  noActivities: (days: number) =>
    `None of its activities was recorded in the last ${counted(days, "day", "days")}.`,
  tryActivity: "Try an activity",
  paidTo: <Part>(coins: Part, count: number, members: Part) =>
    said<Part | string>`${coins} ${plural(count, { one: "coin", other: "coins" })} to ${members}`,
  wouldPayNothing: "The rule as it is would have paid nothing.",
  changeOn: (change: string, coins: number, members: number) =>
    `${change} on ${counts.coins(coins)} to ${counts.members(members)}, which the rule as it is would have paid.`,
  coinsByDay: "Coins that the rule would have paid by day",
  byDay: (zone: string) => `By day, ${zone}`,
  unit: "coins",
  asInForm: "as in the form",
  asItIs: "as it is",
  asItIsInZone: (zone: string) => `as it is (days of ${zone})`,
  asItIsCount: (count: string) => `, as it is ${count}`,
  recorded: "activities recorded",
  met: "conditions true",
  paid: "paid",
  notPaid: "Not paid, by limit",
  onlyThisRule:
    "Only this rule, with counters that start at zero and with today's attributes of members. Nothing is written.",
  refusals: {
    participant_limit_reached: "No place left",
    user_limit_reached: "The member was paid as often as possible",
    limit_reached: "A limit was reached",
    award_suppressed: "Recorded without effect at a limit",
    rule_not_running: "Before the start or after the end",
    amount_invalid: "The amount was missing or malformed",
    amount_too_small: "The amount earned nothing",
    amount_too_large: "The amount was too large",
    balance_too_large: "The wallet was full"
  }
}
export type Words = typeof words
