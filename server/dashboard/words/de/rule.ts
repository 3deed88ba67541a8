import type { Words } from "../en/rule.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { plural } from "./grammar.ts"

export const words: Words = {
  rule: "Regel",
  idToCopy: "ID",
  rules: "Regeln",
  theRule: "die Regel",

  verbs: {
    activate: "Aktivieren …",
    deactivate: "Deaktivieren …",
    archive: "Archivieren …",
    restore: "Wiederherstellen …"
  },
  duplicate: "Duplizieren",
  edit: "Bearbeiten",
  award: "Vergeben",

  earnedMost: "Am meisten verdient",
  since: (day) => `seit ${day}`,
  afterNewest: (moment) => `nach ${moment}, von den neuesten Vergaben`,

  condition: "Bedingung",
  atLimit: "An einer Grenze",
  policies: {
    reject: "Eine Vergabe wird abgelehnt",
    suppress: "Eine Vergabe wird ohne Wirkung aufgezeichnet",
    clamp: "Eine Vergabe zahlt, was die Coin-Grenzen übrig lassen"
  },
  createdBy: "Angelegt von",
  changedLastBy: "Zuletzt geändert von",

  conditions: "Bedingungen",
  conditionsOfRule: "Bedingungen der Regel",
  name: "Name",
  status: "Status",
  statuses: { active: "aktiv", inactive: "inaktiv" },

  partWay: "Auf dem Weg",
  oldestFirst: "älteste Mitglieder zuerst",
  members: "die Mitglieder",
  noneOfFirst: "Keines der ersten Mitglieder ist auf dem Weg zur nächsten Zahlung.",
  nobody: "Niemand ist auf dem Weg zur nächsten Zahlung.",
  inCycle: "Mitglieder auf dem Weg zur nächsten Zahlung",
  member: "Mitglied",
  completions: "Erfüllungen",
  progress: "Fortschritt",
  left: "Offen",
  next: "Weiter",

  awards: "Vergaben",
  allAwards: "alle Vergaben",
  named: "Vergaben unter dem Namen",
  ruleItself: (name) => `${name} (die Regel selbst)`,
  notAwarded: (name) => said`„${name}“ wurde noch nicht vergeben.`,

  started: "Begann",
  starts: "Beginnt",
  ended: "Endete",
  ends: "Endet",
  noEnd: "Ohne Ende",
  shownFrom: (day) => `; gezeigt ab ${day}`,
  today: "Heute",
  todayIs: <Part>(today: Part, day: string) => said<Part | string>`${today} ist ${day}`,
  todayIsDay: <Part>(today: Part, day: string, number: number, days: number) =>
    said<Part | string | number>`${today} ist ${day}, Tag ${number} von ${days}`,
  budgetLasts: (day) => `bei diesem Tempo reicht das Budget etwa bis ${day}`,
  startToEnd: "Von Beginn bis Ende",
  paidADay: (zone) => `bezahlte Coins am Tag, ${zone}`,
  whatItPaid: "was die Regel bezahlt hat",
  notBegun: "Die Regel hat noch nicht begonnen. Hier erscheint, was sie jeden Tag zahlt.",

  paidByDay: "Bezahlte Coins je Tag",
  noCoins: "Noch keine Coins. Sie erscheinen mit der ersten Vergabe.",
  day: "Tag",
  payments: "Zahlungen",
  coins: "Coins",
  takenBack: "Seitdem zurückgenommen",
  paidCoins: <Part>(coins: Part, count: number) =>
    said<Part | string>`Bezahlt: ${coins} ${plural(count, { one: "Coin", other: "Coins" })}`,
  inPayments: <Part>(payments: Part, count: number) =>
    said<Part | string>`in ${payments} ${plural(count, { one: "Zahlung", other: "Zahlungen" })}`,
  coinsTakenBack: (coins) => `${counts.coins(coins)} seitdem zurückgenommen`,
  seeTheseAwards: "Diese Vergaben ansehen",
  seeAwards: "Vergaben ansehen",

  history: "Verlauf",
  theHistory: "der Verlauf",
  created: "Angelegt",
  noHistory: "Das Protokoll hat keinen Eintrag über diese Regel.",
  isCut: (count) =>
    `Gesucht wurde nur in den neuesten ${count} Änderungen aller Regeln. Der Rest steht im Protokoll.`,
  createdLine: (by) => said`Angelegt${by}`,
  changedLine: (by) => said`, zuletzt geändert${by}`
}
