import { phraseOf } from "../../../../lib/rewards/activities/sentence.ts"
import type { Conditions } from "../../contract.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted, plural } from "./grammar.ts"

const leaving = (coins: number): string =>
  `${counts.coins(coins)} ${plural(coins, { one: "leaves", other: "leave" })}`

/** The names, each in quotes, with commas between them. */
const quoted = <Part>(names: ReadonlyArray<Part>): Array<string | Part> =>
  [...names].flatMap((name, at) => [at === 0 ? "“" : ", “", name, "”"])

export const words = {
  title: "Activities",
  what: "the activities",
  theseActivities: "these activities",
  try: "Try an activity",
  noMatch: "No activity matches",
  none: "No activities yet",
  noneHint:
    "Your systems record what members do, such as an order. Rules that decide by themselves award it; what each activity earned, and why, is listed here.",
  member: "Member",
  type: "Activity type",
  noType: "No activity of the newest 100 has a type like that.",
  onlyOne: (time: string) => `Only the activity that earned the award, recorded at ${time}.`,
  showAll: "Show all",
  byActivity: "by an activity",

  // The list
  noneOfNewest: "None of the newest activities matches. Older ones were not examined yet.",
  listed: (count: number) => counts.activities(count),
  listedAndMore: (count: number) => `${counts.activities(count)}, and more`,
  activity: "Activity",
  as: <Part>(member: Part) => said`as ${member} · `,
  happened: <Part>(time: Part) => said`happened ${time}`,
  data: "Data",
  hidden: "hidden",
  noData: "none",
  values: (count: number) => counted(count, "value", "values"),
  ofActivity: <Part>(type: Part, member: Part) => said` of ${type} by ${member}`,
  outcomes: "Outcomes",
  undo: "Undo",
  reverse: "Reverse",
  theActivity: <Part>(type: Part, member: Part) => said` ${type} by ${member}`,
  reversed: <Part>(time: Part) => said`reversed ${time}`,

  // What an activity did under a rule, or would do
  noRule: "no rule asked for it",
  notMet: "not met",
  paid: (coins: number) => `paid ${counts.coins(coins)}`,
  counted: "counted",
  notPaid: "not paid",
  wouldDoNothing: "would do nothing",
  wouldPay: (coins: number) => `would pay ${counts.coins(coins)}`,
  wouldCount: "would count",
  wouldNotPay: "would not pay",
  phrase: (conditions: Conditions): string => phraseOf(conditions),
  held: (phrase: string) => `true: ${phrase}`,
  notHeld: (phrase: string) => `not true: ${phrase}`,
  noConditions: "It has no conditions: every activity of this type meets it.",

  // Reversing
  reverseTitle: "Reverse this activity?",
  reverseVerb: "Reverse the activity",
  isReversed: "The activity is reversed; no coins were taken back",
  taken: (coins: number) =>
    `${counts.coins(coins)} ${plural(coins, { one: "was", other: "were" })} taken back`,
  reverseHint:
    "A reversal cannot be undone. The activity stays in this list, and still counts as one of the member's activities.",
  reason: "Reason",
  reasonExample: "Order 1042 was cancelled",
  earnedNothing: "It earned nothing, so no coins move. It is marked as reversed.",
  reverses: <Part>(count: number, names: ReadonlyArray<Part>): Array<string | Part> => [
    plural(count, { one: "Reverses its award (", other: `Reverses all ${counts.awards(count)} (` }),
    ...quoted(names),
    "), or none if one cannot be reversed."
  ],
  noCoinsMove: "No coins move, and what it counted is taken back.",
  leave: <Part>(coins: number, member: Part) =>
    said<Part | string>`${leaving(coins)} the wallet of ${member}, less what was taken back already.`,

  // Trying an activity
  all: "All activities",
  dataHint: <Part>(example: Part) => said`A JSON object, such as ${example}.`,
  happenedAt: "Happened at",
  happenedHint: "In your time zone. Empty: now. Conditions on the day or hour read it.",
  wouldDo: "What it would do",
  wouldDoHint:
    "This says which rules the activity would meet, what they would pay, and why. Nothing is recorded.",
  noActiveRule: (type: string) => `No active rule is awarded for ${type}`,
  wouldPayNothing: "Would pay nothing",
  wouldPayCoins: (coins: number) => `Would pay ${counts.coins(coins)}`,
  notRecorded: "Nothing was recorded.",
  hasChanged: "The form has changed since: try it again.",
  tryIt: "Try it",

  // What recorded activities contain
  numberIs: (value: string) => `Number, seen ${value}`,
  numberBetween: (least: string, most: string) => `Number, seen from ${least} to ${most}`,
  trueOrFalse: "True or false",
  texts: (examples: string) => `Text, seen: ${examples}`,
  ofNewest: (count: number) => `${counts.activities(count)} of the newest`
}
export type Words = typeof words
