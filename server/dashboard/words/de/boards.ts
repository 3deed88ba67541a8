import type { Words } from "../en/boards.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted } from "./grammar.ts"

export const words: Words = {
  title: "Ranglisten",
  caption: "Rangliste",
  what: "die Rangliste",
  thisBoard: "diese Rangliste",
  list: "Rangliste",

  board: "Rangliste",
  boards: { points: "Punkte", earner: "Verdiente Coins", spender: "Eingelöste Coins" },
  year: "Jahr",
  allTime: "Gesamte Zeit",
  month: "Monat",
  wholeYear: "Das ganze Jahr",
  jumpTo: "Zu einem Mitglied springen",
  jumpHint: "ID des Mitglieds",
  jump: "Springen",

  counting: {
    points:
      "Alle Coins, die ein Mitglied je verdient hat. Einlösen senkt die Punkte nicht, die Rücknahme einer Vergabe schon.",
    earner: {
      ever: "Alle je vergebenen Coins.",
      year: (year) => `Im Jahr ${year} vergebene Coins, nach dem Kalender in UTC.`,
      month: (month, year) => `Im ${month} ${year} vergebene Coins, nach dem Kalender in UTC.`
    },
    spender: {
      ever: "Alle je von Mitgliedern eingelösten Coins.",
      year: (year) => `Im Jahr ${year} von Mitgliedern eingelöste Coins, nach dem Kalender in UTC.`,
      month: (month, year) =>
        `Im ${month} ${year} von Mitgliedern eingelöste Coins, nach dem Kalender in UTC.`
    }
  },

  rank: "Rang",
  member: "Mitglied",
  sought: ", das gesuchte Mitglied",
  reached: "Erreicht",
  points: "Punkte",
  coins: "Coins",
  pageOf: (page, last, members) => `Seite ${page} von ${last} · ${counts.members(members)}`,
  previousPage: "Vorige Seite",

  notOnBoard: (member) => said`${member} ist noch nicht auf dieser Rangliste.`,
  hasPoints: <Part>(member: Part, rank: string, of: string, points: number) =>
    said<Part | string>`${member} hat Rang ${rank} von ${of}, mit ${counted(points, "Punkt", "Punkten")}.`,
  hasCoins: <Part>(member: Part, rank: string, of: string, coins: number) =>
    said<Part | string>`${member} hat Rang ${rank} von ${of}, mit ${counts.coins(coins)}.`,

  severalShare: (rank) => `mehrere Mitglieder teilen sich Rang ${rank}`,
  someShare: (members, rank) => `${counts.members(members)} teilen sich Rang ${rank}`,
  ties: (shares) => {
    const [first = "", second, third] = shares
    const all =
      second === undefined
        ? first
        : third === undefined
          ? `${first}, und ${second}`
          : `${first}, ${second} und so weiter`
    return `${all[0]?.toUpperCase()}${all.slice(1)}. Bei gleichem Stand steht vorn, wer ihn zuerst erreicht hat.`
  },

  nobody: "Noch niemand auf dieser Rangliste",
  nobodySpent: "Mitglieder erscheinen hier, sobald Coins von ihrem Guthaben an den Partner gehen.",
  nobodyEarned: "Mitglieder erscheinen hier, sobald eine Vergabe ihnen Coins zahlt.",
  toMembers: "Zu den Mitgliedern",
  nobodyInYear: (year) => `Niemand auf der Rangliste im Jahr ${year}`,
  nobodyInMonth: (month, year) => `Niemand auf der Rangliste im ${month} ${year}`,
  chooseAnother: "Bitte einen anderen Monat oder die gesamte Zeit wählen.",

  notBegun: "Noch nicht begonnen.",
  nobodyAtAll: "Niemand.",
  bestOfMonths: (year) => `Die fünf Besten jedes Monats im Jahr ${year}`,
  yearAsTable: "Das Jahr als Tabelle"
}
