import type { Words } from "../en/liability.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { plural } from "./grammar.ts"

export const words: Words = {
  title: "Verbindlichkeiten",
  what: "die Verbindlichkeiten",
  download: "CSV herunterladen",
  asOf: "Stand am Ende von",
  asOfHint: "Ein Tag in UTC. Leer: jetzt.",
  owedNow: (time) => said`Den Mitgliedern geschuldet, Stand: ${time}.`,
  owedAtEnd: (day) => said`Den Mitgliedern geschuldet, Tagesende ${day}, UTC.`,

  inWallets: "In Guthaben",
  canBeSpent: "einlösbar",
  pending: "Ausstehend",
  notYet: "noch nicht einlösbar",
  expireSoon: "Verfällt bald",
  byEndOf: (month) => `bis Ende ${month}, ohne Einlösung`,
  doNotExpire: "Verfällt nicht",
  ofThese: "vom Betrag in Guthaben",

  expires: "Verfällt ohne Einlösung",
  noneExpire:
    "Keine Coins in Guthaben verfallen. Das legen die Regeln fest: siehe „Coins verfallen nach“ im Formular einer Regel.",
  byMonth: "Coins, die verfallen, je Monat",
  byMonthHint: "nach dem Monat des letzten Tages, in der Zeitzone der Regel",
  month: "Monat",
  ofCoins: "Coins",
  expireLater: (coins) =>
    `${counts.coins(coins)} ${plural(coins, { one: "verfällt", other: "verfallen" })} noch später.`,

  origins: "So kam es dazu",
  sinceStart: "seit Beginn des Programms",
  originsCaption: "Wie die Verbindlichkeiten entstanden sind",
  line: "Was",
  coins: "Coins",
  awarded: "Vergeben",
  takenBack: "Zurückgenommen",
  takenBackNote: "Rücknahmen von Vergaben",
  spent: "Eingelöst",
  spentNote: "ohne Erstattetes",
  expired: "Verfallen",
  adjusted: "Von Hand korrigiert",
  owed: "Den Mitgliedern geschuldet",
  owedNote: "Guthaben und Ausstehendes"
}
