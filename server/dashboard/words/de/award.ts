import type { Words } from "../en/award.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted, exact } from "./grammar.ts"

const ofConditions = (count: number): string => counted(count, "Bedingung", "Bedingungen")

export const words: Words = {
  title: "Vergeben",
  all: "Alle Vergaben",
  form: "das Formular",
  noRules: "Noch keine Regeln zum Vergeben",
  noRulesHint:
    "Eine Vergabe sagt, dass ein Mitglied die Bedingung einer Regel einmal erfüllt hat. Was sie zahlt, entscheidet die Regel.",
  newRule: "Neue Regel",

  member: "Mitglied",
  memberHint: "Eine noch unbekannte ID kann hier hinzugefügt werden.",
  rule: "Regel",
  ruleHint: "Bei einer Regel mit mehreren Bedingungen: die erfüllte.",
  amount: "Betrag",
  pays: (payment) => `Zahlt ${payment}.`,
  what: "Was geschehen würde",
  enterAmount: "Bitte den Betrag angeben. Hier steht dann, was die Vergabe zahlen würde, bevor sie erfolgt.",
  pick: "Bitte Mitglied und Regel wählen. Hier steht dann, was die Vergabe bewirken würde, bevor sie erfolgt.",
  noteAndDetails: "Notiz und Angaben",
  note: "Notiz",
  noteHint: "Der Grund, in eigenen Worten.",
  details: "Angaben",
  detailsHint: "Eigene Daten, etwa eine Bestellnummer. Listen zeigen sie.",
  key: (number) => `Name ${number}`,
  value: "Wert",
  removeKey: (number) => `Name ${number} entfernen`,
  remove: "Entfernen",
  addDetail: "Angabe hinzufügen",

  award: "Vergeben",
  pay: (coins) => `${counts.coins(coins)} zahlen`,
  count: "Zählen",
  record: "Ohne Wirkung aufzeichnen",
  awarding: "Wird vergeben …",
  paid: "Bezahlt",
  counted: "Gezählt",
  recorded: "Aufgezeichnet",
  again: "Erneut vergeben",

  paidRule: (rule, member) => said`„${rule}“ für ${member} ist bezahlt.`,
  recordedRule: (rule, member) => said`„${rule}“ für ${member} ist aufgezeichnet.`,
  paidTo: <Part>(coins: number, member: Part) =>
    said<Part | string>`${counts.coins(coins)} an ${member} bezahlt.`,
  paidToFor: <Part>(coins: number, member: Part, amount: string) =>
    said<Part | string>`${counts.coins(coins)} an ${member} bezahlt, für ${amount}.`,
  promised: <Part>(coins: number, member: Part) =>
    said<
      Part | string
    >`${counts.coins(coins)} für ${member} vorgemerkt. Bis zur Verfügbarkeit stehen sie aus.`,
  countedRule: (rule, member) => said`„${rule}“ für ${member} ist gezählt. Bezahlt ist noch nichts.`,
  withoutEffect: (rule, member) =>
    said`„${rule}“ für ${member} ist ohne Wirkung aufgezeichnet: Eine Grenze ist aufgebraucht.`,
  partReversed: (rule, member) => said`Ein Teil von „${rule}“ für ${member} wurde inzwischen zurückgenommen.`,
  reversed: (rule, member) => said`„${rule}“ für ${member} wurde inzwischen zurückgenommen.`,
  see: "Vergabe ansehen",

  isMember: (member) => `${member} ist jetzt Mitglied`,
  notMember: (member) => said`${member} ist noch kein Mitglied`,
  similar: "Diese Mitglieder beginnen so:",
  addHint: "Nach dem Hinzufügen hat die ID ein Guthaben und kann Vergaben bekommen.",
  add: "Mitglied hinzufügen",

  notSaid: "Was diese Vergabe bewirken würde, ist nicht bekannt",
  another: "Noch eine solche Vergabe:",
  editPlaces: "Plätze bearbeiten",
  cycle: "Durchgang",
  units: { batched: "Erfüllungen", combined: "Bedingungen" },
  wouldPay: (coins) => `Würde ${counts.coins(coins)} zahlen`,
  wouldNotChange: "Würde nichts ändern",
  wouldCount: "Würde zählen und noch nichts zahlen",
  wouldRecord: "Würde ohne Wirkung aufgezeichnet",
  wouldRefuse: "Würde abgelehnt",
  completes: <Part>(member: Part, step: number, of: number, rule: Part) =>
    said<Part | string>`Für ${member} ist das Erfüllung ${exact(step)} von ${exact(of)} der Regel „${rule}“.`,
  completesCondition: <Part>(member: Part, step: number, of: number, rule: Part) =>
    said<Part | string>`Für ${member} ist das Bedingung ${exact(step)} von ${exact(of)} der Regel „${rule}“.`,
  namesRule: (rule) =>
    said`Die Vergabe nennt die Regel „${rule}“ selbst: Sie zahlt sofort, auch wenn Bedingungen offen sind.`,
  byAmount: (payment, amount, coins) => `${payment}; ${amount} ergibt ${coins}.`,
  meets: (member, rule) => said`${member} erfüllt die Bedingung von „${rule}“.`,
  limitLeaves: (coins, whole) => `Eine Grenze lässt ${coins} von ${whole} übrig.`,
  isCompletion: <Part>(step: string, of: string, member: Part) =>
    said<Part | string>`Das ist Erfüllung ${step} von ${of} für ${member}.`,
  hasDone: <Part>(member: Part, done: string, of: number) =>
    said<Part | string>`${member} hat davor ${done} von ${ofConditions(of)} erfüllt.`,
  alreadyDone: <Part>(member: Part, rule: Part, done: string, of: number) =>
    said<
      Part | string
    >`${member} hat „${rule}“ in diesem Durchgang schon erfüllt: ${done} von ${ofConditions(of)}.`,
  suppressed: "Keine Coins werden gebucht, und nichts wird gezählt.",
  suppressions: {
    participant_limit_reached: "Alle Plätze sind vergeben.",
    user_limit_reached: "Das Mitglied wurde so oft bezahlt, wie die Regel erlaubt.",
    limit_reached: "Eine Grenze der Regel ist aufgebraucht."
  }
}
