import type { Words } from "../en/webhooks.ts"
import { said } from "../said.ts"
import { counted } from "./grammar.ts"

export const words: Words = {
  theWebhooks: "die Webhooks",
  newWebhook: "Neuer Webhook",
  noWebhooks: "Noch keine Webhooks",
  noWebhooksHint:
    "Ein Webhook meldet einem eigenen System sofort Vergaben, eingelöste Coins und neue Mitglieder.",
  add: "Webhook anlegen",
  added: "Webhook angelegt",
  address: "Adresse",
  addressHint: "Dorthin werden Ereignisse per POST gesendet, etwa https://shop.example/hooks/rewards.",
  description: "Beschreibung",
  descriptionHint: "Wofür er da ist.",
  types: "Arten von Ereignissen",
  typesHint: "Ohne Auswahl: alle, auch die aus späteren Versionen.",
  saving: "Wird gespeichert …",
  events: "Ereignisse",
  allTypes: "alle Arten",
  state: "Status",
  created: "Angelegt",

  active: "aktiv",
  paused: "angehalten",
  failing: "gestört",
  firstFailure: (time) => said`erster Fehler: ${time}`,

  pausedReasons: {
    "by the partner": "vom Partner",
    "its receiver answered 410 Gone": "der Empfänger antwortete mit 410 Gone",
    "its receiver has failed for three days": "der Empfänger ist seit drei Tagen gestört"
  },

  webhook: "Webhook",
  theWebhook: "der Webhook",
  allWebhooks: "Alle Webhooks",
  ofAllTypes: "Alle Arten",
  oldSecret: "Altes Geheimnis",
  ends: (time) => said`gilt bis ${time}`,
  changed: "Geändert",
  edit: "Bearbeiten",
  editTitle: "Webhook bearbeiten",
  save: "Webhook speichern",
  saved: "Webhook gespeichert",
  pause: "Anhalten",
  pauseTitle: "Diesen Webhook anhalten?",
  pauseExplained:
    "Solange er angehalten ist, wird nichts gesendet. Später geht es nach dem letzten Ereignis weiter, das er erhalten hat.",
  isPaused: "Der Webhook ist angehalten",
  resume: "Fortsetzen",
  resumeTitle: "Diesen Webhook fortsetzen?",
  resumeExplained:
    "Es geht nach dem letzten Ereignis weiter, das er erhalten hat. Auch die Ereignisse seitdem werden gesendet.",
  isActive: "Der Webhook ist aktiv",
  rotate: "Geheimnis erneuern",
  rotateTitle: "Geheimnis erneuern?",
  makeSecret: "Neues Geheimnis erzeugen",
  rotateExplained:
    "Ein neues Geheimnis wird einmal angezeigt. 24 Stunden lang werden Anfragen mit beiden signiert, damit der Empfänger ohne Verlust eines Ereignisses wechseln kann.",
  rotated: "Geheimnis erneuert",
  secret: "Geheimnis",
  secretExplained:
    "Damit prüft der Empfänger nach den Regeln von Standard Webhooks, ob eine Anfrage von hier kommt.",
  previousUntil: (time) => said`Anfragen werden auch mit dem vorigen Geheimnis signiert, bis ${time}.`,
  remove: "Löschen",
  removeTitle: "Diesen Webhook löschen?",
  removeWebhook: "Webhook löschen",
  removed: "Webhook gelöscht",
  removalExplained: (url) =>
    said`An ${url} wird nichts mehr gesendet, und die Liste der Zustellungen wird mit gelöscht. Das lässt sich nicht rückgängig machen.`,

  test: "Test",
  sendTest: "Test senden",
  testDelivered: (status, duration) =>
    `Der Test wurde zugestellt: Der Empfänger antwortete nach ${counted(duration, "Millisekunde", "Millisekunden")} mit ${status}.`,
  testRefused: (status, duration) =>
    `Der Test wurde nicht zugestellt: Der Empfänger antwortete nach ${counted(duration, "Millisekunde", "Millisekunden")} mit ${status}.`,
  testNotDelivered: (duration) =>
    `Der Test wurde nicht zugestellt, Abbruch nach ${counted(duration, "Millisekunde", "Millisekunden")}.`,
  answer: "Antwort",
  sendAnother: "Noch einen senden",

  deliveries: "Zustellungen",
  theDeliveries: "die Zustellungen",
  theseDeliveries: "diese Zustellungen",
  ofLastDays: "der letzten 30 Tage",
  refresh: "Aktualisieren",
  all: "Alle",
  states: { pending: "ausstehend", delivered: "zugestellt", failed: "gescheitert" },
  nextTry: (time) => said`nächster Versuch: ${time}`,
  noneYet: "noch keine",
  noAnswer: "Keine Antwort",
  after: (milliseconds) => ` nach ${milliseconds} ms`,
  firstPart: "Erstes KiB",
  event: "Ereignis",
  attempts: (count) => counted(count, "Versuch", "Versuche"),
  lastAnswer: "Letzte Antwort",
  again: "Erneut",
  sendAgain: "Erneut senden",
  isSentAgain: (type) => `${type} wird erneut gesendet`,
  notExamined: "Keine der neuesten Zustellungen passt. Ältere wurden noch nicht durchsucht.",
  nothingYet:
    "Ereignisse erscheinen hier, sobald es welche gibt: Bitte eine Regel vergeben oder zuerst einen Test senden.",
  noMatch: "Keine Zustellung passt.",

  eventTypes: {
    "award.paid": "Eine Vergabe hat Coins gezahlt.",
    "award.counted": "Eine Vergabe zählt für eine Zahlung.",
    "award.suppressed": "Eine Grenze hat eine Vergabe wirkungslos gemacht.",
    "award.reversed": "Eine Vergabe wurde ganz oder teilweise zurückgenommen.",
    "award.matured": "Die Coins einer ausstehenden Vergabe sind jetzt im Guthaben.",
    "coins.expiring": "Coins eines Guthabens verfallen bald.",
    "coins.expired": "Coins eines Guthabens sind verfallen.",
    "coins.transferred": "Coins eines Guthabens wurden eingelöst.",
    "coins.refunded": "Eine Einlösung wurde erstattet.",
    "coins.adjusted": "Ein Guthaben wurde von Hand korrigiert.",
    "coins.adjustment_reversed": "Eine Korrektur wurde zurückgenommen.",
    "approval.requested": "Eine Korrektur wartet auf Freigabe.",
    "approval.approved": "Eine Korrektur wurde freigegeben.",
    "approval.declined": "Eine Korrektur wurde abgelehnt.",
    "activity.recorded": "Eine Aktivität wurde aufgezeichnet.",
    "activity.reversed": "Die Vergaben einer Aktivität wurden zurückgenommen.",
    "member.onboarded": "Ein Mitglied wurde aufgenommen.",
    "member.linked": "Ein Mitglied wurde mit einem Nutzer verknüpft.",
    "member.erased": "Ein Mitglied wurde gelöscht.",
    "member.merged": "Zwei Mitglieder wurden eins.",
    "rule.created": "Eine Regel wurde angelegt.",
    "rule.updated": "Eine Regel wurde geändert.",
    "rule.exhausted": "Eine Regel hat keinen Platz oder kein Budget mehr."
  }
}
