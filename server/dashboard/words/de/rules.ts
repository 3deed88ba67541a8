import type { Words } from "../en/rules.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"
import { counted, listed, plural } from "./grammar.ts"

export const words: Words = {
  title: "Regeln",
  rules: "die Regeln",
  theseRules: "diese Regeln",
  newRule: "Neue Regel",
  search: "Suchen",
  partOfName: "Teil eines Namens",
  all: "Alle",
  status: "Status",
  pays: "Zahlt",
  shortTypes: { single: "Jedes Mal", batched: "Jedes n-te Mal", combined: "Nach allen Bedingungen" },
  noMatch: "Keine Regel passt",
  noMatchHint: "Die Suche findet Regeln nach jedem Teil ihres Namens oder des Namens einer Teilregel.",
  noRules: "Noch keine Regeln",
  noRulesHint:
    "Eine Regel legt fest, wofür es Coins gibt, wie viele sie zahlt und wie viele Mitglieder sie verdienen können.",
  example: { name: "erste bestellung", condition: "gibt eine Bestellung auf" },
  noneOfFirst: "Keine der ersten Regeln passt.",
  count: (count) => counts.rules(count),
  countAndMore: (count) => `${counts.rules(count)}, und es gibt mehr`,

  rule: "Regel",
  members: "Mitglieder",
  limits: "Grenzen",
  change: "Ändern",
  noLimits: "keine",
  everyTimes: (times) => `jedes ${times}. Mal`,
  everyTime: "jedes Mal",
  allOf: (conditions) => `alle ${conditions}`,
  byAmount: "nach Betrag",
  forEvery: (unit) => `je ${unit}`,
  atMost: (coins) => `höchstens ${coins}`,
  after: (days) => `nach ${counted(days, "Tag", "Tagen")}`,
  forPeriod: (period) => `für ${period}`,
  perMember: (limits) => `je Mitglied ${limits}`,
  states: {
    running: "läuft",
    nearly: "fast aufgebraucht",
    full: "voll",
    ended: "beendet",
    upcoming: "beginnt",
    inactive: "inaktiv",
    archived: "archiviert"
  },
  thenEnds: (time) => said`, endet ${time}`,

  verbs: {
    activate: "Aktivieren",
    deactivate: "Deaktivieren",
    archive: "Archivieren",
    restore: "Wiederherstellen"
  },
  asks: {
    activate: "Diese Regel aktivieren?",
    deactivate: "Diese Regel deaktivieren?",
    archive: "Diese Regel archivieren?",
    restore: "Diese Regel wiederherstellen?"
  },
  consequences: {
    activate: (name) =>
      said`„${name}“ kann sofort wieder vergeben werden, innerhalb der Grenzen und des Zeitraums.`,
    deactivate: (name) =>
      said`Vergaben von „${name}“ werden abgelehnt, bis die Regel wieder aktiv ist. Bezahlte Coins bleiben, und Mitglieder behalten ihren Fortschritt.`,
    archive: (name) =>
      said`„${name}“ verschwindet aus den Listen, und Vergaben werden abgelehnt. Bezahlte Coins und der Verlauf bleiben, und der Name bleibt vergeben. Die Regel kann wiederhergestellt werden.`,
    restore: (name) =>
      said`„${name}“ steht wieder in den Listen. Die Regel bleibt inaktiv, bis sie aktiviert wird.`
  },
  isNow: {
    activate: (name) => `Die Regel „${name}“ ist aktiv`,
    deactivate: (name) => `Die Regel „${name}“ ist inaktiv`,
    archive: (name) => `Die Regel „${name}“ ist archiviert`,
    restore: (name) => `Die Regel „${name}“ steht wieder in den Listen`
  },

  theRule: "die Regel",
  edit: (name) => `${name} bearbeiten`,
  isDraft: "Das ist ein Entwurf. Er ist noch nicht gespeichert.",
  discardDraft: "Entwurf verwerfen",
  saving: "Wird gespeichert …",
  create: "Regel anlegen",
  save: "Änderungen speichern",
  created: (name) => `Die Regel „${name}“ ist angelegt`,
  saved: (name) => `Die Regel „${name}“ ist gespeichert`,
  whatIsSent: "Was gesendet wird",
  notSaidYet: "Hier steht, was die Regel tut, sobald ihre Zahlen und Bedingungen ausgefüllt sind.",
  copyOf: (name) => `${name} kopie`,
  remove: "Entfernen",

  fields: {
    name: "Name",
    coinValue: "Coins",
    unit: "Für je",
    maxCoins: "Höchstens",
    maxNumberOfParticipant: "Mitglieder, die sie verdienen können",
    userLimitAward: "Je Mitglied",
    condition: "Bedingung",
    when: "Aktivitäten",
    status: "Status",
    rules: "Bedingungen",
    budget: "Budget",
    limits: "Grenzen",
    timeZone: "Zeitzone",
    startsAt: "Beginn",
    endsAt: "Ende",
    atLimit: "An einer Grenze",
    pendingDays: "Coins warten, in Tagen",
    coinsExpire: "Coins verfallen nach"
  },
  nameHint:
    "In Kleinbuchstaben, nur einmal unter allen Regeln und Teilregeln. Vergaben verwenden diesen Namen.",
  types: { single: "Jedes Mal", batched: "Jedes n-te Mal", combined: "Nach allen von mehreren Bedingungen" },
  typeHint: "Kann nicht geändert werden: Der Fortschritt der Mitglieder hängt davon ab.",
  coinsByUnitHint: "Bezahlt für jede volle Einheit des Betrags.",
  coinsHint: "Die Coins einer Zahlung.",
  unitHint: "Eine Einheit des Betrags der Vergabe, etwa 10 Euro. Leer: Vergaben haben keinen Betrag.",
  maxCoinsHint: "So viele Coins zahlt eine Vergabe nach Betrag höchstens. Leer: keine Grenze.",
  participantsHint: "So viele Mitglieder bezahlt sie höchstens.",
  perMemberHint: "Höchstens so viele Zahlungen. Leer: keine Grenze.",
  completions: "Erfüllungen für eine Zahlung",
  conditionHint: "Was ein Mitglied tun muss, zum Lesen für Menschen.",
  conditionByNameHint:
    "Was ein Mitglied tun muss, zum Lesen für Menschen. Die eigenen Systeme entscheiden, wann es erfüllt ist, und senden die Vergabe.",
  active: "Aktiv",
  inactive: "Inaktiv",
  archived: "Archiviert",
  inactiveRule: "Inaktiv: kann nicht vergeben werden",

  subRules: "Teilregeln",
  subRulesHint:
    "Jede wird unter ihrem eigenen Namen vergeben. Die Regel zahlt, wenn alle aktiven erfüllt sind.",
  nameOfSubRule: (number) => `Name von Teilregel ${number}`,
  subRule: (number) => `Teilregel ${number}`,
  removeSubRule: (number) => `Teilregel ${number} entfernen`,
  addSubRule: "Teilregel hinzufügen",

  inTime: "Coins im Lauf der Zeit",
  pendingHint: "Bis dahin können sie nicht eingelöst werden. Leer: Sie sind sofort verfügbar.",
  expireYears: "Verfallen nach Jahren",
  expireMonths: "Verfallen nach Monaten",
  expireDays: "Verfallen nach Tagen",
  expireHint:
    "Vom Tag, an dem Coins verfügbar sind, bis zum Ende des letzten Tages. Alles leer: Sie verfallen nicht. Eine Änderung gilt nur für spätere Vergaben.",

  budgetHint: "Höchstens so viele Coins zahlt die Regel insgesamt, an alle Mitglieder zusammen.",
  limitsHint: "Höchstens so viele Zahlungen oder Coins in einem Zeitraum des Kalenders:",
  limit: (number) => `Grenze ${number}`,
  limitPer: { member: "Je Mitglied", rule: "Alle Mitglieder" },
  period: "Periode",
  periods: { day: "am Tag", week: "in der Woche", month: "im Monat", year: "im Jahr", ever: "insgesamt" },
  payments: "Zahlungen",
  coins: "Coins",
  removeLimit: (number) => `Grenze ${number} entfernen`,
  addLimit: "Grenze hinzufügen",

  schedule: "Zeitraum",
  startsHint: (zone) => `In der Zeitzone ${zone}. Leer: sofort.`,
  endsHint: "Leer: ohne Ende.",
  noTimeZone: "Keine Zeitzone hat das im Namen.",
  timeZoneHint:
    "Für den Zeitraum, für die Tage und Monate der Grenzen, für Bedingungen an Tag oder Stunde und dafür, wann Coins verfügbar werden oder verfallen.",
  reachesLimit: "Eine Vergabe, die eine Grenze erreicht",
  policies: {
    reject: "Vergabe ablehnen",
    suppress: "Ohne Wirkung aufzeichnen",
    clamp: "Zahlen, was die Coin-Grenzen übrig lassen"
  },

  when: "Wann",
  whenAwarded: (subRule) => `Wann ${subRule} vergeben wird`,
  decides: {
    named: "Die eigenen Systeme vergeben sie",
    decides: "Sie entscheidet selbst nach Aktivitäten"
  },
  activityType: (of) => `Art der Aktivität${of && ` von ${of}`}`,
  noActivityType:
    "Keine der neuesten 100 Aktivitäten hat eine solche Art. Sie kann trotzdem verwendet werden.",
  activityTypeExample: "order.placed",
  activityTypeHint:
    "Vergeben wird, wenn eine Aktivität dieser Art aufgezeichnet wird und die Bedingungen zutreffen.",
  amount: "Betrag in den Daten",
  noAmount: "In letzter Zeit nicht vorgekommen. Der Betrag ist ein Feld wie data.total.",
  fieldExample: "data.total",
  amountHint: "Das Feld, dessen Zahl der Betrag der Vergabe ist.",
  conditions: (of) => `Bedingungen${of && ` von ${of}`}`,
  joins: { all: "alle treffen zu", any: "mindestens eine trifft zu" },
  condition: (number, of) => `Bedingung ${number}${of && ` von ${of}`}`,
  kept: "Über die API angelegt. Dieses Formular zeigt sie und lässt sie, wie sie ist.",
  group: (number, of) => `Gruppe ${number}${of && ` von ${of}`}`,
  joinOfGroup: (number, of) => `Verknüpfung von Gruppe ${number}${of && ` von ${of}`}`,
  removeGroup: (number, of) => `Gruppe ${number}${of && ` von ${of}`} entfernen`,
  addToGroup: (number, of) => `Bedingung hinzufügen zu Gruppe ${number}${of && ` von ${of}`}`,
  addConditionHere: "Bedingung hinzufügen",
  addCondition: (of) => `Bedingung hinzufügen${of && ` zu ${of}`}`,
  addGroup: (of) => `Gruppe hinzufügen${of && ` zu ${of}`}`,

  fieldOf: (condition) => `Feld von ${condition}`,
  noField: "In letzter Zeit nicht vorgekommen. Ein Feld ist data.… oder member.attributes.…",
  comparisonOf: (condition) => `Vergleich von ${condition}`,
  kindOf: (condition) => `Art des Werts von ${condition}`,
  valueOf: (condition) => `Wert von ${condition}`,
  removeCondition: (condition) => `${condition} entfernen`,
  kinds: { text: "Text", number: "Zahl", boolean: "true oder false" },
  fixedFields: {
    activities: "Aktivitäten des Mitglieds",
    paid: "Zahlungen an das Mitglied",
    date: "Datum",
    weekday: "Wochentag",
    hour: "Stunde"
  },
  comparisons: {
    equals: "ist",
    notEquals: "ist nicht",
    in: "ist eines von",
    startsWith: "beginnt mit",
    exists: "ist vorhanden",
    missing: "fehlt",
    atLeast: "ist mindestens",
    atMost: "ist höchstens",
    moreThan: "ist mehr als",
    lessThan: "ist weniger als"
  },
  comparisonsInTime: {
    from: "ab",
    until: "bis",
    untilEndOf: "bis Ende von",
    after: "nach",
    before: "vor"
  },
  weekdays: {
    1: "Montag",
    2: "Dienstag",
    3: "Mittwoch",
    4: "Donnerstag",
    5: "Freitag",
    6: "Samstag",
    7: "Sonntag"
  },
  shortWeekdays: { 1: "Mo", 2: "Di", 3: "Mi", 4: "Do", 5: "Fr", 6: "Sa", 7: "So" },

  hasChanged: "Diese Regel wurde geändert",
  somebodyElse: "Eine andere Person",
  hasSaved: (person) =>
    said`${person} hat inzwischen andere Änderungen gespeichert. Von den eigenen Eingaben ist noch nichts gespeichert, und nichts geht verloren.`,
  bothTheSame: "Beide haben das Gleiche eingegeben.",
  takeTheirs: (value) => `„${value}“ übernehmen`,
  keepMine: (value) => `Eigenes behalten: „${value}“`,
  putTogether: "Beides zusammenführen",
  bothInForm: "Das Formular hat die Änderungen von beiden. Bitte ansehen und speichern.",
  nothing: "nichts",
  statuses: { active: "aktiv", inactive: "inaktiv" },
  policyNames: {
    reject: "Vergabe ablehnen",
    suppress: "ohne Wirkung aufzeichnen",
    clamp: "zahlen, was übrig ist"
  },
  limitOfMember: (amounts, period) => `je Mitglied ${listed(amounts)} ${period}`,
  limitOfRule: (amounts, period) => `${listed(amounts)} ${period}`,

  simulation: "Simulation",
  onLastDays: (days) =>
    days === 1 ? "Für den letzten Tag" : `Für die letzten ${counted(days, "Tag", "Tage")}`,
  compare: "Mit der gespeicherten Regel vergleichen",
  changedSince: "Inzwischen geändert: Diese Zahlen sind von einem früheren Stand des Formulars.",
  trying: "Wird ausprobiert …",
  tryOnLastDays: (days) =>
    days === 1
      ? "Für den letzten Tag ausprobieren"
      : `Für die letzten ${counted(days, "Tag", "Tage")} ausprobieren`,
  tryAgain: "Erneut ausprobieren",
  noActivities: (days) =>
    days === 1
      ? "Am letzten Tag wurde keine ihrer Aktivitäten aufgezeichnet."
      : `In den letzten ${counted(days, "Tag", "Tagen")} wurde keine ihrer Aktivitäten aufgezeichnet.`,
  tryActivity: "Aktivität ausprobieren",
  paidTo: <Part>(coins: Part, count: number, members: Part) =>
    said<Part | string>`${coins} ${plural(count, { one: "Coin", other: "Coins" })} an ${members}`,
  wouldPayNothing: "Die gespeicherte Regel hätte nichts bezahlt.",
  changeOn: (change, coins, members) =>
    `${change} gegenüber ${counts.coins(coins)} an ${counts.members(members)} mit der gespeicherten Regel.`,
  coinsByDay: "Coins, die die Regel bezahlt hätte, je Tag",
  byDay: (zone) => `Je Tag, ${zone}`,
  unit: "Coins",
  asInForm: "wie im Formular",
  asItIs: "wie gespeichert",
  asItIsInZone: (zone) => `wie gespeichert (Tage in ${zone})`,
  asItIsCount: (count) => `, wie gespeichert ${count}`,
  recorded: "Aktivitäten aufgezeichnet",
  met: "Bedingungen erfüllt",
  paid: "bezahlt",
  notPaid: "Nicht bezahlt, je Grenze",
  onlyThisRule:
    "Nur diese Regel, mit Zählern ab null und den heutigen Attributen der Mitglieder. Nichts wird gespeichert.",
  refusals: {
    participant_limit_reached: "Kein Platz mehr frei",
    user_limit_reached: "Das Mitglied wurde so oft bezahlt wie möglich",
    limit_reached: "Eine Grenze war erreicht",
    award_suppressed: "An einer Grenze ohne Wirkung aufgezeichnet",
    rule_not_running: "Vor dem Beginn oder nach dem Ende",
    amount_invalid: "Der Betrag fehlte oder war ungültig",
    amount_too_small: "Der Betrag ergab keine Coins",
    amount_too_large: "Der Betrag war zu groß",
    balance_too_large: "Das Guthaben war voll"
  }
}
