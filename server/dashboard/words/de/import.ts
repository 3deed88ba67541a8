import type { Words } from "../en/import.ts"
import { counts } from "./counts.ts"
import { counted, exact, plural } from "./grammar.ts"

const outcomes = (done: number, waiting: number, refused: number): string =>
  [
    `${exact(done)} erledigt`,
    ...(waiting > 0 ? [`${counted(waiting, "wartet", "warten")} auf Freigabe`] : []),
    ...(refused > 0 ? [`${exact(refused)} abgewiesen`] : [])
  ].join(", ")

const lines = (count: number): string => counted(count, "Zeile", "Zeilen")

export const words: Words = {
  members: "Mitglieder importieren",
  awards: "Vergaben importieren",
  adjustments: "Korrekturen importieren",
  membersSample: "mitglieder-beispiel.csv",
  awardsSample: "vergaben-beispiel.csv",
  adjustmentsSample: "korrekturen-beispiel.csv",
  addMembers: (count) => `${counts.members(count)} hinzufügen`,
  awardLines: (count) => `${counts.awards(count)} senden`,
  adjustLines: (count) => `${counted(count, "Korrektur", "Korrekturen")} senden`,
  membersConsequence: (count) =>
    `${lines(count)}. Wer schon Mitglied ist, bleibt es und bekommt die Attribute der Zeile.`,
  awardsConsequence: (awards, rules, members) =>
    `${counts.awards(awards)} von ${counted(rules, "Regel", "Regeln")} an ${counts.members(members)}. Was jede zahlt, bestimmen die Grenzen der Regeln.`,
  adjustmentsConsequence: (added, removed, members) =>
    `${counts.coins(added)} hinzufügen und ${counts.coins(removed)} entfernen, in den Guthaben von ${counted(members, "Mitglied", "Mitgliedern")}. Was über der Grenze der Einstellungen liegt, wartet, bis eine andere Person es freigibt.`,

  columns: "Spalten",
  columnsOfFile: "Spalten der Datei",
  required: "(nötig)",
  downloadSample: "Beispiel herunterladen",
  about: {
    userId: "Die eigene ID des Nutzers, bis 128 Zeichen",
    userIdOrTag: "Die eigene ID des Nutzers, bis 128 Zeichen. Sie oder ein Kürzel ist nötig",
    tag: "Fragt die userDetailsUrl nach den Daten des Nutzers",
    attributes:
      "Was über das Mitglied bekannt ist, etwa attributes.tier. Zahlen, true und false gelten als solche",
    ruleName: "Der Name einer Regel oder Teilregel",
    amount: "Für eine Regel, die nach einem Betrag zahlt. Mit Punkt, etwa 62.50",
    narration: "Eine Notiz, bis 500 Zeichen",
    metadata: "Eigene Texte, etwa metadata.orderId",
    coins: "Mit Punkt, etwa 25 oder 2.5",
    debitOrCredit: "CR fügt Coins hinzu, DE entfernt sie",
    reason: "Warum, bis 200 Zeichen",
    points: "true, wenn die Coins in den Ranglisten zählen. Nur bei CR",
    coinsExpire: "Etwa P1Y oder P90D. Nur bei CR"
  },
  sample: {
    rule: "Erste Bestellung",
    thanks: "Vielen Dank",
    goodwill: "Kulanz für eine späte Lieferung",
    twice: "doppelt vergeben"
  },

  file: "Datei",
  drop: "CSV-Datei hier ablegen oder auswählen",
  fileExplained:
    "UTF-8, höchstens 5 MB und 20.000 Zeilen, mit Kommas, Semikolons oder Tabs. Vor der Bestätigung wird nichts gesendet.",
  onceExplained:
    "Jede Zeile einer Datei wirkt einmal, auch wenn dieselbe Datei noch einmal gesendet wird. Eine geänderte Datei ist eine andere Datei.",
  notRead: "Die Datei konnte nicht gelesen werden",
  notUtf8: "Die Datei ist nicht in UTF-8. Bitte in der Tabellenkalkulation als „CSV UTF-8“ speichern.",
  tooLarge: "Die Datei hat mehr als 5 MB. Bitte in mehrere Dateien aufteilen.",
  needsHttps: "Der Import braucht eine Verbindung über https.",
  backToAwards: "Zurück zu den Vergaben",
  backToMembers: "Zurück zu den Mitgliedern",

  canBeSent: (good) => `${counted(good, "Zeile kann", "Zeilen können")} gesendet werden.`,
  someCanBeSent: (good, bad) =>
    `${counted(good, "Zeile kann", "Zeilen können")} gesendet werden, ${lines(bad)} nicht.`,
  notUsed: (columns) => `Nicht verwendet: ${columns}.`,
  linesToFix: "Fehlerhafte Zeilen",
  line: "Zeile",
  column: "Spalte",
  toFix: "Was zu ändern ist",
  firstShown: (shown, all) => `Angezeigt werden die ersten ${shown} von ${all}. Das Ergebnis hat alle.`,
  firstLines: "Erste Zeilen",

  noColumns: (names) => `braucht die Namen der Spalten, etwa ${names}`,
  lacks: (names, count) =>
    `ohne ${names}: Bitte ${plural(count, { one: "diese Spalte", other: "diese Spalten" })} ergänzen`,
  namesTwice: (names) => `nennt ${names} zweimal`,
  isEmpty: "ist leer: In die erste Zeile gehören die Namen der Spalten",
  tooManyLines: (most) => `beginnt eine Datei mit mehr als ${exact(most)} Zeilen: Bitte aufteilen`,
  otherCells: (cells, expected) =>
    `hat ${counted(cells, "Zelle", "Zellen")} statt ${exact(expected)}: Zellen mit Trennzeichen bitte in Anführungszeichen setzen`,
  restNotRead: (problem) => `${problem}. Die Zeilen danach sind nicht gelesen`,

  sending: "Senden",
  sentOf: (sent, total) => `${sent} von ${total} gesendet`,
  allSent: (done, waiting, refused) => `Alle Zeilen sind gesendet: ${outcomes(done, waiting, refused)}.`,
  someSent: (sent, total, done, waiting, refused) =>
    `${sent} von ${total} Zeilen sind gesendet: ${outcomes(done, waiting, refused)}.`,
  stopped: "Der Import ist stehen geblieben",
  stoppedHint: "„Fortsetzen“ sendet den Rest. Eine Zeile, die schon angekommen ist, wirkt nicht noch einmal.",
  stop: "Anhalten",
  goOn: "Fortsetzen",
  downloadResult: "Ergebnis herunterladen",
  refusedHint:
    "Im Ergebnis steht bei jeder Zeile, warum sie abgewiesen wurde. Bitte nur diese Zeilen in einer neuen Datei noch einmal senden.",

  resultOf: (file) => `${file}-ergebnis.csv`,
  resultColumns: { line: "Zeile", outcome: "Ergebnis", problem: "Problem", id: "ID" },
  outcomes: { done: "erledigt", waiting: "wartet auf Freigabe", refused: "abgewiesen" },
  notSent: "nicht gesendet"
}
