import { phraseOf, sentenceOf } from "../../../../lib/rewards/activities/sentence.ts"
import type { Conditions, When } from "../../contract.ts"
import { dateTimeIn } from "../dateTime.ts"
import { counts } from "./counts.ts"
import { listed } from "./grammar.ts"
import { parts } from "./parts.ts"

const { pays, paysByUnit, paysUpTo } = parts

/** "1 year, 6 months and 10 days"; parts without a number are left out. */
const period = (years: number, months: number, days: number): string =>
  listed([
    ...(years > 0 ? [counts.years(years)] : []),
    ...(months > 0 ? [counts.months(months)] : []),
    ...(days > 0 ? [counts.days(days)] : [])
  ])

export const words = {
  pays,
  paysByUnit,
  paysUpTo,
  period,

  // How often: the second part of the first sentence
  eachTime: "each time",
  everyCompletion: "every completion",
  everyCompletions: (count: number) => `every ${counts.completions(count)}`,
  itsCondition: "when its condition is met",
  allConditions: (count: number) => `when all ${counts.conditions(count)} are met`,

  // The first sentence. `times` is empty for a rule that pays by amount.
  first: (payment: string, times: string, members: number) =>
    `Pays ${payment}${times && ` ${times}`}, to at most ${counts.members(members)}.`,
  firstUnlimited: (payment: string, times: string, members: number) =>
    `Pays ${payment}${times && ` ${times}`}, to at most ${counts.members(members)}, as often as they earn it.`,

  // When coins can be spent, and until when
  mature: (after: number) => `Coins mature after ${counts.days(after)}.`,
  expire: (years: number, months: number, days: number) =>
    `Coins expire after ${period(years, months, days)}.`,
  matureAndExpire: (after: number, years: number, months: number, days: number) =>
    `Coins mature after ${counts.days(after)} and expire ${period(years, months, days)} later.`,

  // What it is awarded for
  when: (when: When): string => sentenceOf(when),
  conditions: (conditions: Conditions): string => phraseOf(conditions),
  awarded: (what: string) => `It is awarded for ${what}.`,
  awardedByAmount: (what: string, amount: string) => `It is awarded for ${what}; the amount is ${amount}.`,
  partAwarded: (name: string, what: string) => `“${name}” is awarded for ${what}.`,

  // Limits
  payments: (count: number, period: string) => `${counts.payments(count)} ${period}`,
  coins: (count: number, period: string) => `${counts.coins(count)} ${period}`,
  periods: { day: "a day", week: "a week", month: "a month", year: "a year", ever: "in all" },
  eachMember: (limits: ReadonlyArray<string>) => `Each member gets at most ${listed(limits)}.`,
  allMembers: (limits: ReadonlyArray<string>) => `All members together get at most ${listed(limits)}.`,
  budget: (coins: number) => `The budget is ${counts.coins(coins)}.`,
  atLimit: {
    reject: "",
    suppress: "At a limit, an award is recorded without effect.",
    clamp: "At a limit, an award pays what the coin limits leave."
  },

  // Time zones and dates
  daysOf: (zone: string) => `Days and hours are those of ${zone}.`,
  restartIn: (zone: string) => `The limits restart by the calendar of ${zone}.`,
  at: (instant: string, zone: string): string => dateTimeIn("en", instant, zone),
  paysFrom: (start: string, zone: string) => `It pays from ${start} (${zone}).`,
  paysUntil: (end: string, zone: string) => `It pays until ${end} (${zone}).`,
  paysFromUntil: (start: string, end: string, zone: string) =>
    `It pays from ${start} until ${end} (${zone}).`,

  // What is set in bold: numbers with these words, and dates. Alternatives of regular expressions.
  emphasis: {
    units: "coins?|payments?|members?|completions?|conditions?|days?|months?|years?|places?|pending days?",
    after: "a (?:day|week|month|year)|in all",
    number: "\\d+(?:,\\d{3})*(?:\\.\\d+)?",
    date: "\\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec) \\d{4}(?:, \\d{2}:\\d{2}(?::\\d{2})?)?"
  }
}
export type Words = typeof words
