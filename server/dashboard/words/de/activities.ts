import type { Words } from "../en/activities.ts"
import { said } from "../said.ts"
import { phraseOf } from "./conditions.ts"
import { counts } from "./counts.ts"
import { counted, plural } from "./grammar.ts"

const leaving = (coins: number): string =>
  `${counts.coins(coins)} ${plural(coins, { one: "geht", other: "gehen" })}`

/** The names, each in quotes, with commas between them. */
const quoted = <Part>(names: ReadonlyArray<Part>): Array<string | Part> =>
  [...names].flatMap((name, at) => [at === 0 ? "„" : ", „", name, "“"])

export const words: Words = {
  title: "Aktivitäten",
  what: "die Aktivitäten",
  theseActivities: "diese Aktivitäten",
  try: "Aktivität ausprobieren",
  noMatch: "Keine passende Aktivität",
  none: "Noch keine Aktivitäten",
  noneHint:
    "Die eigenen Systeme zeichnen auf, was Mitglieder tun, etwa eine Bestellung. Regeln, die selbst entscheiden, werden dafür vergeben. Was jede Aktivität einbrachte und warum, steht hier.",
  member: "Mitglied",
  type: "Art der Aktivität",
  noType: "Keine der neuesten 100 Aktivitäten ist von einer solchen Art.",
  onlyOne: (time) => `Nur die Aktivität, die zur Vergabe führte, aufgezeichnet am ${time}.`,
  showAll: "Alle anzeigen",
  byActivity: "durch eine Aktivität",

  noneOfNewest: "Keine der neuesten Aktivitäten passt. Ältere wurden noch nicht durchsucht.",
  listed: (count) => counts.activities(count),
  listedAndMore: (count) => `${counts.activities(count)} und weitere`,
  activity: "Aktivität",
  as: (member) => said`als ${member} · `,
  happened: (time) => said`geschehen: ${time}`,
  data: "Daten",
  hidden: "verborgen",
  noData: "keine",
  values: (count) => counted(count, "Wert", "Werte"),
  ofActivity: (type, member) => said` in ${type} von ${member}`,
  outcomes: "Ergebnisse",
  undo: "Rücknahme",
  reverse: "Zurücknehmen",
  theActivity: (type, member) => said` ${type} von ${member}`,
  reversed: (time) => said`zurückgenommen ${time}`,

  noRule: "keine Regel fragte danach",
  notMet: "nicht erfüllt",
  paid: (coins) => `${counts.coins(coins)} bezahlt`,
  counted: "gezählt",
  notPaid: "nicht bezahlt",
  wouldDoNothing: "würde nichts bewirken",
  wouldPay: (coins) => `würde ${counts.coins(coins)} zahlen`,
  wouldCount: "würde zählen",
  wouldNotPay: "würde nicht zahlen",
  phrase: phraseOf,
  held: (phrase) => `erfüllt: ${phrase}`,
  notHeld: (phrase) => `nicht erfüllt: ${phrase}`,
  noConditions: "Sie hat keine Bedingungen: Jede Aktivität dieser Art erfüllt sie.",

  reverseTitle: "Diese Aktivität zurücknehmen?",
  reverseVerb: "Aktivität zurücknehmen",
  isReversed: "Die Aktivität ist zurückgenommen; es gingen keine Coins zurück",
  taken: (coins) =>
    `${counts.coins(coins)} ${plural(coins, { one: "wurde", other: "wurden" })} zurückgenommen`,
  reverseHint:
    "Eine Rücknahme lässt sich nicht rückgängig machen. Die Aktivität bleibt in dieser Liste und zählt weiter als Aktivität des Mitglieds.",
  reason: "Grund",
  reasonExample: "Bestellung 1042 wurde storniert",
  earnedNothing:
    "Sie brachte nichts ein, also werden keine Coins gebucht. Sie wird als zurückgenommen markiert.",
  reverses: <Part>(count: number, names: ReadonlyArray<Part>): Array<string | Part> => [
    plural(count, {
      one: "Zurückgenommen wird ihre Vergabe (",
      other: `Zurückgenommen werden alle ${counts.awards(count)} (`
    }),
    ...quoted(names),
    plural(count, { one: "), falls das möglich ist.", other: "), oder keine, falls eine das nicht zulässt." })
  ],
  noCoinsMove: "Keine Coins werden gebucht, und das Gezählte wird zurückgenommen.",
  leave: <Part>(coins: number, member: Part) =>
    said<
      Part | string
    >`${leaving(coins)} vom Guthaben von ${member} ab, vermindert um schon Zurückgenommenes.`,

  all: "Alle Aktivitäten",
  dataHint: (example) => said`Ein JSON-Objekt, etwa ${example}.`,
  happenedAt: "Geschehen am",
  happenedHint: "In der eigenen Zeitzone. Leer: jetzt. Bedingungen an Tag oder Stunde richten sich danach.",
  wouldDo: "Was geschehen würde",
  wouldDoHint:
    "Hier steht, welche Regeln die Aktivität erfüllen würde, was sie zahlen würden und warum. Nichts wird aufgezeichnet.",
  noActiveRule: (type) => `Keine aktive Regel wird für ${type} vergeben`,
  wouldPayNothing: "Würde nichts zahlen",
  wouldPayCoins: (coins) => `Würde ${counts.coins(coins)} zahlen`,
  notRecorded: "Nichts wurde aufgezeichnet.",
  hasChanged: "Das Formular wurde seitdem geändert: Bitte erneut ausprobieren.",
  tryIt: "Ausprobieren",

  numberIs: (value) => `Zahl, gesehen: ${value}`,
  numberBetween: (least, most) => `Zahl, gesehen von ${least} bis ${most}`,
  trueOrFalse: "Wahr oder falsch",
  texts: (examples) => `Text, gesehen: ${examples}`,
  ofNewest: (count) => `${counts.activities(count)} unter den neuesten`
}
