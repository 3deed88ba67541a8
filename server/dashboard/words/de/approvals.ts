import type { Words } from "../en/approvals.ts"
import { said } from "../said.ts"
import { counts } from "./counts.ts"

export const words: Words = {
  title: "Freigaben",
  what: "die Anfragen",
  allRequests: "alle Anfragen",
  nothing: "Nichts wartet auf Freigabe",
  nothingHint: (settings) =>
    said`Korrekturen aus dem Team über mehr Coins, als die ${settings} erlauben, warten hier, bis eine andere Person sie freigibt.`,
  settings: "Einstellungen",
  waiting: "Wartet auf Freigabe",
  newestOnly: "Hier stehen die neuesten 100. Ältere folgen, sobald über diese entschieden ist.",
  ended: "Entschieden oder verfallen",
  noneOnPage: "Keine auf dieser Seite.",

  member: "Mitglied",
  ordered: "Angefragt",
  coins: "Coins",
  state: "Status",
  decide: "Entscheiden",
  lapses: (time) => said`verfällt: ${time}`,
  states: { waiting: "offen", approved: "freigegeben", declined: "abgelehnt", lapsed: "verfallen" },
  ownRequest: "Eigene Anfrage: Eine andere Person muss entscheiden.",
  ofMember: <Part>(coins: string, member: Part) => said<Part | string>`: ${coins} für ${member}`,

  adds: (coins, member) => `Fügt dem Guthaben von ${member} ${counts.coins(coins)} hinzu.`,
  removes: (coins, member) => `Entfernt ${counts.coins(coins)} aus dem Guthaben von ${member}.`,
  addsBack: (coins, member) =>
    `Fügt dem Guthaben von ${member} ${counts.coins(coins)} hinzu und nimmt damit eine Korrektur zurück.`,
  removesBack: (coins, member) =>
    `Entfernt ${counts.coins(coins)} aus dem Guthaben von ${member} und nimmt damit eine Korrektur zurück.`,
  reverses: "Nimmt eine Korrektur zurück",
  reason: (reason) => `Grund: ${reason}`,
  note: (note) => `Notiz: ${note}`,
  onBoards: "Zählt auf den Ranglisten",
  expireAfter: (period) => `Die Coins gelten ${period}`,

  approve: {
    button: "Freigeben",
    title: "Diese Korrektur freigeben?",
    submit: "Korrektur freigeben",
    done: (member) => `Die Korrektur für ${member} ist ausgeführt`,
    hint: "Hat das Guthaben inzwischen zu wenige Coins, wird sie abgelehnt, und die Anfrage bleibt offen."
  },
  decline: {
    button: "Ablehnen",
    title: "Diese Korrektur ablehnen?",
    submit: "Korrektur ablehnen",
    done: (member) => `Die Korrektur für ${member} ist abgelehnt`,
    hint: "Ist die Korrektur weiter gewünscht, muss sie neu angefragt werden."
  },
  declineEffect: "Keine Coins werden bewegt. Die Anfrage endet.",

  colleagueMust: "Das muss eine andere Person freigeben",
  notMoved: "Noch wurden keine Coins bewegt.",
  lapsesLater: "Die Anfrage verfällt nach sieben Tagen. Die eigene Anfrage freizugeben ist nicht möglich.",
  toApprovals: "Zu den Freigaben"
}
