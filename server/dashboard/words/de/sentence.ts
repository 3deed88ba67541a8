import { dateTimeIn } from "../dateTime.ts"
import type { Words } from "../en/sentence.ts"
import { conditionsOf, phraseOf } from "./conditions.ts"
import { counts } from "./counts.ts"
import { counted, listed } from "./grammar.ts"
import { parts } from "./parts.ts"

const { pays, paysByUnit, paysUpTo } = parts

/** "1 Jahr, 6 Monate und 10 Tage", or after "nach" "1 Jahr, 6 Monaten und 10 Tagen". */
const periodIn =
  (years: string, months: string, days: string) =>
  (...[inYears, inMonths, inDays]: Parameters<Words["period"]>): string =>
    listed([
      ...(inYears > 0 ? [counted(inYears, "Jahr", years)] : []),
      ...(inMonths > 0 ? [counted(inMonths, "Monat", months)] : []),
      ...(inDays > 0 ? [counted(inDays, "Tag", days)] : [])
    ])
const period = periodIn("Jahre", "Monate", "Tage")
const afterPeriod = periodIn("Jahren", "Monaten", "Tagen")
const afterDays = (count: number): string => counted(count, "Tag", "Tagen")

const members = (count: number): string => `an höchstens ${counts.members(count)}`

export const words: Words = {
  pays,
  paysByUnit,
  paysUpTo,
  period,

  eachTime: "jedes Mal",
  everyCompletion: "für jede Erfüllung",
  everyCompletions: (count) => `für je ${counts.completions(count)}`,
  itsCondition: "nach Erfüllung ihrer Bedingung",
  allConditions: (count) => `nach Erfüllung aller ${counts.conditions(count)}`,

  first: (payment, times, most) => `Zahlt ${times && `${times} `}${payment}, ${members(most)}.`,
  firstUnlimited: (payment, times, most) =>
    `Zahlt ${times && `${times} `}${payment}, ${members(most)}, beliebig oft.`,

  mature: (after) => `Coins sind nach ${afterDays(after)} verfügbar.`,
  expire: (years, months, days) => `Coins verfallen nach ${afterPeriod(years, months, days)}.`,
  matureAndExpire: (after, years, months, days) =>
    `Coins sind nach ${afterDays(after)} verfügbar und verfallen ${period(years, months, days)} später.`,

  when: conditionsOf,
  conditions: phraseOf,
  awarded: (what) => `Vergeben wird sie für ${what}.`,
  awardedByAmount: (what, amount) => `Vergeben wird sie für ${what}; der Betrag ist ${amount}.`,
  partAwarded: (name, what) => `„${name}“ wird vergeben für ${what}.`,

  payments: (count, per) => `${counts.payments(count)} ${per}`,
  coins: (count, per) => `${counts.coins(count)} ${per}`,
  periods: { day: "am Tag", week: "in der Woche", month: "im Monat", year: "im Jahr", ever: "insgesamt" },
  eachMember: (limits) => `Jedes Mitglied bekommt höchstens ${listed(limits)}.`,
  allMembers: (limits) => `Alle Mitglieder zusammen bekommen höchstens ${listed(limits)}.`,
  budget: (coins) => `Das Budget beträgt ${counts.coins(coins)}.`,
  atLimit: {
    reject: "",
    suppress: "An einer Grenze wird eine Vergabe ohne Wirkung aufgezeichnet.",
    clamp: "An einer Grenze zahlt eine Vergabe, was die Grenzen für Coins übrig lassen."
  },

  daysOf: (zone) => `Tage und Stunden sind die von ${zone}.`,
  restartIn: (zone) => `Die Grenzen beginnen neu nach dem Kalender von ${zone}.`,
  at: (instant, zone) => dateTimeIn("de", instant, zone),
  paysFrom: (start, zone) => `Sie zahlt ab ${start} (${zone}).`,
  paysUntil: (end, zone) => `Sie zahlt bis ${end} (${zone}).`,
  paysFromUntil: (start, end, zone) => `Sie zahlt von ${start} bis ${end} (${zone}).`,

  emphasis: {
    units:
      "Coins?|Zahlung(?:en)?|Mitglied(?:er)?|Erfüllung(?:en)?|Bedingung(?:en)?|Tag(?:en?)?|Monat(?:en?)?|Jahr(?:en?)?|Platz|Plätze",
    after: "am Tag|in der Woche|im Monat|im Jahr|insgesamt",
    number: "\\d+(?:\\.\\d{3})*(?:,\\d+)?",
    date: "\\d{2}\\.\\d{2}\\.\\d{4}(?:, \\d{2}:\\d{2}(?::\\d{2})?)?"
  }
}
