import type { Words } from "../en/common.ts"
import { said } from "../said.ts"
import { counted, plural } from "./grammar.ts"

export const alerts: Words["alerts"] = {
  title: "Hinweise",
  all: "Alle Hinweise",
  needsYou: "Zu erledigen",
  nothing: "Nichts zu erledigen",
  nothingYet: "Nichts zu erledigen.",
  what: "die Hinweise",
  hint: "Hier stehen Regeln, die zu 80 % aufgebraucht sind oder innerhalb von sieben Tagen enden, gestörte Webhooks und offene Freigaben.",
  byMail: (settings) => said`Neue Hinweise können auch per E-Mail kommen: ${settings}.`,
  more: "Es gibt mehr Regeln, die fast aufgebraucht sind oder bald enden, als hier stehen.",

  alert: (count) => plural(count, { one: "Hinweis", other: "Hinweise" }),
  waiting: "offen",
  failing: "gestört",

  edit: "Bearbeiten",
  open: "Öffnen",
  review: "Prüfen",

  nearlyUsedUp: "ist fast aufgebraucht",
  full: "ist voll",
  endsSoon: "endet bald",
  usedUpBudget: "hat das Budget aufgebraucht",
  usedUpCoins: (window) => `hat die Coins${window && ` für ${window}`} aufgebraucht`,
  usedUpPayments: (window) => `hat die Zahlungen${window && ` für ${window}`} aufgebraucht`,

  nearlyPlaces: (percent, used, max) =>
    `${percent} % der Plätze: ${used} von ${counted(max, "Platz", "Plätzen")}.`,
  nearlyBudget: (percent, used, max) =>
    `${percent} % des Budgets: ${used} von ${counted(max, "Coin", "Coins")}.`,
  nearlyCoins: (percent, used, max, window) =>
    `${percent} % der Coins${window && ` für ${window}`}: ${used} von ${counted(max, "Coin", "Coins")}.`,
  nearlyPayments: (percent, used, max, window) =>
    `${percent} % der Zahlungen${window && ` für ${window}`}: ${used} von ${counted(max, "Zahlung", "Zahlungen")}.`,
  allPlaces: (max) =>
    max === 1 ? "Der einzige Platz ist vergeben." : `Alle ${counted(max, "Platz", "Plätze")} sind vergeben.`,
  coinsUsed: (used, max) => `${used} von ${counted(max, "Coin", "Coins")} sind verbraucht.`,
  paymentsUsed: (used, max) => `${used} von ${counted(max, "Zahlung", "Zahlungen")} sind verbraucht.`,
  opensAgain: (at) => `Ab ${at} geht es weiter.`,
  paysUntil: (end) => `Sie zahlt bis ${end}.`,

  approvalsWait: (waiting) => (waiting === 1 ? "Eine Freigabe ist offen" : `${waiting} Freigaben sind offen`),
  askedFor: (waiting, from) => (waiting === 1 ? `Angefragt: ${from}.` : `Die älteste Anfrage: ${from}.`),
  webhookFailing: "Ein Webhook ist gestört",
  nothingAccepted: (host, from) => `${host} hat seit ${from} nichts angenommen.`,
  paused: (reason) => `Er ist angehalten: ${reason}.`
}
