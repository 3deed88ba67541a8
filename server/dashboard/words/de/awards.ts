import type { Words } from "../en/awards.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { exact, plural } from "./grammar.ts"

const leaving = (coins: number): string =>
  `${counts.coins(coins)} ${plural(coins, { one: "geht", other: "gehen" })}`

const staying = (coins: number): string =>
  `${exact(coins)} der Vergabe ${plural(coins, { one: "bleibt", other: "bleiben" })}`

export const words: Words = {
  title: "Vergaben",
  what: "die Vergaben",
  theseAwards: "diese Vergaben",
  award: "Vergeben",
  import: "Importieren …",
  noMatch: "Keine passende Vergabe",
  none: "Noch keine Vergaben",
  noneHint: "Hier steht jede Vergabe: was sie gezahlt oder gezählt hat und ob sie zurückgenommen wurde.",
  awardsOf: (member) => `Vergaben von ${member}`,
  noneOfNewest: "Keine der neuesten Vergaben passt. Ältere wurden noch nicht durchsucht.",
  listed: (count) => counts.awards(count),
  listedAndMore: (count) => `${counts.awards(count)} und weitere`,

  member: "Mitglied",
  rule: "Regel",
  state: "Status",
  from: "Von",
  until: "Bis",
  all: "Alle",
  choices: {
    paid: "Bezahlt",
    pending: "Ausstehend",
    counted: "Gezählt",
    suppressed: "Nicht bezahlt (Grenze)",
    partly_reversed: "Teils zurückgenommen",
    reversed: "Zurückgenommen"
  },

  awardColumn: "Vergabe",
  note: "Notiz",
  coins: "Coins",
  as: (member) => said`als ${member} · `,
  thisAward: ", diese Vergabe",
  confirm: "Bestätigen",
  reverse: "Zurücknehmen",
  ofAward: (rule, member) => said` ${rule} für ${member}`,
  left: (coins) => `${coins} übrig`,
  forAmount: (amount) => `für ${amount}`,
  forPart: (left, amount) => `für ${left} von ${amount}`,

  states: {
    paid: "bezahlt",
    pending: "ausstehend",
    counted: "gezählt",
    suppressed: "nicht bezahlt (Grenze)",
    partly_reversed: "teils zurückgenommen",
    reversed: "zurückgenommen"
  },
  matures: (time) => said`, verfügbar ${time}`,

  confirmTitle: "Diese Vergabe bestätigen?",
  confirmVerb: "Vergabe bestätigen",
  confirmed: (coins) => `${counts.coins(coins)} jetzt verfügbar`,
  canSpend: <Part>(member: Part, coins: number, rule: Part) =>
    said<
      Part | string
    >`${member} kann ${counts.coins(coins)} von „${rule}“ sofort einlösen. Falls die Coins verfallen, beginnt ihre Frist jetzt.`,
  confirmHint: "Das lässt sich nicht rückgängig machen. Die Vergabe kann aber noch zurückgenommen werden.",

  reverseTitle: "Diese Vergabe zurücknehmen?",
  reverseVerb: "Vergabe zurücknehmen",
  completionTaken: "Die Erfüllung ist zurückgenommen",
  returnRecorded: "Die Rückgabe ist aufgezeichnet; es gingen keine Coins zurück",
  taken: (coins) =>
    `${counts.coins(coins)} ${plural(coins, { one: "wurde", other: "wurden" })} zurückgenommen`,
  ruleUnread:
    "Die Regel wurde nicht geladen. Wie viele Coins zurückgehen, ist deshalb erst nach dem Absenden bekannt.",
  fillIn: "Bitte die Zahl angeben. Hier steht dann, wie viele Coins zurückgehen.",
  takeBack: "Zurücknehmen",
  allLeft: "Alles, was übrig ist",
  someCoins: "Einige Coins",
  partOfAmount: "Einen Teil des Betrags",
  coinsLeft: (coins) => counts.coins(coins),
  upTo: (coins) => `Bis zu ${counts.coins(coins)}`,
  upToAmount: (amount) => `Bis zu ${amount}, etwa wenn Ware zurückkommt`,
  coinsBack: "Zurückzunehmende Coins",
  amountBack: "Zurückgegebener Betrag",
  amountHint:
    "Hier mit der heutigen Regel berechnet. Wurde die Regel seit der Vergabe geändert, gelten ihre damaligen Werte.",
  reverseHint:
    "Eine Rücknahme lässt sich nicht rückgängig machen. Die Regel kann aber erneut vergeben werden.",
  reason: "Grund",
  reasonExample: "Bestellung 1042 kam zurück",

  completionLeaves: (rule, member) =>
    said`Die Erfüllung von „${rule}“ wird aus dem laufenden Durchgang von ${member} genommen. Keine Coins werden gebucht.`,
  noAmount: (rule) =>
    said`„${rule}“ zahlt nicht mehr nach einem Betrag. Wie viele Coins zurückgehen, entscheiden die Werte zur Zeit der Vergabe.`,
  restPays: (payment, rest, coins) => `Bei ${payment} ergibt der Rest von ${rest}: ${coins}.`,
  noCoinsBack: "Keine Coins gehen zurück. Spätere Rückgaben werden dazugezählt.",
  leave: {
    wallet: <Part>(coins: number, member: Part) =>
      said<Part | string>`${leaving(coins)} vom Guthaben von ${member} ab.`,
    pending: <Part>(coins: number, member: Part) =>
      said<Part | string>`${leaving(coins)} von den ausstehenden Coins von ${member} ab.`
  },
  leaveSome: {
    wallet: <Part>(coins: number, member: Part, rest: number) =>
      said<Part | string>`${leaving(coins)} vom Guthaben von ${member} ab, ${staying(rest)}.`,
    pending: <Part>(coins: number, member: Part, rest: number) =>
      said<Part | string>`${leaving(coins)} von den ausstehenden Coins von ${member} ab, ${staying(rest)}.`
  },
  stillCounts: "Grenzen und Ranglisten zählen, was bleibt. Die Vergabe zählt weiter als eine Zahlung.",
  countsNoMore: (rule) =>
    said`Die Zahlung zählt nicht mehr: nicht für Plätze und Grenzen von „${rule}“ und nicht in Ranglisten. Der Durchgang, den sie abgeschlossen hat, verfällt.`
}
